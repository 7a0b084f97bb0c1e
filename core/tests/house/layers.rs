//! The layers of core: a module uses only what stands above it, and few files import each other.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::{self, Source};

/// From the top: what each layer is called, and the modules that stand in it.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "plain",
        &[
            "json", "shape", "error", "value", "identify", "gst", "words", "formula", "cart",
            "token", "paper", "labels", "rank", "said",
        ],
    ),
    ("kept", &["kept"]),
    ("declare", &["declare", "flow", "schema"]),
    ("rights", &["access"]),
    ("write", &["write"]),
    ("ledger", &["ledger"]),
    ("docs", &["docs"]),
    ("read", &["query", "menu", "audit", "invariant", "table"]),
    ("decide", &["decide", "earlier"]),
    ("report", &["report"]),
    ("folder", &["folder"]),
    ("calls", &["calls"]),
];

/// So many files may import each other: a type, its workflow and what is known when it acts.
const CIRCLE: usize = 3;
/// Where files may: the documents of one business know each other, and so do the parts of a report.
const HONEST: &[&str] = &["docs", "report"];

type Module = Vec<String>;

/// The modules of core with what each imports, and at which line.
struct Imports {
    files: BTreeMap<Module, String>,
    uses: BTreeMap<Module, Vec<(usize, Module)>>,
}

impl Imports {
    fn of(sources: &[Source]) -> Imports {
        let files: BTreeMap<Module, String> =
            sources.iter().map(|one| (module_of(&one.path), one.path.clone())).collect();
        let mut uses = BTreeMap::new();
        for source in sources {
            let own = module_of(&source.path);
            let found = paths(source).into_iter().filter_map(|(line, path)| {
                let module = resolved(&files, &own, &path)?;
                (module != own).then_some((line, module))
            });
            uses.insert(own.clone(), found.collect());
        }
        Imports { files, uses }
    }

    /// The files that a file leads to, itself only where a circle leads back.
    fn reached(&self, from: &Module) -> BTreeSet<&Module> {
        let mut found = BTreeSet::new();
        let mut next: Vec<&Module> = vec![from];
        while let Some(module) = next.pop() {
            for (_, to) in self.uses.get(module).into_iter().flatten() {
                if found.insert(to) {
                    next.push(to);
                }
            }
        }
        found
    }
}

/// `core/src/docs/orders/mod.rs` is `docs::orders`; the crate itself is the empty module.
fn module_of(path: &str) -> Module {
    let path = path.trim_start_matches("core/src/").trim_end_matches(".rs");
    let path = path.trim_end_matches("/mod");
    path.split('/').filter(|part| *part != "lib").map(str::to_owned).collect()
}

/// Every path of a file that begins with `crate` or `super`, a `use` tree as its leaves.
fn paths(source: &Source) -> Vec<(usize, String)> {
    let code = &source.code;
    let mut found = Vec::new();
    for root in ["crate::", "super::"] {
        for (at, _) in code.match_indices(root) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let line = source.line(at);
            found.extend(leaves(&code[at..]).into_iter().map(|path| (line, path)));
        }
    }
    found
}

/// The paths that a tree at the beginning of some code stands for.
fn leaves(code: &str) -> Vec<String> {
    let word = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let end = code.find(|c| !word(c)).unwrap_or(code.len());
    let path = &code[..end];
    let Some(inside) = code[end..].strip_prefix('{').filter(|_| path.ends_with("::")) else {
        return vec![path.trim_end_matches("::").to_owned()];
    };
    let mut found = Vec::new();
    let (mut depth, mut from) = (0_usize, 0);
    for (at, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let leaf = inside[from..at].trim();
                if !leaf.is_empty() {
                    found.extend(leaves(leaf).into_iter().map(|leaf| format!("{path}{leaf}")));
                }
                from = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    found
}

/// The module that a path names or names something in.
fn resolved(files: &BTreeMap<Module, String>, own: &Module, path: &str) -> Option<Module> {
    let mut module: Module = Vec::new();
    for (at, part) in path.split("::").enumerate() {
        match part {
            "crate" => {}
            "super" => {
                if at == 0 {
                    module.clone_from(own);
                }
                module.pop()?;
            }
            part => {
                module.push(part.to_owned());
                if !files.contains_key(&module) {
                    module.pop();
                    break;
                }
            }
        }
    }
    Some(module)
}

/// The place of a module's layer from the top, and its name.
fn layer(module: &Module) -> Option<(usize, &'static str)> {
    let first = module.first()?;
    let at = LAYERS.iter().position(|(_, modules)| modules.contains(&first.as_str()))?;
    Some((at, LAYERS[at].0))
}

#[test]
fn every_module_stands_in_one_layer() {
    let sources = source::rust("core/src");
    let stands: Vec<&str> =
        LAYERS.iter().flat_map(|(_, modules)| modules.iter().copied()).collect();
    let modules: BTreeSet<String> =
        sources.iter().filter_map(|one| module_of(&one.path).into_iter().next()).collect();
    assert_eq!(modules, stands.iter().map(|one| (*one).to_owned()).collect());
    assert_eq!(modules.len(), stands.len(), "a module is named twice");
}

#[test]
fn a_module_uses_only_what_stands_above_it() {
    let imports = Imports::of(&source::rust("core/src"));
    let mut wrong = Vec::new();
    for (module, uses) in &imports.uses {
        let Some((own, name)) = layer(module) else { continue };
        for (line, used) in uses {
            let Some((other, below)) = layer(used) else { continue };
            if other > own {
                let file = &imports.files[module];
                let (from, to) = (module.join("::"), used.join("::"));
                wrong.push(format!(
                    "{file}:{line}: {from} uses {to}, but {name} stands above {below}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn few_files_import_each_other_in_a_circle() {
    let imports = Imports::of(&source::rust("core/src"));
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        imports.files.keys().map(|module| (module, imports.reached(module))).collect();
    let mut wrong = BTreeSet::new();
    for (module, to) in &reached {
        if module.first().is_some_and(|first| HONEST.contains(&first.as_str())) {
            continue;
        }
        let circle: Vec<String> = to
            .iter()
            .filter(|other| reached[**other].contains(module))
            .map(|module| module.join("::"))
            .collect();
        if circle.len() > CIRCLE {
            wrong.insert(circle.join(", "));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_tree_of_imports_is_read_as_its_leaves() {
    let tree = "crate::docs::{self, orders::{ORDER, flow as rows}, seed};";
    let wanted = [
        "crate::docs::self",
        "crate::docs::orders::ORDER",
        "crate::docs::orders::flow",
        "crate::docs::seed",
    ];
    assert_eq!(leaves(tree), wanted);
}
