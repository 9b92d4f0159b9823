//! When something goes wrong: say so as a GTP error, then start over.

use core::arch::naked_asm;
use core::fmt::Write;
use core::panic::PanicInfo;

use crate::chip::{self, read};
use crate::uart::{self, Port};

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

#[panic_handler]
fn panic(info: &PanicInfo) -> ! {
    cortex_m::interrupt::disable();
    let _ = write!(Port, "? panic: {}", info.message());
    if let Some(place) = info.location() {
        let _ = write!(Port, " ({}:{})", place.file(), place.line());
    }
    restart()
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
    let _ = match status & STACKING != 0 || below {
        true => write!(Port, "? out of stack"),
        false => write!(Port, "? fault {status:#x}, address {address:#x}"),
    };
    restart()
}

fn restart() -> ! {
    let _ = Port.write_str("; starting over\n\n");
    uart::drain();
    chip::reset()
}

/// Reads where nothing is.
pub fn provoke() -> ! {
    let found = read(0x6000_0000);
    panic!("there is {found:#x} where nothing should be");
}
