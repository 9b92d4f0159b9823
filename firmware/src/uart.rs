//! The serial port: UART0, a PL011, at 115,200 bits a second.
//!
//! An interrupt puts received bytes into a ring buffer, so that nothing is lost while the player
//! thinks. When the ring is full, bytes wait in the port. A byte that was lost there or damaged is
//! read as [`DAMAGED`], so its line is rejected.

use core::fmt;
use core::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

use cortex_m::interrupt::InterruptNumber;
use cortex_m::peripheral::NVIC;
use cortex_m_rt::exception;

use crate::chip::{HERTZ, read as get, write as set};

const BAUD: u32 = 115_200;
/// A byte that no UTF-8 text contains.
const DAMAGED: u8 = 0xff;

const GPIO_A: usize = 0x4000_4000;
const GPIO_ALTERNATE: usize = GPIO_A + 0x420;
const GPIO_DIGITAL: usize = GPIO_A + 0x51c;
/// Pins 0 and 1: receive and transmit.
const PINS: u32 = 0b11;

const UART0: usize = 0x4000_c000;
const DATA: usize = UART0;
const FLAGS: usize = UART0 + 0x18;
const BAUD_WHOLE: usize = UART0 + 0x24;
const BAUD_64THS: usize = UART0 + 0x28;
const LINE_CONTROL: usize = UART0 + 0x2c;
const CONTROL: usize = UART0 + 0x30;
const INTERRUPTS: usize = UART0 + 0x38;
const INTERRUPTS_CLEAR: usize = UART0 + 0x44;

const DATA_ERRORS: u32 = 0xf00;
const FLAG_BUSY: u32 = 1 << 3;
const FLAG_NOTHING_RECEIVED: u32 = 1 << 4;
const FLAG_TRANSMIT_FULL: u32 = 1 << 5;
const EIGHT_BITS: u32 = 3 << 5;
const FIFOS: u32 = 1 << 4;
/// The port, its transmitter and its receiver.
const ENABLED: u32 = 1 | 1 << 8 | 1 << 9;
/// The FIFO has received enough, or has held something for long enough.
const RECEIVED: u32 = 1 << 4 | 1 << 6;

const RING: usize = 256;
static BYTES: [AtomicU8; RING] = [const { AtomicU8::new(0) }; RING];
/// The numbers of bytes that went into the ring and came out of it. Only the interrupt changes the
/// first, and only the program the second.
static IN: AtomicUsize = AtomicUsize::new(0);
static OUT: AtomicUsize = AtomicUsize::new(0);

const RECEIVE_INTERRUPT: u16 = 5;

#[derive(Clone, Copy)]
struct Uart0;

// SAFETY: this is the number that the chip uses.
unsafe impl InterruptNumber for Uart0 {
    fn number(self) -> u16 {
        RECEIVE_INTERRUPT
    }
}

/// Sets the port up.
pub fn start() {
    set(GPIO_ALTERNATE, get(GPIO_ALTERNATE) | PINS);
    set(GPIO_DIGITAL, get(GPIO_DIGITAL) | PINS);
    set(CONTROL, 0);
    // The clock divided by sixteen times the baud rate, in 64ths, rounded.
    let divisor = (HERTZ * 8 / BAUD + 1) / 2;
    set(BAUD_WHOLE, divisor / 64);
    set(BAUD_64THS, divisor % 64);
    set(LINE_CONTROL, EIGHT_BITS | FIFOS);
    set(CONTROL, ENABLED);
    set(INTERRUPTS, RECEIVED);
    // SAFETY: the handler uses only the ring, whose parts are atomic.
    unsafe { NVIC::unmask(Uart0) };
}

fn receive() {
    while get(FLAGS) & FLAG_NOTHING_RECEIVED == 0 {
        let end = IN.load(Ordering::Relaxed);
        if end.wrapping_sub(OUT.load(Ordering::Acquire)) == RING {
            // `read` turns them on again when there is room.
            set(INTERRUPTS, 0);
            return;
        }
        let data = get(DATA);
        let byte = if data & DATA_ERRORS == 0 { data as u8 } else { DAMAGED };
        BYTES[end % RING].store(byte, Ordering::Relaxed);
        IN.store(end.wrapping_add(1), Ordering::Release);
    }
    set(INTERRUPTS_CLEAR, RECEIVED);
}

/// Waits for the next byte and returns it.
pub fn read() -> u8 {
    let start = OUT.load(Ordering::Relaxed);
    while start == IN.load(Ordering::Acquire) {
        // If a byte arrived just before this, the clock's interrupt ends the wait.
        cortex_m::asm::wfi();
    }
    let byte = BYTES[start % RING].load(Ordering::Relaxed);
    OUT.store(start.wrapping_add(1), Ordering::Release);
    set(INTERRUPTS, RECEIVED);
    byte
}

/// Whether a whole line has been received, or the ring is full.
pub fn line_waiting() -> bool {
    let (start, end) = (OUT.load(Ordering::Relaxed), IN.load(Ordering::Acquire));
    let waiting = end.wrapping_sub(start);
    let is_end = |index| BYTES[start.wrapping_add(index) % RING].load(Ordering::Relaxed) == b'\n';
    waiting == RING || (0..waiting).any(is_end)
}

/// Waits until [`line_waiting`] is true.
pub fn wait_for_line() {
    while !line_waiting() {
        // As in [`read`].
        cortex_m::asm::wfi();
    }
}

/// Waits until everything has been sent.
pub fn drain() {
    while get(FLAGS) & FLAG_BUSY != 0 {}
}

/// The output.
pub struct Port;

impl fmt::Write for Port {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            while get(FLAGS) & FLAG_TRANSMIT_FULL != 0 {}
            set(DATA, byte.into());
        }
        Ok(())
    }
}

/// Handles all interrupts of the chip; only one is turned on.
#[exception]
unsafe fn DefaultHandler(number: i16) {
    match u16::try_from(number) {
        Ok(RECEIVE_INTERRUPT) => receive(),
        _ => panic!("unexpected exception {number}"),
    }
}
