//! The input bytes are lines of the Universal Chess Interface. Each search must get exactly one answer,
//! and a line that is refused must change nothing.
#![no_main]

#[path = "../../crates/cairn-uci/tests/uci/any_lines/mod.rs"]
mod any_lines;
#[path = "../../crates/cairn-uci/tests/uci/host/mod.rs"]
mod host;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| any_lines::anything(data));
