//! Draws the plot.
//!
//! Lines differ by marker as well as by colour, and have their names at their ends, so that they can
//! be read in grey and by the colour-blind. Many lines, with published ones beside them, would be
//! confusing: then each has its own panel, with the others faint behind it.

use super::figure::{Axis, PlotData, Series};
use super::markdown::{counted, grouped};
use super::svg::{Svg, cut, width, wrap};

const WIDTH: f64 = 900.0;
const SIZE: f64 = 14.0;
const SMALL: f64 = 12.0;
/// The radius of markers.
const RADIUS: f64 = 4.6;
/// The distance between points that are side by side, if there is room.
const BESIDE: f64 = 8.0;
/// How many lines fit in one frame, without and with published ones.
const LINES: (usize, usize) = (4, 3);

/// Colours for the colour-blind (Okabe and Ito, 2008), from the darkest.
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

/// The plot as SVG.
pub fn draw(data: &PlotData) -> String {
    if has_panels(data) { draw_panels(data) } else { draw_together(data) }
}

/// Whether each line has its own panel.
pub fn has_panels(data: &PlotData) -> bool {
    data.lines.len() > if data.published.is_some() { LINES.1 } else { LINES.0 }
}

/// All lines in one frame, each with its name at its end.
fn draw_together(data: &PlotData) -> String {
    let rows = legend_rows(data);
    let top = 46.0 + 22.0 * rows.len() as f64;
    let names: Vec<Vec<String>> = match data.lines.as_slice() {
        // A single line needs no name.
        [_] if !data.named => vec![Vec::new()],
        lines => lines.iter().map(|line| wrap(&line.name, SIZE, 230.0)).collect(),
    };
    let widest = names.iter().flatten().map(|line| width(line, SIZE)).fold(0.0, f64::max);
    let margin = if widest > 0.0 { widest + 54.0 } else { 24.0 };
    let area = Area { left: 52.0, top, width: WIDTH - 52.0 - margin, height: 360.0 };
    let height = top + area.height + 58.0;
    let mut svg = Svg::new(WIDTH, height, &data.title);
    draw_head(&mut svg, data, &rows);
    let frame = Frame::new(data, &data.lines, area);
    frame.draw_background(&mut svg, data, true, true);
    let styles: Vec<Style> = (0..data.lines.len()).map(Style::new).collect();
    let drawn: Vec<(&Series, Style)> = data.lines.iter().zip(styles).collect();
    frame.draw_lines(&mut svg, &drawn);
    draw_names(&mut svg, &frame, &drawn, &names);
    let middle = area.left + area.width / 2.0;
    svg.text((middle, height - 12.0), "middle", "", &data.x_label);
    svg.finish()
}

/// A frame for each line.
fn draw_panels(data: &PlotData) -> String {
    let rows = legend_rows(data);
    let top = 46.0 + 22.0 * rows.len() as f64;
    let columns = if data.lines.len() == 4 { 2 } else { 3 };
    let down = data.lines.len().div_ceil(columns);
    let across = (WIDTH - 46.0 - 16.0) / columns as f64;
    let (panel, between) = (240.0, 58.0);
    let height = top + down as f64 * (panel + between) + 28.0;
    let mut svg = Svg::new(WIDTH, height, &data.title);
    draw_head(&mut svg, data, &rows);
    for (index, line) in data.lines.iter().enumerate() {
        let (column, row) = (index % columns, index / columns);
        let area = Area {
            left: 46.0 + across * column as f64,
            top: top + 24.0 + row as f64 * (panel + between),
            width: across - 18.0,
            height: panel,
        };
        let frame = Frame::new(data, std::slice::from_ref(line), area);
        // The lowest panel of a column has the values below it.
        let lowest = index + columns >= data.lines.len();
        frame.draw_background(&mut svg, data, column == 0, lowest);
        svg.open("class=\"others\" fill=\"none\" stroke=\"#bbb\" stroke-width=\"1\"");
        for other in data.lines.iter().filter(|other| other.name != line.name) {
            let places: Vec<_> = other.points.iter().map(|p| frame.place(p.x, p.rate)).collect();
            svg.polyline(&places, "");
        }
        svg.close();
        let style = Style::new(index);
        frame.draw_lines(&mut svg, &[(line, style)]);
        style.mark(&mut svg, (area.left + 6.0, area.top - 13.0), Fill::Solid, "class=\"key\"", "");
        let name = cut(&line.name, SIZE, area.width - 20.0);
        let at = (area.left + 18.0, area.top - 8.0);
        svg.text(at, "start", "font-weight=\"bold\"", name);
    }
    svg.text((46.0 + (WIDTH - 62.0) / 2.0, height - 12.0), "middle", "", &data.x_label);
    svg.finish()
}

