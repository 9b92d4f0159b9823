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
    const HOT: &str = "#[cfg_attr(target_family = \"wasm\", inline)]
                       #[cfg_attr(not(target_family = \"wasm\"), inline(always))]";
    match item.clone().into_iter().find_map(block_kind) {
        Some("fn") | None => mark(HOT, item),
        Some(_) => {
            let mut item: Vec<TokenTree> = item.into_iter().collect();
            let Some(TokenTree::Group(block)) = item.pop() else {
                panic!("#[hot] is for a function, an impl or a trait")
            };
            let functions = mark_each(HOT, block.stream());
            item.push(Group::new(Delimiter::Brace, functions).into());
            item.into_iter().collect()
        }
    }
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

/// What a token says about the item that it begins.
fn block_kind(token: TokenTree) -> Option<&'static str> {
    let TokenTree::Ident(word) = token else { return None };
    ["fn", "impl", "trait"].into_iter().find(|kind| word.to_string() == *kind)
}

fn mark(attributes: &str, function: TokenStream) -> TokenStream {
    let mut marked: TokenStream = attributes.parse().expect("two attributes");
    marked.extend(function);
    marked
}

/// Marks the functions with a body among the items of a block.
fn mark_each(attributes: &str, items: TokenStream) -> TokenStream {
    let (mut marked, mut item, mut is_function) = (TokenStream::new(), TokenStream::new(), false);
    for token in items {
        is_function |= matches!(&token, TokenTree::Ident(word) if word.to_string() == "fn");
        let is_body =
            matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let is_end = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == ';');
        item.extend([token]);
        if is_body || is_end {
            let item = core::mem::take(&mut item);
            let is_hot = core::mem::take(&mut is_function) && is_body;
            marked.extend(if is_hot { mark(attributes, item) } else { item });
        }
    }
    marked.extend(item);
    marked
}
