//! Tests that the README and the pages of docs/ are right. They are a crate of their own because
//! they read files outside of any package that is published.

/// The examples in Rust of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
