//! Elements of SVG.
//!
//! Plotting libraries leave too little choice of ticks, legends and markers, and lack two features of
//! SVG: groups, and titles that appear under the mouse.

use std::fmt::{Display, Write};

/// A picture under construction.
pub struct Svg {
    text: String,
}

/// Text with XML's special characters escaped.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

impl Svg {
    /// A white picture with a title for screen readers.
    pub fn new(width: f64, height: f64, title: &str) -> Self {
        let mut svg = Svg { text: String::new() };
        let _ = writeln!(
            svg.text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" font-family=\"sans-serif\" \
             font-size=\"14\" fill=\"#222\">\n<title>{}</title>",
            escape(title)
        );
        svg.rect(0.0, 0.0, width, height, "fill=\"white\"");
        svg
    }

    /// Begins a group; its attributes apply to everything in it.
    pub fn open(&mut self, attributes: &str) {
        let _ = writeln!(self.text, "<g {attributes}>");
    }

    /// Ends a group.
    pub fn close(&mut self) {
        self.text.push_str("</g>\n");
    }

    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, attributes: &str) {
        let _ = writeln!(
            self.text,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
             {attributes}/>"
        );
    }

    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), attributes: &str) {
        let _ = writeln!(
            self.text,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" {attributes}/>",
            from.0, from.1, to.0, to.1
        );
    }

    /// A line through several points.
    pub fn polyline(&mut self, places: &[(f64, f64)], attributes: &str) {
        let _ = writeln!(self.text, "<polyline points=\"{}\" {attributes}/>", listed(places));
    }

    /// A closed shape; `title` appears under the mouse.
    pub fn polygon(&mut self, places: &[(f64, f64)], attributes: &str, title: &str) {
        let (places, title) = (listed(places), title_of(title));
        let _ = writeln!(self.text, "<polygon points=\"{places}\" {attributes}>{title}</polygon>");
    }

    /// A circle; `title` appears under the mouse.
    pub fn circle(&mut self, at: (f64, f64), radius: f64, attributes: &str, title: &str) {
        let ((x, y), title) = (at, title_of(title));
        let _ = writeln!(
            self.text,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" {attributes}>{title}</circle>"
        );
    }

    /// A line of text, its baseline at `at`; `anchor` is `start`, `middle` or `end`.
    pub fn text(&mut self, at: (f64, f64), anchor: &str, attributes: &str, text: impl Display) {
        let _ = writeln!(
            self.text,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" {attributes}>{}</text>",
            at.0,
            at.1,
            escape(&text.to_string())
        );
    }

    /// The picture.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

fn title_of(title: &str) -> String {
    if title.is_empty() { String::new() } else { format!("<title>{}</title>", escape(title)) }
}

fn listed(places: &[(f64, f64)]) -> String {
    places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// An estimate of a text's width in a sans-serif font, a little too large.
pub fn width(text: &str, size: f64) -> f64 {
    let em = |c: char| match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | ' ' | '.' | ',' | ':' | ';' | '\'' | '|' => 0.34,
        '(' | ')' | '[' | ']' | '-' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '—' => 0.95,
        'A'..='Z' => 0.72,
        _ => 0.61,
    };
    size * text.chars().map(em).sum::<f64>()
}

/// A text in lines no wider than `room`: broken at blanks and after commas, and cut if that is not
/// enough.
pub fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        for (index, piece) in word.split_inclusive(',').enumerate() {
            let longer = |line: &String| format!("{line}{}{piece}", [" ", ""][index.min(1)]);
            match lines.last_mut() {
                Some(line) if width(&longer(line), size) <= room => *line = longer(line),
                _ => lines.push(cut(piece, size, room)),
            }
        }
    }
    lines
}

/// A text cut to at most `room`.
pub fn cut(text: &str, size: f64, room: f64) -> String {
    let mut kept = text.to_string();
    while width(&kept, size) > room && kept.chars().count() > 2 {
        kept = kept.chars().take(kept.chars().count() - 2).chain(['…']).collect();
    }
    kept
}
