use super::*;
use crate::base::stop::{Stop, Stopped};
use crate::cases::cases;
use std::io::Read;

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

/// Returns the bytes that hexadecimal digits name.
fn bytes_of(hex: &str) -> Vec<u8> {
    let digits: Vec<char> = hex.chars().collect();
    let byte = |pair: &[char]| u8::from_str_radix(&String::from_iter(pair), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

#[test]
fn the_name_chooses_and_the_content_tells() {
    let text = lines(99_999);
    for (_, magic, ending, _) in FORMATS {
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
fn what_is_cut_off_changed_or_followed_by_others_is_an_error() {
    let text = lines(9999);
    for (_, _, ending, name) in FORMATS {
        let bytes = compress(&format!("t.{ending}"), &text);
        let fault = |bytes: &[u8]| plain(bytes).map(|text| text.len()).unwrap_err().to_string();
        let expected = format!("the {name} data ends early, or is damaged: get the file again");
        for end in (7..bytes.len()).step_by(97).chain([bytes.len() - 1]) {
            let error = fault(&bytes[..end]);
            assert!(error.starts_with(&expected), "cut at {end}: {error}");
        }
        // The header of gzip has a date.
        for place in (99..bytes.len()).step_by(97) {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            let error = fault(&changed);
            assert!(error.starts_with(&expected), "changed at {place}: {error}");
        }
        let error = fault(&[&bytes, &b"rest"[..]].concat());
        assert!(error.starts_with(&expected), "{error}");
    }
}

/// Files of the programs zstd 1.5.4 and xz 5.4.1: frames with and without a checksum around other
/// data; three blocks with other checks, a filter and padding.
#[test]
fn files_of_the_programs_are_read() {
    for (hex, text) in cases(include_str!("../../../tests/packed.txt")) {
        let text = text.replace('|', "\n");
        assert_eq!(plain(&bytes_of(&hex)).unwrap(), text.as_bytes());
    }
}

#[test]
fn a_window_has_a_limit() {
    // 128 MB are a window of zstd; 256 MB are none, nor are they of xz.
    assert_eq!(plain(&bytes_of("28b52ffd0088010000")).unwrap(), b"");
    for (hex, name) in cases(
        "
        28b52ffd0090010000 => zstd
        fd377a585a000004e6d6b44602002101200000000988a576010000780000000045aeef83f8ee160a => xz
        ",
    ) {
        let error = plain(&bytes_of(&hex)).unwrap_err().to_string();
        let limit = format!(
            "the {name} data needs a window of more than 128 MB: unpack it first with {name} -dc"
        );
        assert_eq!(error, limit);
    }
}

#[test]
fn an_error_of_the_input_comes_through() {
    struct Stopping;
    impl Read for Stopping {
        fn read(&mut self, _out: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other(Stopped::Late))
        }
    }
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _out: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::from_raw_os_error(5))
        }
    }
    for (_, _, ending, _) in FORMATS {
        let bytes = compress(&format!("t.{ending}"), &lines(9999));
        for end in [7, bytes.len() / 2, bytes.len()] {
            let begin = &bytes[..end];
            let read = |input: &mut dyn Read| {
                let mut plain = decompress(input, &Stop::default()).unwrap();
                io::copy(&mut plain, &mut io::sink()).unwrap_err()
            };
            let error = read(&mut begin.chain(Stopping));
            assert_eq!(
                Stopped::of(&error),
                Some(Stopped::Late),
                "{ending}: {error}"
            );
            let error = read(&mut begin.chain(Failing));
            assert_eq!(error.raw_os_error(), Some(5), "{ending}: {error}");
        }
    }
}

#[test]
fn an_error_of_the_output_comes_through() {
    for (_, _, ending, _) in FORMATS {
        let name = &format!("t.{ending}");
        let full: &mut [u8] = &mut [];
        let mut compressor = Compressor::for_name(Path::new(name), full).unwrap();
        let written = compressor.write_all(b"1 0\n");
        let error = written.and_then(|()| compressor.finish()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WriteZero, "{name}");
    }
}
