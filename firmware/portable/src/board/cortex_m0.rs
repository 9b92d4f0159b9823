//! A Cortex-M0, which has no division, no wide multiplication and no compare-and-swap. It is the
//! nRF51 of QEMU's board `microbit`, with its memory enlarged to 512 KiB of flash and 64 KiB of RAM.

use core::ptr::{with_exposed_provenance, with_exposed_provenance_mut};

const UART: usize = 0x4000_2000;
const START_RECEIVING: usize = UART;
const START_SENDING: usize = UART + 0x008;
const RECEIVED: usize = UART + 0x108;
const SENT: usize = UART + 0x11c;
const ENABLE: usize = UART + 0x500;
const RECEIVE: usize = UART + 0x518;
const SEND: usize = UART + 0x51c;
const ENABLED: u32 = 4;

fn register(address: usize) -> u32 {
    // SAFETY: callers pass registers of the port, not Rust's memory.
    unsafe { with_exposed_provenance::<u32>(address).read_volatile() }
}

fn set(address: usize, value: u32) {
    // SAFETY: as above.
    unsafe { with_exposed_provenance_mut::<u32>(address).write_volatile(value) }
}

/// Whether a byte has been received.
pub fn is_waiting() -> bool {
    register(RECEIVED) != 0
}

/// Waits for the next byte and returns it.
pub fn read() -> u8 {
    while !is_waiting() {}
    set(RECEIVED, 0);
    register(RECEIVE) as u8
}

/// Sends a byte.
pub fn write(byte: u8) {
    set(SENT, 0);
    set(SEND, byte.into());
    while register(SENT) == 0 {}
}

/// Stops: a chip can only loop for ever.
pub fn stop() -> ! {
    loop {}
}

#[cortex_m_rt::entry]
fn main() -> ! {
    set(ENABLE, ENABLED);
    set(START_RECEIVING, 1);
    set(START_SENDING, 1);
    crate::serve();
    stop()
}
