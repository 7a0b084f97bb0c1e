//! Letters as HTML: what is kept of them is written anew from a few plain tags, so that nothing in them runs.

/// Tags that are kept, without their attributes.
const KEPT: &[&str] = &[
    "a",
    "b",
    "blockquote",
    "br",
    "code",
    "div",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "span",
    "strong",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
];
/// Tags that are left out with everything in them.
const LEFT_OUT: &[&str] = &[
    "script", "style", "iframe", "object", "template", "noscript", "svg", "math", "textarea",
    "title", "xmp", "select",
];

/// The same letter from plain tags alone: of attributes the address of a link stays, where it leads to a page or a
/// mailbox. What is sanitised stays as it is when it is sanitised again.
pub fn sanitised(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        push_text(&mut out, &rest[..at]);
        rest = &rest[at..];
        rest = match Tag::read(rest) {
            None => {
                out.push_str("&lt;");
                &rest[1..]
            }
            Some((tag, behind)) if LEFT_OUT.contains(&tag.name.as_str()) && !tag.closes => {
                after_end(behind, &tag.name)
            }
            Some((tag, behind)) => {
                tag.write(&mut out);
                behind
            }
        };
    }
    push_text(&mut out, rest);
    out
}

/// Text between tags; what is escaped in it already stays so.
fn push_text(out: &mut String, text: &str) {
    out.push_str(&text.replace('>', "&gt;"));
}

/// What stands behind the end of an element that is left out; nothing where it does not end.
fn after_end<'h>(html: &'h str, name: &str) -> &'h str {
    let end = format!("</{name}");
    let small = html.to_ascii_lowercase();
    let Some(at) = small.find(&end) else { return "" };
    let behind = &html[at..];
    behind.find('>').map_or("", |close| &behind[close + 1..])
}

struct Tag {
    name: String,
    closes: bool,
    /// The value of `href`, as it stands.
    href: Option<String>,
}

impl Tag {
    /// The tag that a text begins with, and what stands behind it; none for a lone `<`.
    fn read(html: &str) -> Option<(Tag, &str)> {
        if html.starts_with("<!--") {
            let behind = html.find("-->").map_or("", |at| &html[at + 3..]);
            return Some((Tag { name: String::new(), closes: true, href: None }, behind));
        }
        let body = html.strip_prefix('<')?;
        let closes = body.starts_with('/');
        let body = body.trim_start_matches('/');
        if !body.starts_with(|c: char| c.is_ascii_alphabetic() || c == '!' || c == '?') {
            return None;
        }
        let end = body.find(|c: char| !(c.is_ascii_alphanumeric() || c == '!' || c == '?'));
        let end = end.unwrap_or(body.len());
        let name = body[..end].to_ascii_lowercase();
        let (inside, behind) = split_at_end(&body[end..]);
        Some((Tag { name, closes, href: href(inside) }, behind))
    }

    fn write(&self, out: &mut String) {
        if !KEPT.contains(&self.name.as_str()) {
            return;
        }
        let slash = if self.closes { "/" } else { "" };
        match self.href.as_deref().filter(|_| self.name == "a" && !self.closes) {
            Some(href) if leads_out(href) => {
                let href = href.replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;");
                out.push_str(&format!("<a href=\"{href}\" rel=\"noopener noreferrer\">"));
            }
            _ => out.push_str(&format!("<{slash}{}>", self.name)),
        }
    }
}

/// The inside of a tag and what stands behind it: a `>` in quotes does not end it.
fn split_at_end(text: &str) -> (&str, &str) {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return (&text[..at], &text[at + 1..]),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
    }
    (text, "")
}

fn href(inside: &str) -> Option<String> {
    let small = inside.to_ascii_lowercase();
    let at = small.find("href")?;
    let value = inside[at + 4..].trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next()?;
    let value = match quote {
        '"' | '\'' => value[1..].split(quote).next()?,
        _ => value.split_whitespace().next()?,
    };
    Some(value.to_owned())
}

/// Whether an address leads to a page or a mailbox, written plainly.
fn leads_out(href: &str) -> bool {
    let small = href.to_ascii_lowercase();
    ["https://", "http://", "mailto:"].iter().any(|begin| small.starts_with(begin))
}

#[cfg(test)]
mod tests {
    use super::sanitised;

    #[test]
    fn nothing_that_runs_is_left_and_what_is_left_stays() {
        for (sent, kept) in [
            ("<p>Hello <b>you</b></p>", "<p>Hello <b>you</b></p>"),
            ("<p onclick=\"x()\" style='a'>Hi</p>", "<p>Hi</p>"),
            ("a<script>alert(1)</script>b", "ab"),
            ("a<SCRIPT src=x>alert(1)</SCRIPT >b", "ab"),
            ("a<script>alert(1)", "a"),
            ("<img src=x onerror=alert(1)>b", "b"),
            ("<svg><a href=\"https://x\">x</a></svg>b", "b"),
            ("<a href=\"javascript:alert(1)\">x</a>", "<a>x</a>"),
            ("<a href=\" java\nscript:x\">x</a>", "<a>x</a>"),
            (
                "<a title='>' href='https://x.test/?a=1'>x</a>",
                "<a href=\"https://x.test/?a=1\" rel=\"noopener noreferrer\">x</a>",
            ),
            ("<!-- <b> -->x", "x"),
            ("<!doctype html><body>x</body>", "x"),
            ("1 < 2 > 0 &lt;b&gt;", "1 &lt; 2 &gt; 0 &lt;b&gt;"),
            ("<p title=\"<script>\">x", "<p>x"),
            ("<<b>x", "&lt;<b>x"),
            ("<b", "<b>"),
            ("ünï<i>ç</i>", "ünï<i>ç</i>"),
        ] {
            assert_eq!(sanitised(sent), kept, "{sent}");
            assert_eq!(sanitised(kept), kept, "{kept}");
        }
    }
}
