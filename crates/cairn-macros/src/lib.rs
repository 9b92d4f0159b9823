#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! There is nothing to change here unless another target should prefer small code to fast code.

use proc_macro::TokenStream;

/// Inlines a function by force, except in WebAssembly, where the compiler decides.
///
/// ```
/// use cairn_macros::hot;
///
/// #[hot]
/// fn twice(x: u32) -> u32 {
///     2 * x
/// }
/// assert_eq!(twice(21), 42);
/// ```
#[proc_macro_attribute]
pub fn hot(_: TokenStream, function: TokenStream) -> TokenStream {
    mark(
        "#[cfg_attr(target_family = \"wasm\", inline)]
         #[cfg_attr(not(target_family = \"wasm\"), inline(always))]",
        function,
    )
}

/// Compiles a function only once, although generic functions call it that are compiled many times.
/// On x86-64 it is inlined by force, because its callers are compiled for several processors.
#[proc_macro_attribute]
pub fn once(_: TokenStream, function: TokenStream) -> TokenStream {
    mark(
        "#[cfg_attr(target_arch = \"x86_64\", inline(always))]
         #[cfg_attr(not(target_arch = \"x86_64\"), inline(never))]",
        function,
    )
}

fn mark(attributes: &str, function: TokenStream) -> TokenStream {
    let mut marked: TokenStream = attributes.parse().expect("two attributes");
    marked.extend(function);
    marked
}