/// The entries of the legend.
#[derive(Clone, Copy)]
enum LegendMark {
    Ours,
    Published,
    Band,
}

/// The legend in rows that fit, each entry with its x.
fn legend_rows(data: &PlotData) -> Vec<Vec<(f64, LegendMark, String)>> {
    let mut entries = vec![(LegendMark::Ours, "ours, with its 95 % interval".to_string())];
    if let Some(whose) = &data.published {
        entries.push((LegendMark::Published, format!("published: {whose}")));
    }
    if let Some(equal) = &data.equal {
        let games = counted(equal.games.into(), "game");
        entries.push((LegendMark::Band, format!("95 % of equal players after {games}")));
    }
    let mut rows: Vec<Vec<(f64, LegendMark, String)>> = vec![Vec::new()];
    let mut x = 0.0;
    for (mark, text) in entries {
        let text = cut(&text, SMALL, WIDTH - 140.0);
        let wide = 34.0 + width(&text, SMALL) + 22.0;
        if x > 0.0 && x + wide > WIDTH - 60.0 {
            rows.push(Vec::new());
            x = 0.0;
        }
        rows.last_mut().expect("a row").push((x, mark, text));
        x += wide;
    }
    rows
}

/// The label of the y axis, and the legend.
fn draw_head(svg: &mut Svg, data: &PlotData, rows: &[Vec<(f64, LegendMark, String)>]) {
    let label = cut(&data.y_label, SIZE, WIDTH - 40.0);
    svg.text((16.0, 24.0), "start", "font-weight=\"bold\"", label);
    svg.open("class=\"key\" font-size=\"12\" fill=\"#444\" stroke-width=\"1.6\"");
    for (row, entries) in rows.iter().enumerate() {
        let y = 46.0 + 22.0 * row as f64;
        for (x, mark, text) in entries {
            let x = 16.0 + x;
            let (left, middle, right) = ((x, y - 4.0), (x + 14.0, y - 4.0), (x + 28.0, y - 4.0));
            match mark {
                LegendMark::Ours => {
                    svg.line(left, right, "stroke=\"#444\"");
                    svg.line((x + 14.0, y - 13.0), (x + 14.0, y + 5.0), "stroke=\"#444\"");
                    svg.circle(middle, RADIUS, "fill=\"#444\"", "");
                }
                LegendMark::Published => {
                    svg.line(left, right, &format!("stroke=\"#444\" {DASHED}"));
                    svg.circle(middle, RADIUS, "fill=\"white\" stroke=\"#444\"", "");
                }
                LegendMark::Band => svg.rect(x, y - 11.0, 28.0, 14.0, "fill=\"#ebebeb\""),
            }
            svg.text((x + 35.0, y), "start", "", text);
        }
    }
    svg.close();
}

