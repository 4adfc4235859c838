use super::*;
use std::io::Write;

fn lines(count: u32) -> Vec<u8> {
    let lines = (0..count).map(|number| format!("{number} 0\n"));
    lines.collect::<String>().into_bytes()
}

fn compress(name: &str, text: &[u8]) -> Vec<u8> {
    let mut compressor = Compressor::for_name(Path::new(name), Vec::new()).unwrap();
    compressor.write_all(text).unwrap();
    compressor.finish().unwrap()
}

fn plain(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    decompress(bytes)?.read_to_end(&mut text)?;
    Ok(text)
}

#[test]
fn the_name_chooses_and_the_content_tells() {
    let text = lines(99_999);
    for (name, (_, magic, _)) in ["t.cnf.gz", "t.zst", "gz/t.cnf.xz"]
        .into_iter()
        .zip(FORMATS)
    {
        let bytes = compress(name, &text);
        assert!(
            bytes.starts_with(magic) && bytes.len() < text.len(),
            "{name}"
        );
        assert_eq!(plain(&bytes).unwrap(), text, "{name}");
        assert_eq!(plain(&compress(name, b"")).unwrap(), b"", "{name}");
    }
    for name in ["t.cnf", "gz", "t.gz/t", "t.cnf.GZ", ".xz", "t"] {
        assert_eq!(compress(name, &text), text, "{name}");
    }
}

#[test]
fn what_is_cut_off_or_changed_is_an_error() {
    let text = lines(9999);
    for name in ["t.gz", "t.zst", "t.xz"] {
        let bytes = compress(name, &text);
        for end in (7..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
            let error = plain(&bytes[..end]).unwrap_err().to_string();
            assert!(
                error.contains(" data ends early, or is damaged: "),
                "{name} cut at {end}: {error}"
            );
        }
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        let error = plain(&changed).unwrap_err().to_string();
        assert!(error.contains("is damaged: "), "{name}: {error}");
    }
}

#[test]
fn an_error_of_the_output_comes_through() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for name in ["t.gz", "t.zst", "t.xz"] {
        let write = || {
            let mut compressor = Compressor::for_name(Path::new(name), Full)?;
            compressor.write_all(b"1 0\n")?;
            compressor.finish()
        };
        let error = write().map(drop).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{name}");
    }
}
