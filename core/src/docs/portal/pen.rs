//! A pen for the portals' JSON: money and quantities are written digit by digit, which no float could promise.

use serde_json::Value;

/// JSON as it is written, key by key.
#[derive(Debug, Default)]
pub struct Pen {
    text: String,
}

impl Pen {
    /// The JSON written so far.
    pub fn done(self) -> String {
        self.text
    }

    /// An object, under a key or (where the key is empty) in a list.
    pub fn object(&mut self, key: &str, write: impl FnOnce(&mut Pen)) {
        self.within(key, ['{', '}'], write);
    }

    /// A list, under a key or alone.
    pub fn list(&mut self, key: &str, write: impl FnOnce(&mut Pen)) {
        self.within(key, ['[', ']'], write);
    }

    /// A text as the portals take it: no control characters, quotation marks or backslashes, at most so many letters.
    pub fn text(&mut self, key: &str, text: &str, most: usize) {
        let text = taken(text, most);
        self.raw(key, &Value::from(text).to_string());
    }

    /// A whole number.
    pub fn int(&mut self, key: &str, number: i64) {
        self.raw(key, &number.to_string());
    }

    /// Rupees with two decimals, from paise; a percentage from basis points.
    pub fn hundredths(&mut self, key: &str, amount: i64) {
        self.raw(key, &fixed(amount, 100, 2));
    }

    /// A number with three decimals, from thousandths.
    pub fn thousandths(&mut self, key: &str, number: i64) {
        self.raw(key, &fixed(number, 1_000, 3));
    }

    fn within(&mut self, key: &str, [open, close]: [char; 2], write: impl FnOnce(&mut Pen)) {
        self.raw(key, "");
        self.text.push(open);
        write(self);
        self.text.push(close);
    }

    fn raw(&mut self, key: &str, value: &str) {
        if !self.text.is_empty() && !self.text.ends_with(['{', '[']) {
            self.text.push(',');
        }
        if !key.is_empty() {
            self.text.push('"');
            self.text.push_str(key);
            self.text.push_str("\":");
        }
        self.text.push_str(value);
    }
}

/// A text without what the portals refuse, cut to so many letters.
pub fn taken(text: &str, most: usize) -> String {
    let plain = text.chars().map(|letter| match letter {
        '"' => '\'',
        '\\' => '/',
        other if other.is_control() => ' ',
        other => other,
    });
    let words: String = plain.collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(most).collect::<String>().trim_end().to_owned()
}

fn fixed(number: i64, parts: u64, places: usize) -> String {
    let sign = if number < 0 { "-" } else { "" };
    let size = number.unsigned_abs();
    format!("{sign}{}.{:0places$}", size / parts, size % parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_written_from_paise_to_the_last_digit() {
        let mut pen = Pen::default();
        pen.object("", |pen| {
            pen.hundredths("a", 123_456_789_012_345);
            pen.hundredths("b", -5);
            pen.thousandths("c", 20_501);
            pen.list("d", |pen| pen.int("", 7));
            pen.text("e", "6\" pipe\\\n  no. 2", 12);
        });
        let want = r#"{"a":1234567890123.45,"b":-0.05,"c":20.501,"d":[7],"e":"6' pipe/ no."}"#;
        assert_eq!(pen.done(), want);
    }
}