/// The names of lines, each as near to the line's end as possible.
fn draw_names(svg: &mut Svg, frame: &Frame, drawn: &[(&Series, Style)], names: &[Vec<String>]) {
    const LINE: f64 = 17.0;
    let end = |line: &Series| match (line.points.last(), line.published.last()) {
        (Some(point), Some((x, _))) if point.x >= *x => point.rate,
        (_, Some((_, rate))) => *rate,
        (point, None) => point.map_or(50.0, |point| point.rate),
    };
    let mut places: Vec<(f64, f64, usize)> = (0..names.len())
        .filter(|index| !names[*index].is_empty())
        .map(|index| {
            let tall = LINE * names[index].len() as f64 + 6.0;
            (frame.y(end(drawn[index].0)) - tall / 2.0, tall, index)
        })
        .collect();
    places.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut free = frame.area.top;
    for (y, tall, _) in &mut places {
        *y = y.max(free);
        free = *y + *tall;
    }
    let mut free = frame.area.top + frame.area.height;
    for (y, tall, _) in places.iter_mut().rev() {
        *y = y.min(free - *tall);
        free = *y;
    }
    let x = frame.area.left + frame.area.width;
    for (y, tall, index) in places {
        let (style, middle) = (drawn[index].1, y + tall / 2.0);
        let stroke = format!("stroke=\"{}\" stroke-width=\"2\"", style.colour);
        svg.line((x + 12.0, middle), (x + 38.0, middle), &stroke);
        style.mark(svg, (x + 25.0, middle), Fill::Solid, "class=\"key\"", "");
        for (row, text) in names[index].iter().enumerate() {
            let baseline = y + 3.0 + LINE * row as f64 + 12.5;
            svg.text((x + 46.0, baseline), "start", "", text);
        }
    }
}

const DASHED: &str = "stroke-dasharray=\"5 4\"";

#[derive(Clone, Copy)]
struct Area {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
}

/// The area of a plot and its axes.
struct Frame {
    area: Area,
    axis: Axis,
    /// The values on the x axis, from left to right.
    values: Vec<f64>,
    /// The rates at the bottom and at the top.
    rates: (f64, f64),
    /// The step between the numbers of the y axis.
    step: f64,
    /// The distance from the edges to the first and last value.
    inset: f64,
}

impl Frame {
    /// A frame for the lines `drawn`. All frames of a plot have the same axes.
    fn new(data: &PlotData, drawn: &[Series], area: Area) -> Self {
        let lines = || data.lines.iter();
        let points = || lines().flat_map(|line| &line.points);
        let published = || lines().flat_map(|line| &line.published);
        let mut values: Vec<f64> =
            points().map(|point| point.x).chain(published().map(|(x, _)| *x)).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let rates = points().flat_map(|point| [point.low, point.high]);
        let rates = rates.chain(published().map(|(_, rate)| *rate));
        let rates = rates.chain(data.equal.iter().flat_map(|equal| [equal.low, equal.high]));
        let (low, high) = rates
            .fold((50.0, 50.0), |(low, high): (f64, f64), rate| (low.min(rate), high.max(rate)));
        // Numbers of the y axis are 10 % apart, or 20 if that is too narrow.
        let rounded = |step: f64| {
            let (low, high) = ((low / step).floor() * step, (high / step).ceil() * step);
            (low.clamp(0.0, 30.0), high.clamp(70.0, 100.0), step)
        };
        let (low, high, step) = match rounded(10.0) {
            (low, high, _) if area.height / (high - low) < 3.0 => rounded(20.0),
            rates => rates,
        };
        let mut frame =
            Frame { area, axis: data.axis.clone(), values, rates: (low, high), step, inset: 14.0 };
        // Leave room for points beside the outermost values, and for names.
        let slots: usize = drawn.iter().map(slots).sum();
        frame.inset = match frame.axis {
            Axis::Names(_) => area.width / (2.0 * frame.values.len() as f64),
            _ => frame.inset + frame.beside(slots) * slots as f64 / 2.0,
        };
        frame
    }

    fn along(&self, x: f64) -> f64 {
        if self.axis == Axis::Log { x.ln() } else { x }
    }

