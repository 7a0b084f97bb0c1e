//! A file for Tally as a tree of elements: what XML and JSON have in common.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

/// Deeper than a file of vouchers goes.
const DEEPEST: usize = 32;

/// An element: its attributes, its text, and what stands in it.
#[derive(Default)]
pub(super) struct Node {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub text: String,
    pub inner: Vec<Node>,
}

impl Node {
    /// # Errors
    /// A sentence when the bytes are neither XML nor the JSON that TallyPrime reads.
    pub fn read(bytes: &[u8]) -> Result<Node, String> {
        match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
            Some(b'{') => super::json::tree(bytes),
            _ => tree(bytes),
        }
    }

    pub fn all<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n Node> {
        self.inner.iter().filter(move |node| node.name == name)
    }

    pub fn text(&self, name: &str) -> String {
        self.all(name).next().map(|node| node.text.clone()).unwrap_or_default()
    }

    pub fn attribute(&self, name: &str) -> String {
        let found = self.attributes.iter().find(|(own, _)| own == name);
        found.map(|(_, text)| text.clone()).unwrap_or_default()
    }

    pub fn find<'n>(&'n self, name: &str, found: &mut Vec<&'n Node>) {
        for node in &self.inner {
            if node.name == name {
                found.push(node);
            } else {
                node.find(name, found);
            }
        }
    }
}

fn tree(bytes: &[u8]) -> Result<Node, String> {
    let wrong = |why: String| format!("The file is not XML: {why}");
    let mut reader = Reader::from_reader(bytes);
    let mut open = vec![Node::default()];
    loop {
        match reader.read_event().map_err(|error| wrong(error.to_string()))? {
            Event::Start(start) => {
                if open.len() > DEEPEST {
                    return Err("The file is nested too deep".to_owned());
                }
                open.push(begun(&start).map_err(wrong)?);
            }
            Event::Empty(start) => {
                let node = begun(&start).map_err(wrong)?;
                open.last_mut().ok_or("The file ends early")?.inner.push(node);
            }
            Event::End(_) => {
                let mut node = open.pop().ok_or("The file ends early")?;
                if !node.inner.is_empty() {
                    node.text.clear();
                }
                open.last_mut().ok_or("The file ends early")?.inner.push(node);
            }
            Event::Text(text) => {
                open.last_mut().ok_or("The file ends early")?.text.push_str(&text);
            }
            Event::GeneralRef(name) => {
                let meant = quick_xml::escape::unescape(&format!("&{};", &*name))
                    .map_err(|error| wrong(error.to_string()))?
                    .into_owned();
                open.last_mut().ok_or("The file ends early")?.text.push_str(&meant);
            }
            Event::Eof => break,
            _ => {}
        }
    }
    match open.len() {
        1 => open.pop().ok_or_else(|| "The file is empty".to_owned()),
        _ => Err("The file ends early".to_owned()),
    }
}

fn begun(start: &BytesStart<'_>) -> Result<Node, String> {
    let mut node = Node { name: start.name().as_ref().to_owned(), ..Node::default() };
    for attribute in start.attributes() {
        let attribute = attribute.map_err(|error| error.to_string())?;
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|error| error.to_string())?;
        node.attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
    }
    Ok(node)
}
