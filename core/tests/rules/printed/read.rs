//! What is read of a PDF: the lines of its pages, by the file's own tables of what each letter is read as.

use std::collections::BTreeMap;

use miniz_oxide::inflate::decompress_to_vec_zlib;

/// The parts of a content stream.
#[derive(Debug)]
enum Token {
    Text(Vec<u8>),
    Name(String),
    Word(String),
}

/// The objects of a file by number: what stands before their stream, and the stream unpacked.
struct File(BTreeMap<usize, (String, Vec<u8>)>);

fn at(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

impl File {
    fn read(bytes: &[u8]) -> File {
        let mut found = BTreeMap::new();
        let mut rest = bytes;
        while let Some(begin) = at(rest, b" 0 obj\n") {
            let number = rest[..begin].rsplit(|byte| *byte == b'\n').next().unwrap();
            let number = std::str::from_utf8(number).unwrap().parse().unwrap();
            let body = &rest[begin + 7..];
            let end = at(body, b"\nendobj").unwrap();
            let head = at(body, b"\nstream\n").filter(|head| *head < end);
            let told = String::from_utf8_lossy(&body[..head.unwrap_or(end)]).into_owned();
            let raw = head.map_or(&body[..0], |head| {
                let long: usize = after(&told, "/Length ").parse().unwrap();
                &body[head + 8..head + 8 + long]
            });
            let packed = told.contains("/FlateDecode");
            let plain = if packed { decompress_to_vec_zlib(raw).unwrap() } else { raw.to_vec() };
            // A stream may hold the very words that end an object.
            rest = &body[head.map_or(end, |head| head + 8 + raw.len())..];
            found.insert(number, (told, plain));
        }
        File(found)
    }

    fn head(&self, number: usize) -> &str {
        &self.0[&number].0
    }

    fn link(&self, number: usize, key: &str) -> usize {
        after(self.head(number), key).parse().unwrap()
    }

    /// What the letters of a font are read as.
    fn letters(&self, font: usize) -> BTreeMap<u16, String> {
        let cmap = String::from_utf8(self.0[&self.link(font, "/ToUnicode ")].1.clone()).unwrap();
        let pairs = cmap.lines().filter_map(|line| {
            let mut parts = line.split(['<', '>']).filter(|part| !part.trim().is_empty());
            let (code, text) = (parts.next()?, parts.next()?);
            let number = |hex: &str| u16::from_str_radix(hex, 16).ok();
            let units = text.as_bytes().chunks(4).map(|hex| number(std::str::from_utf8(hex).ok()?));
            let units = units.collect::<Option<Vec<u16>>>()?;
            (code.len() == 4).then_some((number(code)?, String::from_utf16(&units).ok()?))
        });
        pairs.collect()
    }
}

fn after<'t>(text: &'t str, key: &str) -> &'t str {
    let rest = text.split_once(key).unwrap_or_else(|| panic!("no {key}in {text}")).1;
    rest.split(|c: char| !c.is_ascii_digit()).next().unwrap()
}

/// The lines of each page, as somebody copies them out of the file.
pub fn lines(bytes: &[u8]) -> Vec<Vec<String>> {
    let file = File::read(bytes);
    let tree = file.0.values().find(|(head, _)| head.contains("/Kids")).unwrap();
    let kids = tree.0.split_once("/Kids [").unwrap().1.split_once(']').unwrap().0;
    let pages = kids.split(" 0 R").filter_map(|one| one.trim().parse::<usize>().ok());
    let pages = pages.map(|page| {
        let head = file.head(page);
        let held = if head.contains("/R ") { page } else { file.link(page, "/Parent ") };
        let fonts = ["R", "B"].map(|name| {
            let font = file.link(held, &format!("/{name} "));
            (name.to_owned(), file.letters(font))
        });
        read(&file.0[&file.link(page, "/Contents ")].1, &BTreeMap::from(fonts))
    });
    pages.collect()
}

