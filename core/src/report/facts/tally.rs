//! What another program's books know of ours: its names of accounts, the files that it was given, and what it said.

use serde_json::Value;

use super::{
    FactCell, FactColumn, FactRow, FactSource, FrameSpec, Holds, RowScope, TakeRow, day_of, facts,
};
use crate::declare::case::Look;
use crate::docs;
use crate::error::Halt;
use crate::kept::doc::Doc;
use crate::kept::read::parse;
use crate::schema::Guarded;

facts! {
    /// The names of accounts in another program's books.
    TALLY_LEDGER TallyLedger = "tally_ledger" by "id"
        from &[FactSource { prefix: &["doc", "tally_ledger"], rows: tally_ledger }];
    id: Holds::Text;
    account: Holds::Text;
    name: Holds::Text;
}

facts! {
    /// A file of vouchers that another program was given.
    TALLY_EXPORT TallyExport = "tally_export" by "id"
        from &[FactSource { prefix: &["doc", "tally_export"], rows: tally_export }];
    id: Holds::Text;
    from: Holds::Int;
    to: Holds::Int;
    /// None: every branch.
    branch: Holds::Link("branch");
    until: Holds::Int;
    at: Holds::Int;
    by: Holds::Link("employee");
}

facts! {
    /// What that program said of a file when it read it.
    TALLY_ERROR TallyError = "tally_error" by "export"
        from &[FactSource { prefix: &["doc", "tally_export"], rows: tally_errors }];
    /// Its id and no link: of a frame that another one links to, people have only the rows that are linked to.
    export: Holds::Text;
    line: Holds::Text;
}

fn seen(doc: &Doc) -> RowScope<'_> {
    docs::find(&doc.kind).map(|def| RowScope::of(doc, def)).unwrap_or_default()
}

fn tally_ledger(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("a ledger", text)?;
    if doc.status != "Active" {
        return Ok(());
    }
    let row = TallyLedger {
        id: doc.id.as_str().into(),
        account: doc.text("account").into(),
        name: doc.text("name").into(),
    };
    take(row.row(seen(&doc)));
    Ok(())
}

fn tally_export(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an export", text)?;
    if doc.status != "Active" {
        return Ok(());
    }
    let row = TallyExport {
        id: doc.id.as_str().into(),
        from: day_of(&doc, "from"),
        to: day_of(&doc, "to"),
        branch: doc.text("branch").into(),
        until: doc.int("until").into(),
        at: doc.created_at.0.into(),
        by: doc.created_by.as_str().into(),
    };
    take(row.row(seen(&doc)));
    Ok(())
}

fn tally_errors(_: &Look, _: &[&str], text: &[u8], take: &mut TakeRow) -> Result<(), Halt> {
    let doc: Doc = parse("an export", text)?;
    if doc.status != "Active" {
        return Ok(());
    }
    for row in doc.get("errors_told").and_then(Value::as_array).into_iter().flatten() {
        let line = row.get("line").and_then(Value::as_str);
        let told = TallyError { export: doc.id.as_str().into(), line: line.into() };
        take(told.row(seen(&doc)));
    }
    Ok(())
}
