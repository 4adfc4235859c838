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
    decompress(bytes, &Stop::default())?.read_to_end(&mut text)?;
    Ok(text)
}

/// The formats that can be written here: gzip, and those whose programs are installed.
fn formats() -> impl Iterator<Item = (Format, &'static [u8], &'static str, &'static str)> {
    let all = FORMATS.into_iter();
    all.filter(|&(format, ..)| format == Format::Gzip || packer(format).is_ok())
}

#[test]
fn the_name_chooses_and_the_content_tells() {
    let text = lines(99_999);
    for (_, magic, ending, _) in formats() {
        let name = &format!("gz/t.cnf.{ending}");
        let bytes = compress(name, &text);
        let is_packed = bytes.starts_with(magic) && bytes.len() < text.len();
        assert!(is_packed, "{name}");
        assert_eq!(plain(&bytes).unwrap(), text, "{name}");
        assert_eq!(plain(&bytes.repeat(2)).unwrap(), text.repeat(2), "{name}");
        assert_eq!(plain(&compress(name, b"")).unwrap(), b"", "{name}");
    }
    for name in ["t.cnf", "gz", "t.gz/t", "t.cnf.GZ", ".xz", "t"] {
        assert_eq!(compress(name, &text), text, "{name}");
    }
}

#[test]
fn what_is_cut_off_or_changed_is_an_error() {
    let text = lines(9999);
    for (format, _, name, _) in formats() {
        let name = &format!("t.{name}");
        let bytes = compress(name, &text);
        // A program takes a while to start.
        let step = if format == Format::Gzip { 97 } else { 997 };
        for end in (7..bytes.len()).step_by(step).chain([bytes.len() - 1]) {
            let error = plain(&bytes[..end]).unwrap_err().to_string();
            let is_told = error.contains(" data ends early, or is damaged: ");
            assert!(is_told, "{name} cut at {end}: {error}");
        }
        let mut changed = bytes.clone();
        changed[bytes.len() / 2] ^= 1;
        let error = plain(&changed).unwrap_err().to_string();
        assert!(error.contains("is damaged: "), "{name}: {error}");
    }
}

#[test]
fn an_error_of_the_output_comes_through() {
    for (_, _, ending, _) in formats() {
        let name = &format!("t.{ending}");
        let full: &mut [u8] = &mut [];
        let mut compressor = Compressor::for_name(Path::new(name), full).unwrap();
        let written = compressor.write_all(b"1 0\n");
        let error = written.and_then(|()| compressor.finish()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WriteZero, "{name}");
    }
}

#[test]
#[cfg(feature = "processes")]
fn a_stop_ends_a_program_that_does_not_answer() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Raises the flag when the program has taken all of it, and never ends.
    struct Silent(Arc<AtomicBool>);
    impl Read for Silent {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.0.store(true, Ordering::Relaxed);
            out[0] = 0;
            Ok(1)
        }
    }
    let flag = Arc::new(AtomicBool::new(false));
    let stop = Stop::default().with_flag(flag.clone());
    let input = BufReader::new(Silent(flag));
    // Its input is open, and it prints nothing.
    let mut plain = program::Unpacking::start_with("sleep", "60", input, &stop).unwrap();
    let error = plain.read(&mut [0; 9]).unwrap_err();
    assert_eq!(Stopped::of(&error), Some(Stopped::Interrupted));
}

#[test]
#[cfg(feature = "processes")]
fn a_program_that_fails_is_named() {
    let input = &b"anything"[..];
    let stop = Stop::default();
    let mut plain = program::Unpacking::start_with("sh", "-c kill\t-9\t$$", input, &stop).unwrap();
    let error = plain.read(&mut [0; 9]).unwrap_err().to_string();
    assert!(
        error.starts_with("the program sh failed: signal: 9"),
        "{error}"
    );
}
