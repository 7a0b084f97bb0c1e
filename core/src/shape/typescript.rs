//! Shapes as TypeScript.

use std::fmt::Write;

use super::{Member, Shape};

/// One declaration: an interface where the shape is an object, else a name for a type.
pub fn declaration(out: &mut String, name: &str, shape: &Shape) {
    let _ = match shape {
        Shape::Object(_) | Shape::Open(_) => {
            writeln!(out, "\nexport interface {name} {}", told(shape, 0))
        }
        Shape::Words(words) => writeln!(out, "\nexport type {name} =").and_then(|()| {
            words.iter().try_for_each(|word| writeln!(out, "  | {}", literal(word)))
        }),
        shape => writeln!(out, "\nexport type {name} = {}", told(shape, 0)),
    };
}

fn members_of(out: &mut String, members: &[Member], depth: usize) {
    for member in members {
        let mark = if member.optional { "?" } else { "" };
        let told = told(&member.shape, depth);
        let _ = writeln!(out, "{}{}{mark}: {told}", "  ".repeat(depth), member.key);
    }
}

fn told(shape: &Shape, depth: usize) -> String {
    match shape {
        Shape::Any => "unknown".to_owned(),
        Shape::Text => "string".to_owned(),
        Shape::Flag => "boolean".to_owned(),
        Shape::Integer | Shape::Decimal => "number".to_owned(),
        Shape::Words(words) => {
            words.iter().map(|word| literal(word)).collect::<Vec<_>>().join(" | ")
        }
        Shape::List(of) => format!("{}[]", inside(of, depth)),
        Shape::Tuple(of) => {
            let places: Vec<String> = of.iter().map(|one| told(one, depth)).collect();
            format!("[{}]", places.join(", "))
        }
        Shape::Table(of) => format!("Record<string, {}>", told(of, depth)),
        Shape::By(key, of) => {
            format!("Partial<Record<{}, {}>>", told(key, depth), told(of, depth))
        }
        Shape::Maybe(of) => format!("{} | null", inside(of, depth)),
        Shape::Either(of) => of.iter().map(|one| told(one, depth)).collect::<Vec<_>>().join(" | "),
        Shape::Object(members) | Shape::Open(members) => {
            let mut out = "{\n".to_owned();
            members_of(&mut out, members, depth + 1);
            if matches!(shape, Shape::Open(_)) {
                out += &format!("{}[key: string]: unknown\n", "  ".repeat(depth + 1));
            }
            out + &"  ".repeat(depth) + "}"
        }
        Shape::Named(name, _) => (*name).to_owned(),
    }
}

/// A type as a part of another, in brackets where it has several.
fn inside(shape: &Shape, depth: usize) -> String {
    let text = told(shape, depth);
    match shape {
        Shape::Words(_) | Shape::Maybe(_) | Shape::Either(_) => format!("({text})"),
        _ => text,
    }
}

/// A text in single quotes.
pub fn literal(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
