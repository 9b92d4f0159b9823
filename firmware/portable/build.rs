//! Tells the linker where the memory maps are.

fn main() {
    println!("cargo:rustc-link-search={}", env!("CARGO_MANIFEST_DIR"));
    println!("cargo:rerun-if-changed=memory.x");
    println!("cargo:rerun-if-changed=riscv.x");
}