    fn x(&self, x: f64) -> f64 {
        let (first, last) = (self.values[0], self.values[self.values.len() - 1]);
        let (first, last) = (self.along(first), self.along(last));
        let share = if last > first { (self.along(x) - first) / (last - first) } else { 0.5 };
        self.area.left + self.inset + share * (self.area.width - 2.0 * self.inset)
    }

    fn y(&self, rate: f64) -> f64 {
        let (low, high) = self.rates;
        self.area.top + self.area.height * (high - rate) / (high - low)
    }

    fn place(&self, x: f64, rate: f64) -> (f64, f64) {
        (self.x(x), self.y(rate))
    }

    /// Whether lines join the points: not if x is a name.
    fn joins(&self) -> bool {
        !matches!(self.axis, Axis::Names(_))
    }

    /// The distance between `slots` points side by side. Points of one value stay nearer to it than to
    /// the next value.
    fn beside(&self, slots: usize) -> f64 {
        let places: Vec<f64> = self.values.iter().map(|x| self.x(*x)).collect();
        let nearest = places.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::MAX, f64::min);
        BESIDE.min(0.7 * nearest / slots.max(1) as f64)
    }

    /// Band, grid, axes and their numbers.
    fn draw_background(&self, svg: &mut Svg, data: &PlotData, rates: bool, values: bool) {
        let Area { left, top, width: wide, height } = self.area;
        let (right, bottom) = (left + wide, top + height);
        if let Some(equal) = &data.equal {
            let y = self.y(equal.high);
            svg.rect(left, y, wide, self.y(equal.low) - y, "class=\"equal\" fill=\"#ebebeb\"");
        }
        svg.open("stroke=\"#d0d0d0\" stroke-width=\"1\"");
        let shown = |tick: &i32| (self.rates.0..=self.rates.1).contains(&f64::from(*tick));
        let mut ticks: Vec<i32> = (0..=100).step_by(self.step as usize).filter(shown).collect();
        for tick in &ticks {
            let y = self.y(f64::from(*tick));
            svg.line((left, y), (right, y), "");
        }
        svg.close();
        if let Some(equal) = &data.equal {
            let y = self.y(equal.rate);
            svg.line((left, y), (right, y), "stroke=\"#555\" stroke-width=\"1.2\"");
        }
        svg.open("font-size=\"13\" fill=\"#333\"");
        // The line of equal strength has a number too.
        if data.equal.is_some_and(|equal| equal.rate == 50.0) && !ticks.contains(&50) {
            ticks.push(50);
        }
        for tick in ticks.iter().filter(|_| rates) {
            let y = self.y(f64::from(*tick)) + 4.5;
            svg.text((left - 8.0, y), "end", "", tick);
        }
        svg.line((left, bottom), (right, bottom), "stroke=\"#333\" stroke-width=\"1.2\"");
        let mut free = f64::MIN;
        for value in &self.values {
            let x = self.x(*value);
            svg.line((x, bottom), (x, bottom + 5.0), "stroke=\"#333\" stroke-width=\"1.2\"");
            let text = match &self.axis {
                Axis::Names(names) => cut(&names[*value as usize], 13.0, 2.0 * self.inset - 6.0),
                _ if value.fract() == 0.0 && (0.0..1e15).contains(value) => grouped(*value as u64),
                _ => value.to_string(),
            };
            let half = width(&text, 13.0) / 2.0;
            if values && x - half > free {
                svg.text((x, bottom + 20.0), "middle", "", text);
                free = x + half + 4.0;
            }
        }
        svg.close();
    }

    /// The lines, side by side: first the published ones, so that ours are above them.
    fn draw_lines(&self, svg: &mut Svg, drawn: &[(&Series, Style)]) {
        let all: usize = drawn.iter().map(|(line, _)| slots(line)).sum();
        let step = self.beside(all);
        let mut slot = 0;
        let mut offset = || {
            slot += 1;
            step * (slot as f64 - 1.0 - (all as f64 - 1.0) / 2.0)
        };
        let offsets: Vec<(f64, f64)> = drawn
            .iter()
            .map(|(line, _)| {
                let ours = offset();
                (ours, if slots(line) > 1 { offset() } else { ours })
            })
            .collect();
        for ((line, style), (_, beside)) in drawn.iter().zip(&offsets) {
            if line.published.is_empty() {
                continue;
            }
            let place = |(x, rate): &(f64, f64)| (self.x(*x) + beside, self.y(*rate));
            svg.open(&format!("class=\"published\" stroke=\"{}\"", style.colour));
            let places: Vec<_> = line.published.iter().map(place).collect();
            if self.joins() {
                svg.polyline(&places, &format!("fill=\"none\" stroke-width=\"1.4\" {DASHED}"));
            }
            for (at, (_, rate)) in places.into_iter().zip(&line.published) {
                let title = format!("{}: published, {rate:.1} %", line.name);
                style.mark(svg, at, Fill::Hollow, "class=\"published-point\"", &title);
            }
            svg.close();
        }
        for ((line, style), (beside, _)) in drawn.iter().zip(&offsets) {
            let place = |x: f64, rate: f64| (self.x(x) + beside, self.y(rate));
            svg.open(&format!("class=\"series\" stroke=\"{}\"", style.colour));
            let places: Vec<_> = line.points.iter().map(|p| place(p.x, p.rate)).collect();
            if self.joins() {
                svg.polyline(&places, "fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\"");
            }
            for point in &line.points {
                let (low, high) = (place(point.x, point.low), place(point.x, point.high));
                svg.line(low, high, "stroke-width=\"1.4\"");
                for (x, y) in [low, high] {
                    svg.line((x - 3.0, y), (x + 3.0, y), "stroke-width=\"1.4\"");
                }
            }
            for (at, point) in places.into_iter().zip(&line.points) {
                let title = format!(
                    "{}: {:.1} % ({:.1} to {:.1}), {} games",
                    point.label, point.rate, point.low, point.high, point.games
                );
                style.mark(svg, at, Fill::Solid, "class=\"point\"", &title);
            }
            svg.close();
        }
    }
}

