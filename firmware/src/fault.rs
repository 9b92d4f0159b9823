//! When something goes wrong: the chip starts over, then says what it was, as a GTP error.
//!
//! In this order, because the other side may send the next command as soon as it has an answer. What
//! happened is kept in memory that the start does not clear.

use core::arch::naked_asm;
use core::fmt::{self, Write};
use core::mem::MaybeUninit;
use core::panic::PanicInfo;

use crate::chip::{self, read};
use crate::uart::Port;

const FAULT_STATUS: usize = 0xe000_ed28;
const BUS_FAULT_ADDRESS: usize = 0xe000_ed38;

/// A bus fault whose address is known.
const PRECISE: u32 = 1 << 15;
/// The registers could not be saved on the stack.
const STACKING: u32 = 1 << 12;

/// Where RAM begins; the stack grows towards it.
const RAM: u32 = 0x2000_0000;
/// How far below it an address still looks like a stack's.
const NEAR: u32 = 0x1_0000;

/// Why the chip started over.
#[repr(C)]
struct LastWords {
    /// [`WRITTEN`] if there is a text.
    mark: u32,
    len: usize,
    text: [u8; 192],
}

/// A value that memory is unlikely to have after power on.
const WRITTEN: u32 = 0x6361_6972;

#[unsafe(link_section = ".uninit.LAST_WORDS")]
static mut LAST_WORDS: MaybeUninit<LastWords> = MaybeUninit::uninit();

fn last_words() -> &'static mut LastWords {
    // SAFETY: all bytes are good integers, whatever was left in them. It is called once at the start
    // and once at the end, which nothing interrupts, so there is never a second reference in use.
    unsafe { (*(&raw mut LAST_WORDS)).assume_init_mut() }
}

impl fmt::Write for LastWords {
    /// Keeps what there is room for.
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes().filter(|byte| byte.is_ascii() && *byte != b'\n') {
            if let Some(slot) = self.text.get_mut(self.len) {
                *slot = byte;
                self.len += 1;
            }
        }
        Ok(())
    }
}

/// Answers the command during which the chip started over, if it did.
pub fn answer_failed_command() {
    let words = last_words();
    if words.mark == WRITTEN {
        let text = words.text.get(..words.len).and_then(|text| str::from_utf8(text).ok());
        let _ = write!(Port, "? {}; started over\n\n", text.unwrap_or("fault"));
    }
    words.mark = 0;
}

fn start_over(cause: fmt::Arguments<'_>) -> ! {
    cortex_m::interrupt::disable();
    let words = last_words();
    words.len = 0;
    let _ = words.write_fmt(cause);
    words.mark = WRITTEN;
    chip::reset()
}

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    match info.location() {
        Some(place) => start_over(format_args!("panic: {} ({place})", info.message())),
        None => start_over(format_args!("panic: {}", info.message())),
    }
}

/// The processor comes here when it cannot go on. The stack may be what is wrong, so the first thing
/// is a new one.
#[unsafe(naked)]
#[unsafe(export_name = "HardFault")]
extern "C" fn hard_fault() -> ! {
    naked_asm!("ldr r0, =_stack_start", "mov sp, r0", "b {report}", report = sym report)
}

extern "C" fn report() -> ! {
    let status = read(FAULT_STATUS);
    let address = read(BUS_FAULT_ADDRESS);
    let below = status & PRECISE != 0 && (RAM - NEAR..RAM).contains(&address);
    match status & STACKING != 0 || below {
        true => start_over(format_args!("out of stack")),
        false => start_over(format_args!("fault {status:#x}, address {address:#x}")),
    }
}

/// Causes a fault.
pub fn provoke() -> ! {
    cortex_m::asm::udf()
}
