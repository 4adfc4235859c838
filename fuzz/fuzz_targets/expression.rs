#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| knightsat_fuzz::expression(data));
