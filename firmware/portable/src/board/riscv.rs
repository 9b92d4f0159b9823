//! A small RISC-V (RV32IMC), on QEMU's board `virt`. Its serial port is a 16550.

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
    // SAFETY: a register of the port, not Rust's memory.
    unsafe { with_exposed_provenance::<u8>(STATUS).read_volatile() }
}

/// Whether a byte has been received.
pub fn is_waiting() -> bool {
    status() & RECEIVED != 0
}

/// Waits for the next byte and returns it.
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

/// Ends the emulation.
pub fn stop() -> ! {
    // SAFETY: as above.
    unsafe { with_exposed_provenance_mut::<u32>(FINISHER).write_volatile(PASS) }
    loop {}
}

/// Called by `_start` when the stack is ready.
// SAFETY: no other symbol has this name: there is no standard library.
#[unsafe(no_mangle)]
extern "C" fn main() -> ! {
    crate::serve();
    stop()
}
