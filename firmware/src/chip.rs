//! The LM3S6965: its clock, the time, a restart.

use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m::Peripherals;
use cortex_m::peripheral::SCB;
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::exception;

/// Processor cycles in a second, after [`start`].
pub const HERTZ: u32 = 50_000_000;

const SYSCTL: usize = 0x400f_e000;
const RIS: usize = SYSCTL + 0x050;
const RCC: usize = SYSCTL + 0x060;
const RCGC1: usize = SYSCTL + 0x104;
const RCGC2: usize = SYSCTL + 0x108;

const PLL_LOCKED: u32 = 1 << 6;
const RCC_MAIN_OSCILLATOR_OFF: u32 = 1;
const RCC_SOURCE: u32 = 3 << 4;
const RCC_CRYSTAL: u32 = 0xf << 6;
const RCC_CRYSTAL_8_MHZ: u32 = 0xe << 6;
const RCC_BYPASS: u32 = 1 << 11;
const RCC_PLL_OFF: u32 = 1 << 13;
const RCC_USE_DIVIDER: u32 = 1 << 22;
const RCC_DIVIDER: u32 = 0xf << 23;
/// Divides the PLL's 200 MHz by four.
const RCC_DIVIDE_BY_4: u32 = 3 << 23;

static MILLIS: AtomicU32 = AtomicU32::new(0);

/// Reads a register.
pub fn read(register: usize) -> u32 {
    // SAFETY: callers pass registers of this chip; reading them does not touch Rust's memory.
    unsafe { core::ptr::with_exposed_provenance::<u32>(register).read_volatile() }
}

/// Writes a register.
pub fn write(register: usize, value: u32) {
    // SAFETY: as above; no register that is written changes memory.
    unsafe { core::ptr::with_exposed_provenance_mut::<u32>(register).write_volatile(value) }
}

/// Switches from the slow clock after a reset to 50 MHz, in the data sheet's order, turns on the
/// serial port and its pins, and starts the millisecond clock.
pub fn start() {
    let slow = (read(RCC) | RCC_BYPASS) & !RCC_USE_DIVIDER;
    write(RCC, slow);
    let crystal = slow & !(RCC_MAIN_OSCILLATOR_OFF | RCC_SOURCE | RCC_CRYSTAL | RCC_PLL_OFF);
    let locking = crystal | RCC_CRYSTAL_8_MHZ;
    write(RCC, locking);
    let divided = (locking & !RCC_DIVIDER) | RCC_DIVIDE_BY_4 | RCC_USE_DIVIDER;
    write(RCC, divided);
    while read(RIS) & PLL_LOCKED == 0 {}
    write(RCC, divided & !RCC_BYPASS);

    write(RCGC1, read(RCGC1) | 1);
    write(RCGC2, read(RCGC2) | 1);

    if let Some(mut core) = Peripherals::take() {
        core.SYST.set_clock_source(SystClkSource::Core);
        core.SYST.set_reload(HERTZ / 1000 - 1);
        core.SYST.clear_current();
        core.SYST.enable_counter();
        core.SYST.enable_interrupt();
    }
}

#[exception]
fn SysTick() {
    MILLIS.fetch_add(1, Ordering::Relaxed);
}

/// Milliseconds since the start.
pub fn millis() -> u64 {
    MILLIS.load(Ordering::Relaxed).into()
}

/// Restarts the chip, as after power on.
pub fn reset() -> ! {
    SCB::sys_reset()
}
