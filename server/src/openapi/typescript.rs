//! The answers as TypeScript, for the web app's compiler.

use std::collections::BTreeSet;

use godown_core::calls::types;
use godown_core::shape::typescript::declaration;
use godown_core::shape::{Shape, named};

use super::shapes;

/// The whole of `answers.gen.ts`: the shapes that the core's own types do not declare.
///
/// Errors: a name that two shapes have.
pub fn answers() -> Result<String, String> {
    let core = named(types::shapes())?;
    let all = named(shapes())?;
    let (known, own): (Vec<_>, Vec<_>) = all.iter().partition(|(name, _)| core.contains_key(*name));
    let used: BTreeSet<&str> = own.iter().flat_map(|(_, shape)| names(shape)).collect();
    let mut out =
        "// The answers of the server, as TypeScript. Written by `npm run gen`.\n".to_owned();
    out.push_str("import type {\n");
    for (name, _) in known.iter().filter(|(name, _)| used.contains(*name)) {
        out.push_str(&format!("  {name},\n"));
    }
    out.push_str("} from '../core/types.gen'\n");
    for (name, shape) in own {
        declaration(&mut out, name, shape);
    }
    Ok(out)
}

/// The names that stand in a shape itself.
fn names(shape: &Shape) -> Vec<&'static str> {
    match shape {
        Shape::Named(name, _) => vec![*name],
        Shape::List(of) | Shape::Table(of) | Shape::Maybe(of) => names(of),
        Shape::By(key, of) => [names(key), names(of)].concat(),
        Shape::Tuple(of) | Shape::Either(of) => of.iter().flat_map(names).collect(),
        Shape::Object(members) | Shape::Open(members) => {
            members.iter().flat_map(|one| names(&one.shape)).collect()
        }
        Shape::Any
        | Shape::Text
        | Shape::Flag
        | Shape::Integer
        | Shape::Decimal
        | Shape::Words(_) => Vec::new(),
    }
}
