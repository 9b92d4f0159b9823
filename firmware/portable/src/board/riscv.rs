//! A RISC-V with the least there is (RV32IMC), on QEMU's board `virt`: its serial port is a 16550.

use core::arch::global_asm;
use core::ptr::{with_exposed_provenance, with_exposed_provenance_mut};

const DATA: usize = 0x1000_0000;
const STATUS: usize = DATA + 5;
const RECEIVED: u8 = 1;
const CAN_SEND: u8 = 1 << 5;
/// A device that ends the emulation.
const FINISHER: usize = 0x0010_0000;
const PASS: u32 = 0x5555;

global_asm!(
    ".section .init",
    ".globl _start",
    "_start:",
    "la sp, _stack_top",
    "la t0, _bss_start",
    "la t1, _bss_end",
    "1: bgeu t0, t1, 2f",
    "sw zero, 0(t0)",
    "addi t0, t0, 4",
    "j 1b",
    "2: tail main",
);

fn status() -> u8 {
    // SAFETY: a register of the port, not memory of Rust's.
    unsafe { with_exposed_provenance::<u8>(STATUS).read_volatile() }
}

/// Whether a byte has come.
pub fn is_waiting() -> bool {
    status() & RECEIVED != 0
}

/// The next byte, when it has come.
pub fn read() -> u8 {
    while !is_waiting() {}
    // SAFETY: as above.
    unsafe { with_exposed_provenance::<u8>(DATA).read_volatile() }
}

/// Sends a byte.
pub fn write(byte: u8) {
    while status() & CAN_SEND == 0 {}
    // SAFETY: as above.
    unsafe { with_exposed_provenance_mut::<u8>(DATA).write_volatile(byte) }
}

/// The end of the emulation.
pub fn stop() -> ! {
    // SAFETY: as above.
    unsafe { with_exposed_provenance_mut::<u32>(FINISHER).write_volatile(PASS) }
    loop {}
}

/// Where `_start` goes when there is a stack.
// SAFETY: no other symbol has this name: there is no standard library.
#[unsafe(no_mangle)]
extern "C" fn main() -> ! {
    crate::converse();
    stop()
}
