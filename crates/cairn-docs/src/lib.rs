//! Tests of README.md and docs/. They are a separate crate because they read files outside of the
//! published packages.

/// The Rust examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
