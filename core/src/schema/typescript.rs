//! The declarations as TypeScript: what the web app knows of documents, checked by its compiler.

use std::fmt::Write;

use super::{DocType, Field, Kind, Need, offered};
use crate::declare::case::Register;
use crate::shape::Shape;
use crate::shape::typescript::{declaration, literal};

/// The records and statuses of every type.
pub fn records(register: &Register) -> String {
    let mut out = String::new();
    for def in register.types {
        type_of(&mut out, def);
    }
    table(&mut out, register, "Records", "Record");
    table(&mut out, register, "Statuses", "Status");
    out
}

/// A name in PascalCase: `sales_return` is `SalesReturn`.
pub fn pascal(key: &str) -> String {
    key.split('_')
        .map(|word| {
            let (first, rest) = word.split_at(word.len().min(1));
            format!("{}{rest}", first.to_ascii_uppercase())
        })
        .collect()
}

fn named_union(out: &mut String, name: &str, of: &[&'static str]) {
    declaration(out, name, &Shape::Words(of.to_vec()));
}

fn type_of(out: &mut String, def: &DocType) {
    let name = pascal(def.key);
    named_union(out, &format!("{name}Status"), def.flow.statuses);
    let _ = writeln!(out, "\n/** {} */\nexport interface {name}Record {{", def.label);
    members(out, def.fields, 1);
    let _ = writeln!(out, "}}");
}

fn members(out: &mut String, fields: &'static [Field], depth: usize) {
    let indent = "  ".repeat(depth);
    for field in offered(fields) {
        let optional = if field.need == Need::Always && !field.computed { "" } else { "?" };
        let _ = write!(out, "{indent}{}{optional}: ", field.key);
        value(out, field.kind, depth);
        out.push('\n');
    }
}

fn value(out: &mut String, kind: Kind, depth: usize) {
    match kind {
        Kind::Int { .. } | Kind::Instant => out.push_str("number"),
        Kind::Bool => out.push_str("boolean"),
        Kind::Choice(of) => {
            let keys: Vec<String> = of.iter().map(|(key, _)| literal(key)).collect();
            out.push_str(&keys.join(" | "));
        }
        Kind::Group(fields) => object(out, fields, depth),
        Kind::Rows { fields, .. } => {
            object(out, fields, depth);
            out.push_str("[]");
        }
        Kind::Many(of) => {
            out.push('(');
            value(out, *of, depth);
            out.push_str(")[]");
        }
        Kind::Text { .. }
        | Kind::Note { .. }
        | Kind::Code(_)
        | Kind::Date
        | Kind::Time
        | Kind::Link(_)
        | Kind::Reason(_)
        | Kind::Secret
        | Kind::File => out.push_str("string"),
    }
}

fn object(out: &mut String, fields: &'static [Field], depth: usize) {
    out.push_str("{\n");
    members(out, fields, depth + 1);
    out.push_str(&"  ".repeat(depth));
    out.push('}');
}

/// From a type's key to its record or statuses.
fn table(out: &mut String, register: &Register, name: &str, suffix: &str) {
    let _ = writeln!(out, "\nexport interface {name} {{");
    for def in register.types {
        let _ = writeln!(out, "  {}: {}{suffix}", def.key, pascal(def.key));
    }
    out.push_str("}\n");
}
