//! Files for Tally as JSON: the elements of the XML file by TallyPrime's own mapping of one to the other.
//!
//! Source: TallyPrime's native JSON of release 7 (`jsonex`): names in lower case, a list without its `.LIST` as an
//! array, attributes under `metadata`, logical values as JSON's own.

use serde_json::{Map, Value, json};

use super::node::Node;

/// Elements that TallyPrime knows by two words.
const TYPES: &[(&str, &str)] = &[
    ("VOUCHER", "Voucher"),
    ("UNIT", "Unit"),
    ("VOUCHERTYPE", "Voucher Type"),
    ("STOCKGROUP", "Stock Group"),
    ("STOCKITEM", "Stock Item"),
    ("GODOWN", "Godown"),
    ("LEDGER", "Ledger"),
];
/// Deeper than a file of vouchers goes.
const DEEPEST: usize = 32;

/// The JSON of a file of XML.
///
/// # Errors
/// A text for the log.
pub(super) fn of(xml: &[u8]) -> Result<Vec<u8>, String> {
    let root = Node::read(xml)?;
    let (mut report, mut company, mut messages) = (Vec::new(), Vec::new(), Vec::new());
    root.find("REPORTNAME", &mut report);
    root.find("SVCURRENTCOMPANY", &mut company);
    root.find("TALLYMESSAGE", &mut messages);
    let text = |found: &[&Node]| found.first().map(|node| node.text.clone()).unwrap_or_default();
    let format = match text(&report).as_str() {
        "Vouchers" => "svVchImportFormat",
        _ => "svMstImportFormat",
    };
    let whole = json!({
        "static_variables": [
            { "name": format, "value": "jsonex" },
            { "name": "svCurrentCompany", "value": text(&company) },
        ],
        "tallymessage": messages.iter().flat_map(|node| &node.inner).map(object).collect::<Vec<_>>(),
    });
    serde_json::to_vec_pretty(&whole).map_err(|error| error.to_string())
}

fn object(node: &Node) -> Value {
    let mut made = Map::new();
    if let Some((_, called)) = TYPES.iter().find(|(name, _)| *name == node.name) {
        let of = |(key, text): &(String, String)| (key.to_lowercase(), Value::from(text.as_str()));
        let mut about: Map<String, Value> = node.attributes.iter().map(of).collect();
        about.insert("type".to_owned(), (*called).into());
        made.insert("metadata".to_owned(), about.into());
    }
    for inner in &node.inner {
        let Some(name) = inner.name.strip_suffix(".LIST") else {
            made.insert(inner.name.to_lowercase(), leaf(inner));
            continue;
        };
        let list = made.entry(name.to_lowercase()).or_insert_with(|| Value::Array(Vec::new()));
        let Some(list) = list.as_array_mut() else { continue };
        // A list of plain texts repeats its own name inside.
        match inner.inner.iter().all(|one| one.name == name) {
            true => {
                list.push(json!({ "metadata": true, "type": "String" }));
                list.extend(inner.inner.iter().map(|one| Value::from(one.text.as_str())));
            }
            false => list.push(object(inner)),
        }
    }
    made.into()
}

fn leaf(node: &Node) -> Value {
    let logical = node.name.starts_with("IS") || node.name == "PREVENTDUPLICATES";
    match logical {
        true => (node.text == "Yes").into(),
        false => node.text.as_str().into(),
    }
}

/// The elements that such a file stands for.
///
/// # Errors
/// A sentence when it is not JSON or no such file.
pub(super) fn tree(bytes: &[u8]) -> Result<Node, String> {
    let whole: Value =
        serde_json::from_slice(bytes).map_err(|error| format!("The file is not JSON: {error}"))?;
    let mut root = Node::default();
    let messages = whole.get("tallymessage").and_then(Value::as_array);
    for message in messages.ok_or("The file has no messages for Tally")? {
        let called = message.pointer("/metadata/type").and_then(Value::as_str);
        let known = TYPES.iter().find(|(_, called_so)| Some(*called_so) == called);
        let (name, _) = known.ok_or("A message of the file has no type that is known")?;
        root.inner.push(element((*name).to_owned(), message, 0)?);
    }
    Ok(root)
}

fn element(name: String, value: &Value, depth: usize) -> Result<Node, String> {
    if depth > DEEPEST {
        return Err("The file is nested too deep".to_owned());
    }
    let mut node = Node { name, ..Node::default() };
    match value {
        Value::String(text) => text.clone_into(&mut node.text),
        Value::Bool(is) => node.text = if *is { "Yes" } else { "No" }.to_owned(),
        Value::Number(number) => node.text = number.to_string(),
        Value::Object(all) => {
            for (key, value) in all {
                let key = key.to_uppercase();
                match value {
                    Value::Object(about) if key == "METADATA" => {
                        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                        let of =
                            |(key, value): (&String, &Value)| (key.to_uppercase(), text(value));
                        node.attributes = about.iter().map(of).collect();
                    }
                    Value::Array(list) => node.inner.extend(listed(&key, list, depth)?),
                    value => node.inner.push(element(key, value, depth + 1)?),
                }
            }
        }
        _ => {}
    }
    Ok(node)
}

fn listed(key: &str, list: &[Value], depth: usize) -> Result<Vec<Node>, String> {
    let name = format!("{key}.LIST");
    if list.iter().any(Value::is_string) {
        let texts = list.iter().filter(|one| one.is_string());
        let inner = texts.map(|one| element(key.to_owned(), one, depth + 1));
        return Ok(vec![Node { name, inner: inner.collect::<Result<_, _>>()?, ..Node::default() }]);
    }
    list.iter().map(|one| element(name.clone(), one, depth + 1)).collect()
}
