//! After a panic or a fault, the chip restarts and then reports what happened, as a GTP error.
//!
//! It restarts first, because the other side may send the next command as soon as it has read the
//! error. The message is kept in memory that a restart does not clear.

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
/// An address at most this far below RAM means a stack overflow.
const NEAR: u32 = 0x1_0000;

/// The message of the last panic or fault.
#[repr(C)]
struct CrashMessage {
    /// [`WRITTEN`] if there is a message.
    mark: u32,
    len: usize,
    text: [u8; 192],
}

/// A value that memory is unlikely to have after power on.
const WRITTEN: u32 = 0x6361_6972;

#[unsafe(link_section = ".uninit.CRASH_MESSAGE")]
static mut CRASH_MESSAGE: MaybeUninit<CrashMessage> = MaybeUninit::uninit();

fn crash_message() -> &'static mut CrashMessage {
    // SAFETY: any bytes are valid integers. It is called once at the start and once at the end, and
    // nothing interrupts these two calls, so there is never a second reference in use.
    unsafe { (*(&raw mut CRASH_MESSAGE)).assume_init_mut() }
}

impl fmt::Write for CrashMessage {
    /// Keeps as much as fits.
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

/// If the chip restarted during a command, answers that command with an error.
pub fn report_last() {
    let message = crash_message();
    if message.mark == WRITTEN {
        let text = message.text.get(..message.len).and_then(|text| str::from_utf8(text).ok());
        let _ = write!(Port, "? {}; started over\n\n", text.unwrap_or("fault"));
    }
    message.mark = 0;
}

fn start_over(cause: fmt::Arguments<'_>) -> ! {
    cortex_m::interrupt::disable();
    let message = crash_message();
    message.len = 0;
    let _ = message.write_fmt(cause);
    message.mark = WRITTEN;
    chip::reset()
}

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    match info.location() {
        Some(place) => start_over(format_args!("panic: {} ({place})", info.message())),
        None => start_over(format_args!("panic: {}", info.message())),
    }
}

/// The handler for faults. The stack may be the cause, so it first starts a new one.
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

/// Causes a fault: executes an undefined instruction.
pub fn provoke() -> ! {
    cortex_m::asm::udf()
}
