//! Pieces of Markdown.

use std::fmt::Write;

/// Shown where there are no games.
pub const NOTHING: &str = "–";

/// Text with Markdown's special characters escaped, in one line.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if "\\`*_[]<>|#&~$".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Text as inline code.
pub fn code(text: &str) -> String {
    let text = text.replace(['`', '\n'], " ").replace('|', "\\|");
    format!("`{text}`")
}

/// A table. A column whose header starts with `>` is aligned to the right.
pub struct MarkdownTable {
    columns: usize,
    text: String,
}

impl MarkdownTable {
    /// A table without rows.
    pub fn new<S: AsRef<str>>(header: &[S]) -> Self {
        let mut table = MarkdownTable { columns: header.len(), text: String::new() };
        let names = header.iter().map(|name| name.as_ref().trim_start_matches('>').to_string());
        table.row(names.collect());
        let rule = |name: &S| if name.as_ref().starts_with('>') { "---:" } else { "---" };
        table.row(header.iter().map(|name| rule(name).to_string()).collect());
        table
    }

    /// Adds a row, whose cells are Markdown.
    pub fn row(&mut self, cells: Vec<String>) {
        assert_eq!(cells.len(), self.columns, "a cell for each column");
        let _ = writeln!(self.text, "| {} |", cells.join(" | "));
    }

    /// The table as Markdown.
    pub fn finish(self) -> String {
        self.text
    }
}

/// A section that can be opened.
pub fn details(summary: &str, inside: &str) -> String {
    format!("<details><summary>{summary}</summary>\n\n{inside}\n</details>\n")
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

/// `1 game`, `2,000 games`
pub fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A rate in percent, without the sign.
pub fn percent(rate: f64) -> String {
    format!("{:.1}", 100.0 * rate)
}

/// A whole number with its sign.
pub fn signed(number: f64) -> String {
    let size = if number.is_infinite() { "∞".into() } else { format!("{:.0}", number.abs()) };
    match size.as_str() {
        "0" => size,
        _ if number < 0.0 => format!("−{size}"),
        _ => format!("+{size}"),
    }
}
