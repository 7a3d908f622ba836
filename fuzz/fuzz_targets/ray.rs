#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| clearance_trust::bytes::ray(data));