fn read(content: &[u8], fonts: &BTreeMap<String, BTreeMap<u16, String>>) -> Vec<String> {
    let mut found = Vec::new();
    let (mut stack, mut whole, mut line) = (Vec::new(), None, String::new());
    let mut font = None;
    for token in tokens(content) {
        match &token {
            Token::Word(word) if word == "BDC" => {
                let text = stack.drain(..).find_map(|one| match one {
                    Token::Text(bytes) => Some(told(&bytes)),
                    _ => None,
                });
                whole = text;
            }
            Token::Word(word) if word == "Tf" => {
                font = stack.drain(..).find_map(|one| match one {
                    Token::Name(name) => fonts.get(&name),
                    _ => None,
                });
            }
            Token::Word(word) if word == "Tj" => {
                if let Some(Token::Text(codes)) = stack.pop() {
                    for code in codes.chunks(2) {
                        let code = u16::from_be_bytes([code[0], code[1]]);
                        line.push_str(font.unwrap().get(&code).map_or("", String::as_str));
                    }
                }
                stack.clear();
            }
            Token::Word(word) if word == "ET" => {
                let letters = std::mem::take(&mut line);
                found.push(whole.take().unwrap_or(letters));
            }
            Token::Word(word) if word.parse::<f64>().is_err() => stack.clear(),
            _ => stack.push(token),
        }
    }
    found
}

/// A text of the file itself: UTF-16 where it says so.
fn told(bytes: &[u8]) -> String {
    match bytes.strip_prefix(&[0xfe, 0xff]) {
        None => bytes.iter().map(|byte| char::from(*byte)).collect(),
        Some(wide) => {
            let units = wide.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]));
            String::from_utf16(&units.collect::<Vec<_>>()).unwrap()
        }
    }
}

fn tokens(content: &[u8]) -> Vec<Token> {
    let mut found = Vec::new();
    let mut at = 0;
    let ends = |byte: u8| byte.is_ascii_whitespace() || b"()<>[]/".contains(&byte);
    while at < content.len() {
        let begin = at;
        at += 1;
        match content[begin] {
            b'(' => {
                let (text, end) = literal(content, at);
                found.push(Token::Text(text));
                at = end;
            }
            b'<' if content.get(at) != Some(&b'<') => {
                let end = at + content[at..].iter().position(|byte| *byte == b'>').unwrap();
                let hex = std::str::from_utf8(&content[at..end]).unwrap();
                let pairs = (0..hex.len()).step_by(2);
                let byte = |from: usize| u8::from_str_radix(&hex[from..from + 2], 16).unwrap();
                found.push(Token::Text(pairs.map(byte).collect()));
                at = end + 1;
            }
            b'<' => at += 1,
            b'>' | b'[' | b']' => {}
            byte if byte.is_ascii_whitespace() => {}
            first => {
                while at < content.len() && !ends(content[at]) {
                    at += 1;
                }
                let text = String::from_utf8_lossy(&content[begin..at]).into_owned();
                found.push(match first {
                    b'/' => Token::Name(text[1..].to_owned()),
                    _ => Token::Word(text),
                });
            }
        }
    }
    found
}

/// A string in brackets, and where it ends.
fn literal(content: &[u8], mut at: usize) -> (Vec<u8>, usize) {
    let (mut text, mut depth) = (Vec::new(), 1);
    loop {
        let byte = content[at];
        at += 1;
        match byte {
            b'\\' => {
                let next = content[at];
                at += 1;
                text.push(match next {
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    b'b' => 8,
                    b'f' => 12,
                    b'0'..=b'7' => {
                        let octal = std::str::from_utf8(&content[at - 1..at + 2]).unwrap();
                        at += 2;
                        u8::from_str_radix(octal, 8).unwrap()
                    }
                    other => other,
                });
                continue;
            }
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return (text, at);
        }
        text.push(byte);
    }
}
