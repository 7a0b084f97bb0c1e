//! Dimensions: what reports group and filter by, and its path in each frame.

mod all;

pub use all::DIMENSIONS;

/// One thing that rows are grouped or filtered by.
#[derive(Debug)]
pub struct Dimension {
    pub key: &'static str,
    pub label: &'static str,
    pub of: ValueKind,
    /// The document type that a value opens; none where there is nothing to open.
    pub opens: Option<&'static str>,
    /// The frames that have it, with the path to it.
    pub paths: &'static [(&'static str, &'static str)],
}

/// The kind of a dimension's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Rows of this frame, told by its `name`.
    Rows(&'static str),
    /// Texts.
    Text,
    Day,
    /// Months as `year * 12 + month - 1`.
    Month,
    /// A number with its unit.
    Number(&'static str),
    /// One of these words.
    Words(&'static [&'static str]),
}

impl Dimension {
    /// Whether figures of trade can be laid out by it: lines of trade have it.
    pub fn is_free(&self) -> bool {
        self.path("line").is_some() && self.key != "paper"
    }

    pub fn path(&self, frame: &str) -> Option<&'static str> {
        self.paths.iter().find(|(of, _)| *of == frame).map(|(_, path)| *path)
    }
}

pub fn dimension(key: &str) -> Option<&'static Dimension> {
    DIMENSIONS.iter().find(|dimension| dimension.key == key)
}

const fn rows(
    key: &'static str,
    label: &'static str,
    frame: &'static str,
    opens: Option<&'static str>,
    paths: &'static [(&'static str, &'static str)],
) -> Dimension {
    Dimension { key, label, of: ValueKind::Rows(frame), opens, paths }
}

const fn text(
    key: &'static str,
    label: &'static str,
    paths: &'static [(&'static str, &'static str)],
) -> Dimension {
    Dimension { key, label, of: ValueKind::Text, opens: None, paths }
}

const fn words(
    key: &'static str,
    label: &'static str,
    words: &'static [&'static str],
    paths: &'static [(&'static str, &'static str)],
) -> Dimension {
    Dimension { key, label, of: ValueKind::Words(words), opens: None, paths }
}
