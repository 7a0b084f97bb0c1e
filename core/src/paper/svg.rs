//! A page as SVG in its true size: what a browser shows, prints and saves.

use std::fmt::Write;

use super::code128::Code128;
use super::qr::Qr;
use super::{Mark, PaperPage, PaperText};

/// From the upper edge of a text's box to the line that its letters stand on, in hundredths of its size.
const BASELINE: i64 = 76;
const FONT: &str = "Helvetica, Arial, 'Liberation Sans', sans-serif";

/// Errors of writing are none: a text takes everything.
pub fn written(page: &PaperPage) -> String {
    let (width, height) = (page.width, page.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}mm\" height=\"{}mm\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONT}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>",
        millimetres(width),
        millimetres(height),
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
        Mark::Text(PaperText { x, y, size, bold, text }) => {
            let y = y + size * BASELINE / 100;
            let weight = if *bold { " font-weight=\"700\"" } else { "" };
            let text = escaped(text);
            write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}>{text}</text>")
        }
        Mark::Bar { x, y, width, height } => {
            write!(out, "<path d=\"M{x} {y}h{width}v{height}h-{width}z\"/>")
        }
        Mark::Qr { x, y, module, text } => {
            let path = Qr::of(text).map(|code| code.path(*module)).unwrap_or_default();
            let crisp = "shape-rendering=\"crispEdges\"";
            write!(out, "<path transform=\"translate({x} {y})\" {crisp} d=\"{path}\"/>")
        }
        Mark::Code128 { x, y, height, module, text } => {
            let path = bars(text, *module, *height);
            let crisp = "shape-rendering=\"crispEdges\"";
            write!(out, "<path transform=\"translate({x} {y})\" {crisp} d=\"{path}\"/>")
        }
    };
}

fn bars(text: &str, module: i64, height: i64) -> String {
    let widths = Code128::of(text).map(|code| code.widths()).unwrap_or_default();
    let (mut path, mut x) = (String::new(), 0);
    for (at, width) in widths.iter().enumerate() {
        let wide = width * module;
        if at % 2 == 0 {
            path.push_str(&format!("M{x} 0h{wide}v{height}h-{wide}z"));
        }
        x += wide;
    }
    path
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // No letter of XML at all.
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}
