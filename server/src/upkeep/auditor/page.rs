//! The folder's page: a few files by hand, and the rules as WebAssembly in a script, as a browser loads it from a disk.

use anyhow::{Context, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../wasm/pkg/folder"]
struct Rules;

const PAGE: &str = include_str!("index.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");
const README: &str = include_str!("README.txt");

/// The page's files by their names in the folder.
///
/// # Errors
/// Where this program was built without the rules for browsers.
pub fn files() -> anyhow::Result<Vec<(&'static str, Vec<u8>)>> {
    Ok(vec![
        ("index.html", PAGE.as_bytes().to_vec()),
        ("page/page.css", STYLE.as_bytes().to_vec()),
        ("page/page.js", SCRIPT.as_bytes().to_vec()),
        ("page/rules.js", rules()?.into_bytes()),
        ("README.txt", README.as_bytes().to_vec()),
    ])
}

/// The glue and the module as one script: a page that was opened from a disk may neither import a module nor fetch.
fn rules() -> anyhow::Result<String> {
    let file =
        |name: &str| Rules::get(name).context("this program was built without the auditor's page");
    let glue = String::from_utf8(file("godown_wasm.js")?.data.into_owned())?;
    let module = STANDARD.encode(file("godown_wasm_bg.wasm")?.data);
    let glue = glue.replace("import.meta.url", "''");
    let mut script = String::with_capacity(glue.len() + module.len() + 512);
    script.push_str("var rules = (function () {\n");
    for line in glue.lines() {
        let line = match line.strip_prefix("export ") {
            // A list of names says nothing in a script without modules.
            Some(named) if named.starts_with('{') => "",
            Some(declared) => declared,
            None => line,
        };
        script.push_str(line);
        script.push('\n');
    }
    script.push_str("return { begin: __wbg_init, Folder, folder_hash, folder_sums };\n})();\n");
    ensure!(!script.contains("\nexport "), "the rules' glue is not as expected");
    script.push_str("rules.module = '");
    script.push_str(&module);
    script.push_str("';\n");
    Ok(script)
}
