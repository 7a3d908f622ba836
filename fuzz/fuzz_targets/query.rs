#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| clearance_fuzz::query(data));
