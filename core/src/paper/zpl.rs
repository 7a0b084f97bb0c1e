//! A page as ZPL II, the language of label printers, at 203 dpi: the printer draws the codes itself.

use std::fmt::Write;

use super::code128::Code128;
use super::{DOT, Mark, PaperPage, PaperText};

/// The page once or several times.
pub fn written(page: &PaperPage, copies: usize) -> String {
    let mut out = format!("^XA^CI28^PW{}^LL{}^LH0,0", dots(page.width), dots(page.height));
    page.marks.iter().for_each(|mark| draw(&mut out, mark));
    if copies > 1 {
        let _ = write!(out, "^PQ{copies}");
    }
    out + "^XZ\n"
}

fn dots(um: i64) -> i64 {
    (um + DOT / 2) / DOT
}

fn draw(out: &mut String, mark: &Mark) {
    let _ = match mark {
        Mark::Text(PaperText { x, y, size, text, .. }) => {
            // The printer's own letters are narrower than Helvetica: made as wide as they are high they come close.
            let (x, y, size) = (dots(*x), dots(*y), dots(*size));
            write!(out, "^FO{x},{y}^A0N,{size},{size}^FH^FD{}^FS", escaped(text))
        }
        Mark::Bar { x, y, width, height } => {
            let [x, y, width, height] = [x, y, width, height].map(|um| dots(*um).max(1));
            write!(out, "^FO{x},{y}^GB{width},{height},{}^FS", width.min(height))
        }
        Mark::Qr { x, y, module, code } => {
            let (x, y, module) = (dots(*x), dots(*y), dots(*module).clamp(1, 10));
            write!(out, "^FO{x},{y}^BQN,2,{module}^FH^FDQA,{}^FS", escaped(code.text()))
        }
        Mark::Code128 { x, y, height, module, text } => {
            let (x, y, height, module) = (dots(*x), dots(*y), dots(*height), dots(*module));
            let data = Code128::of(text).map(|code| code.for_printer()).unwrap_or_default();
            write!(out, "^FO{x},{y}^BY{module}^BCN,{height},N,N,N^FH^FD{}^FS", escaped(&data))
        }
        // No label has one.
        Mark::Picture { .. } => Ok(()),
    };
}

/// What the printer would take for a command, by its number.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '^' | '~' | '_' | '\\' => out.push_str(&format!("_{:02X}", u32::from(letter))),
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
    out
}
