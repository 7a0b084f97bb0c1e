//! A page as SVG in its true size: what a browser shows, prints and saves.

use std::fmt::Write;

use super::code128::Code128;
use super::{Mark, PaperPage, PaperText};

/// From the upper edge of a text's box to the line that its letters stand on, in hundredths of its size.
pub const BASELINE: i64 = 76;
/// The family of a label's letters.
pub const FAMILY: &str = "Helvetica, Arial, 'Liberation Sans', sans-serif";

/// Errors of writing are none: a text takes everything.
pub fn written(page: &PaperPage) -> String {
    let (width, height) = (page.width, page.height);
    let named = match page.name.as_str() {
        "" => String::new(),
        // The letters stand where they were measured, whatever the size on the screen.
        name => format!(
            " text-rendering=\"geometricPrecision\" role=\"article\" aria-label=\"{}\"",
            escaped(name)
        ),
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{}\"{named}>\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>",
        millimetres(width),
        millimetres(height),
        page.family,
    );
    page.marks.iter().for_each(|mark| draw(&mut out, mark));
    out + "</svg>"
}

/// Micrometres as millimetres, without zeros at the end.
fn millimetres(um: i64) -> String {
    let text = format!("{}.{:03}", um / 1_000, um % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn draw(out: &mut String, mark: &Mark) {
    let _ = match mark {
        Mark::Text(PaperText { x, y, size, bold, quiet, text }) => {
            let y = y + size * BASELINE / 100;
            let weight = if *bold { " font-weight=\"700\"" } else { "" };
            let fill = if *quiet { " fill=\"#55556a\"" } else { "" };
            let text = escaped(text);
            write!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}{fill}>{text}</text>"
            )
        }
        Mark::Bar { x, y, width, height } => {
            write!(out, "<path d=\"M{x} {y}h{width}v{height}h-{width}z\"/>")
        }
        Mark::Qr { x, y, module, code } => {
            let path = code.path(*module);
            let crisp = "shape-rendering=\"crispEdges\"";
            let told = if code.is_dense() { " role=\"img\" aria-label=\"QR code\"" } else { "" };
            write!(out, "<path transform=\"translate({x} {y})\" {crisp}{told} d=\"{path}\"/>")
        }
        Mark::Code128 { x, y, height, module, text } => {
            let path = bars(text, *module, *height);
            let crisp = "shape-rendering=\"crispEdges\"";
            write!(out, "<path transform=\"translate({x} {y})\" {crisp} d=\"{path}\"/>")
        }
        Mark::Picture { x, y, width, height, picture } => {
            let (at, size) =
                (format!("x=\"{x}\" y=\"{y}\""), format!("width=\"{width}\" height=\"{height}\""));
            let told = "preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Logo\"";
            write!(out, "<image {at} {size} {told} href=\"{}\"/>", picture.address)
        }
    };
}

/// Where its bars stand and how wide they are.
pub fn bars_of(text: &str, module: i64) -> Vec<(i64, i64)> {
    let widths = Code128::of(text).map(|code| code.widths()).unwrap_or_default();
    let (mut found, mut x) = (Vec::new(), 0);
    for (at, width) in widths.iter().enumerate() {
        let wide = width * module;
        if at % 2 == 0 {
            found.push((x, wide));
        }
        x += wide;
    }
    found
}

fn bars(text: &str, module: i64, height: i64) -> String {
    let bar = |(x, wide)| format!("M{x} 0h{wide}v{height}h-{wide}z");
    bars_of(text, module).into_iter().map(bar).collect()
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // No letter of XML at all.
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}
