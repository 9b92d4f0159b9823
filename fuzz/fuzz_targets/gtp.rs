//! The input bytes are lines of the Go Text Protocol. Each command must get exactly one answer.
#![no_main]

#[path = "../../crates/cairn-gtp/tests/gtp/any_lines/mod.rs"]
mod any_lines;
#[path = "../../crates/cairn-gtp/tests/gtp/host/mod.rs"]
mod host;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| any_lines::anything(data));
