//! Cairn for C and WebAssembly: every game of the registry and every agent, in memory that the caller
//! gives. Come here to change what other languages see.
//!
//! `abi` is the interface (and `include/cairn.h` is made of it), `player` puts a player into a
//! buffer, `record` keeps the real game.
//!
//! Nothing is allocated. Without the `std` feature nothing of an operating system is needed either.
#![cfg_attr(not(feature = "std"), no_std)]

pub mod abi;
mod player;
mod record;
mod signature;
mod text;

/// A mistake in the library: there is nobody to tell, and nothing to go on with.
#[cfg(not(feature = "std"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    #[cfg(target_family = "wasm")]
    core::arch::wasm32::unreachable();
    #[cfg(not(target_family = "wasm"))]
    loop {
        core::hint::spin_loop();
    }
}