/// How many points a line has side by side at each value.
fn slots(line: &Series) -> usize {
    1 + usize::from(!line.published.is_empty())
}

#[derive(Clone, Copy, PartialEq)]
enum Fill {
    Solid,
    Hollow,
}

/// The colour and the marker of a line.
#[derive(Clone, Copy)]
struct Style {
    colour: &'static str,
    shape: usize,
}

impl Style {
    fn new(line: usize) -> Self {
        Style { colour: COLOURS[line % COLOURS.len()], shape: line % COLOURS.len() }
    }

    /// A marker: circle, square, triangle, diamond, triangle on its tip, pentagon.
    fn mark(self, svg: &mut Svg, (x, y): (f64, f64), fill: Fill, attributes: &str, title: &str) {
        let paint = match fill {
            Fill::Solid => {
                format!("fill=\"{0}\" stroke=\"white\" stroke-width=\"0.8\"", self.colour)
            }
            Fill::Hollow => {
                format!("fill=\"white\" stroke=\"{}\" stroke-width=\"1.6\"", self.colour)
            }
        };
        let attributes = format!("{attributes} {paint}");
        // (corners, radius, the angle of the first corner): all of about the same area.
        let (corners, radius, turn) = match self.shape {
            0 => return svg.circle((x, y), RADIUS, &attributes, title),
            1 => (4, 1.26, 0.125),
            2 => (3, 1.45, -0.25),
            3 => (4, 1.3, 0.0),
            4 => (3, 1.45, 0.25),
            _ => (5, 1.15, -0.25),
        };
        let corner = |k: usize| {
            let angle = std::f64::consts::TAU * (turn + k as f64 / f64::from(corners));
            (x + RADIUS * radius * angle.cos(), y + RADIUS * radius * angle.sin())
        };
        let places: Vec<_> = (0..corners as usize).map(corner).collect();
        svg.polygon(&places, &attributes, title);
    }
}
