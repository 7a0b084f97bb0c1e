//! The declarations as TypeScript: what the web app knows of documents, checked by its compiler.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::status::{StatusFill, StatusIcon, StatusInk, StatusLook};
use super::{DocType, Field, Kind, Need};
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

/// How every status is shown.
///
/// Errors: a status of a workflow of which no type tells, or two tell differently.
pub fn looks(register: &Register) -> Result<String, String> {
    let mut out = String::new();
    named_union(&mut out, "StatusIcon", &words(StatusIcon::ALL, StatusIcon::name));
    named_union(&mut out, "StatusInk", &words(StatusInk::ALL, StatusInk::name));
    named_union(&mut out, "StatusFill", &words(StatusFill::ALL, StatusFill::name));
    out.push_str(
        "\nexport const STATUS_LOOKS: Record<\n  Statuses[keyof Statuses],\n  \
         { icon: StatusIcon; ink: StatusInk; fill: StatusFill }\n> = {\n",
    );
    for (status, StatusLook { icon, ink, fill }) in status_looks(register)? {
        let (icon, ink, fill) = (literal(icon.name()), literal(ink.name()), literal(fill.name()));
        let status = literal(status);
        let _ = writeln!(out, "  {status}: {{ icon: {icon}, ink: {ink}, fill: {fill} }},");
    }
    out.push_str("}\n");
    Ok(out)
}

fn words<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|one| name(*one)).collect()
}

fn status_looks(
    register: &Register,
) -> Result<BTreeMap<&'static str, &'static StatusLook>, String> {
    let told = |status: &str| {
        let all = register.types.iter().flat_map(|def| def.looks);
        let mut found = all.filter(|(word, _)| *word == status).map(|(_, look)| look);
        let look =
            found.next().ok_or_else(|| format!("{status}: no type tells how it is shown"))?;
        match found.find(|other| *other != look) {
            Some(_) => Err(format!("{status}: two types tell differently how it is shown")),
            None => Ok(look),
        }
    };
    let all = register.types.iter().flat_map(|def| def.flow.statuses);
    all.map(|status| Ok((*status, told(status)?))).collect()
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
    for field in fields.iter() {
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
