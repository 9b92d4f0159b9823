#![doc = include_str!("../README.md")]
//!
//! # Where to look
//!
//! There is nothing to change here unless another target should prefer small code to fast code.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Inlines a function by force, except in WebAssembly, where the compiler decides.
///
/// On an `impl` or a trait it does so with every function that has a body there.
///
/// ```
/// use cairn_macros::hot;
///
/// #[hot]
/// fn twice(x: u32) -> u32 {
///     2 * x
/// }
///
/// struct Square(u32);
///
/// #[hot]
/// impl Square {
///     fn area(&self) -> u32 {
///         self.0 * self.0
///     }
/// }
/// assert_eq!([twice(21), Square(3).area()], [42, 9]);
/// ```
#[proc_macro_attribute]
pub fn hot(_: TokenStream, item: TokenStream) -> TokenStream {
    mark_functions(
        "#[cfg_attr(target_family = \"wasm\", inline)]
         #[cfg_attr(not(target_family = \"wasm\"), inline(always))]",
        item,
    )
}

/// Compiles a function only once, although generic functions call it that are compiled many times.
/// On x86-64 it is inlined by force, because its callers are compiled for several processors.
#[proc_macro_attribute]
pub fn once(_: TokenStream, function: TokenStream) -> TokenStream {
    mark_functions(
        "#[cfg_attr(target_arch = \"x86_64\", inline(always))]
         #[cfg_attr(not(target_arch = \"x86_64\"), inline(never))]",
        function,
    )
}

/// Puts attributes before each function that has a body, also in an `impl` or a trait.
fn mark_functions(attributes: &str, items: TokenStream) -> TokenStream {
    let (mut marked, mut item, mut keyword) = (TokenStream::new(), TokenStream::new(), None);
    for mut token in items {
        let is_end = match &token {
            TokenTree::Ident(word) => {
                let word = word.to_string();
                keyword = keyword.or(["fn", "impl", "trait"].into_iter().find(|key| word == *key));
                false
            }
            TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                match keyword {
                    Some("fn") => {
                        marked.extend(attributes.parse::<TokenStream>().expect("two attributes"));
                    }
                    Some(_) => {
                        let functions = mark_functions(attributes, body.stream());
                        token = Group::new(Delimiter::Brace, functions).into();
                    }
                    None => {}
                }
                true
            }
            TokenTree::Punct(sign) => sign.as_char() == ';',
            _ => false,
        };
        item.extend([token]);
        if is_end {
            marked.extend(core::mem::take(&mut item));
            // An `impl` may have braces in its types before those of its body.
            keyword = keyword.filter(|word| *word != "fn");
        }
    }
    marked.extend(item);
    marked
}
