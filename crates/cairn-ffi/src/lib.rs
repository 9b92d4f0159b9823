#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! Come here to change what other languages see: `abi` is the interface (`include/cairn.h` is generated
//! from it), `player` creates a player in a buffer. The C program above, in Rust:
//!
//! ```
//! use cairn::abi::*;
//! use core::ptr::null_mut;
//!
//! let (game, agent) = (c"go9", c"graver2:memory=48KiB,playouts=1000");
//! let mut buffer = [0_u64; 64 * 1024 / 8];
//! let mut text = [0; 16];
//! let best = unsafe {
//!     let (place, size) = (buffer.as_mut_ptr().cast(), size_of_val(&buffer));
//!     let player = cairn_create(place, size, game.as_ptr(), agent.as_ptr(), 1, null_mut(), 0);
//!     let player = player.expect("48 KiB are enough");
//!     while cairn_step(Some(player), 1000) > 0 {}
//!     cairn_best(Some(player), text.as_mut_ptr(), text.len());
//!     assert!(cairn_play(Some(player), text.as_ptr(), null_mut(), 0));
//!     core::ffi::CStr::from_ptr(text.as_ptr())
//! };
//! assert!((2..=4).contains(&best.count_bytes())); // E5, or pass
//! ```
#![cfg_attr(not(feature = "std"), no_std)]

pub mod abi;
mod error;
mod go;
mod player;
mod signature;
mod text;

/// A bug in the library. Without an operating system there is nothing to report it to.
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
