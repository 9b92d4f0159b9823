//! The committed header is what cbindgen makes of the interface now.

#[test]
fn header_is_up_to_date() {
    let home = env!("CARGO_MANIFEST_DIR");
    let config = cbindgen::Config::from_file(format!("{home}/cbindgen.toml")).unwrap();
    let made = cbindgen::Builder::new()
        .with_config(config)
        .with_src(format!("{home}/src/abi/mod.rs"))
        .generate()
        .expect("a header");
    let mut text = Vec::new();
    made.write(&mut text);
    let text = String::from_utf8(text).unwrap();
    let path = format!("{home}/include/cairn.h");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "run 'UPDATE=1 cargo test -p cairn-ffi --test header'");
}
