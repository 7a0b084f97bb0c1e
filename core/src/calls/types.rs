//! The types of what core answers, as the web app's compiler reads them.

use super::Refusal;
use super::found::{RankChoice, RankedChoice};
use super::labels::QrPath;
use super::portal::PortalText;
use super::preview::{Decided, DocsWant, Foreseen, Needed, TriedFormula};
use crate::access::actions::ActionView;
use crate::audit::Chain;
use crate::cart::Cart;
use crate::cart::reorder::{Again, Fact};
use crate::docs::limit_requests::effect::{LimitEffect, LimitFacts};
use crate::docs::orders::quote::{Quote, QuoteFacts};
use crate::docs::reversals::plan::ELIGIBLE;
use crate::docs::skus::build::Built;
use crate::docs::{self, DocKey};
use crate::labels::pick::{Newer, PickLine, PickLot, PickOrder, Picked};
use crate::labels::scan::{ScanAnswer, ScanPlace};
use crate::ledger::credit::{BALANCES, BalanceName};
use crate::menu::MenuItem;
use crate::query::DocView;
use crate::query::access::{AccessMatrix, PersonAccess};
use crate::query::audit::AuditRow;
use crate::query::credit::Credit;
use crate::query::labels::Labels;
use crate::query::queue::Queue;
use crate::query::rows::{Page, RecordPage};
use crate::query::search::SearchHit;
use crate::query::setup::Setup;
use crate::query::skus::{SkuBuilt, SkuKit};
use crate::query::stock::{Catalogue, Stock};
use crate::query::warnings::Warnings;
use crate::report;
use crate::schema::describe::Schema;
use crate::schema::typescript;
use crate::shape::typescript::{declaration, literal};
use crate::shape::{Shape, Shaped, named};
use crate::table::import::{AboutFile, CellsRead, CheckedRows, RefusedFile};
use crate::table::rework::{FileColumns, Rework};

/// Everything that core answers, to the browser itself or through the server.
pub fn shapes() -> Vec<Shape> {
    let mut all = report::shapes();
    all.extend([
        report::tally::TallyLog::shape(),
        DocKey::shape(),
        Schema::shape(),
        Refusal::shape(),
        Needed::shape(),
        Decided::shape(),
        Foreseen::shape(),
        ActionView::shape(),
        DocView::shape(),
        Page::shape(),
        RecordPage::shape(),
        Quote::shape(),
        QuoteFacts::shape(),
        LimitFacts::shape(),
        LimitEffect::shape(),
        Cart::shape(),
        Fact::shape(),
        Again::shape(),
        Built::shape(),
        TriedFormula::shape(),
        MenuItem::shape(),
        Queue::shape(),
        SearchHit::shape(),
        Stock::shape(),
        Catalogue::shape(),
        Credit::shape(),
        Setup::shape(),
        Warnings::shape(),
        SkuKit::shape(),
        SkuBuilt::shape(),
        AuditRow::shape(),
        Chain::shape(),
        AboutFile::shape(),
        RefusedFile::shape(),
        CheckedRows::shape(),
        CellsRead::shape(),
        FileColumns::shape(),
        Rework::shape(),
        AccessMatrix::shape(),
        PersonAccess::shape(),
        Labels::shape(),
        DocsWant::shape(),
        PortalText::shape(),
        QrPath::shape(),
        ScanPlace::shape(),
        ScanAnswer::shape(),
        PickOrder::shape(),
        PickLot::shape(),
        PickLine::shape(),
        Picked::shape(),
        Newer::shape(),
        RankChoice::shape(),
        RankedChoice::shape(),
    ]);
    all
}

/// The whole of `types.gen.ts`.
///
/// Errors: a name that two shapes have; a status that is not told how it is shown.
pub fn file() -> Result<String, String> {
    let mut out = "// The types of the core. Written by `npm run gen`.\n".to_owned();
    for (name, shape) in named(shapes())? {
        declaration(&mut out, name, &shape);
    }
    Ok(out
        + &typescript::records(&docs::REGISTER)
        + &typescript::looks(&docs::REGISTER)?
        + &balances()
        + &reversible())
}

/// The statuses of an order that can be reversed.
fn reversible() -> String {
    let each: Vec<String> = ELIGIBLE.iter().map(|status| literal(status)).collect();
    format!("\nexport const REVERSIBLE = [{}] as const\n", each.join(", "))
}

/// The words for every balance of a customer's account.
fn balances() -> String {
    let mut out = "\nexport const BALANCES = {\n".to_owned();
    for BalanceName { key, label, says } in BALANCES {
        let (label, says) = (literal(label), literal(says));
        out.push_str(&format!("  {key}: {{\n    label: {label},\n    says: {says},\n  }},\n"));
    }
    out + "} as const\n"
}
