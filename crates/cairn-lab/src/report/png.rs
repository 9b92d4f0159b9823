//! Pictures as PNG.

use resvg::{tiny_skia, usvg};

/// Why a picture cannot be turned into PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// No fonts are installed.
    #[error("no fonts are installed, so a PNG would have no text: install one, such as DejaVu")]
    Fonts,
    /// The SVG cannot be drawn.
    #[error("the picture cannot be drawn: {0}")]
    Svg(String),
}

/// Converts an SVG to a PNG, `scale` times as wide and as high.
///
/// Its text uses a font of this machine, so other machines may give other bytes.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let installed: Vec<String> = fonts
        .faces()
        .filter_map(|face| face.families.first().map(|(name, _)| name.clone()))
        .collect();
    let known = ["DejaVu Sans", "Liberation Sans", "Noto Sans", "Arial", "Helvetica"];
    let known = known.iter().find(|name| installed.iter().any(|other| other == *name));
    let family = known.map(|name| name.to_string()).or_else(|| installed.first().cloned());
    fonts.set_sans_serif_family(family.ok_or(PngError::Fonts)?);
    let failed = |error: &dyn std::fmt::Display| PngError::Svg(error.to_string());
    let tree = usvg::Tree::from_str(svg, &options).map_err(|error| failed(&error))?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or_else(|| failed(&"no size"))?;
    let mut pixels = tiny_skia::Pixmap::new(size.width(), size.height())
        .ok_or_else(|| failed(&"it is too large"))?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
}
