//! What an earlier system knew: brought in once, told by the reports, and without any effect beside.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::PathBuf;

use godown_core::report::ask::PARAMS;
use godown_core::report::dimensions::DIMENSIONS;
use godown_core::report::{self, Params, VERSION, bytes, delta};
use godown_core::value::Day;
use godown_server::bring::history::{Told, bring_in};
use serde_json::{Value, json};

use crate::harness::Site;

const SALES: &str = "Date,Invoice,Customer,District,Branch,SKU,Product type,Pcs,Weight (kg),Amount (₹)\n\
    05-04-2019,A/1,Mehta Steels,Pune,Pune,MS PIPE 25,Pipes,10,\"1,250.500\",\"72,000.50\"\n\
    05-04-2019,A/1,Mehta Steels,Pune,Pune,MS PIPE 40,Pipes,4,800,45000\n\
    06-04-2019,A/2,Rao & Sons,Pune,Nagpur,MS PIPE 25,Pipes,1,125.05,7200\n";
/// What its goods had cost is told of one more line.
const COSTED: &str = "Date,Invoice,Customer,District,Branch,SKU,Product type,Pcs,Weight (kg),Amount (₹),Cost (₹)\n\
    08-04-2019,B/1,Mehta Steels,Pune,Pune,MS PIPE 25,Pipes,1,100,10000,7500\n";
const RECEIPTS: &str = "Date,Receipt,Customer,Amount (₹)\n2019-04-30,R1,Mehta Steels,50000\n";

struct Files(tempfile::TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    async fn bring(&self, site: &Site, text: &str, good_rows: bool) -> Told {
        bring_in(&site.app, &self.file("rows.csv", text), good_rows).await.unwrap()
    }
}

const YEAR: &str = "from=2019-04-01&to=2020-03-31";

/// The totals of sales by product: invoices, weight and amount.
async fn sold(site: &Site, person: &str, more: &str) -> Value {
    let token = site.sign_in(person).await;
    let path = format!(
        "/api/reports/product_wise_report?{YEAR}&measures=invoices|sale_mt|sale_amount{more}"
    );
    site.get(&path, &token).await.expect(200)["totals"].clone()
}

#[tokio::test]
async fn rows_of_an_earlier_system_stand_in_the_reports_and_nowhere_else() {
    let (site, files) = (Site::start().await, Files::new());
    let told = files.bring(&site, SALES, false).await;
    assert_eq!((told.rows, told.documents, told.known, told.entries), (3, 2, 0, 1));
    files.bring(&site, RECEIPTS, false).await;
    assert_eq!(sold(&site, "ADMIN", "").await, json!([2, 2_175_550, 12_420_050]));
    assert_eq!(sold(&site, "ADMIN", "&imported=1").await, json!([2, 2_175_550, 12_420_050]));
    assert_eq!(sold(&site, "ADMIN", "&imported=0").await, json!([null, null, null]));
    let token = site.sign_in("ADMIN").await;
    let day_book = format!("/api/reports/transaction_report?{YEAR}");
    let table = site.get(&day_book, &token).await.expect(200);
    let lines = table["rows"].as_array().unwrap();
    assert_eq!(lines.len(), 3, "{table}");
    assert!(lines.iter().all(|line| line["opens"].is_null()), "{table}");
    for kind in ["invoice", "receipt", "customer", "sku"] {
        let page = site.get(&format!("/api/docs/{kind}"), &token).await.expect(200);
        assert_eq!(page["total"], 0, "{kind}");
    }
}

#[tokio::test]
async fn a_browser_that_has_a_snapshot_is_brought_up_to_date() {
    let (site, files) = (Site::start().await, Files::new());
    let token = site.sign_in("BM").await;
    let bytes = site.get("/api/frames", &token).await.bytes;
    let mut mine = bytes::read(&bytes, VERSION).unwrap();
    files.bring(&site, SALES, false).await;
    files.bring(&site, RECEIPTS, false).await;
    let path = format!("/api/frames?since={}&scope={}", mine.seq, mine.scope);
    let changes = site.get(&path, &token).await.bytes;
    delta::apply(&mut mine, &bytes::read(&changes, VERSION).unwrap()).unwrap();
    let asked = [("from", "2019-04-01"), ("to", "2020-03-31"), ("rows", "customer|paper")];
    let params: Params = asked.map(|(key, value)| (key.to_owned(), value.to_owned())).into();
    let today = Day::parse("2026-11-20").unwrap();
    let table = report::run(&mine, "product_wise_report", &params, today).unwrap().to_json();
    let path = format!("/api/reports/product_wise_report?{YEAR}&rows=customer|paper");
    let told = site.get(&path, &token).await.expect(200);
    assert_eq!((&table["rows"], &table["totals"]), (&told["rows"], &told["totals"]));
    assert_eq!(table["rows"].as_array().unwrap().len(), 2, "{table}");
}

#[test]
fn the_binary_brings_in_verifies_and_brings_in_nothing_again() {
    let files = Files::new();
    let path = files.file("sales.csv", SALES);
    let godown = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_godown"));
        command.args(args).env("GODOWN_DATA", files.0.path().join("data"));
        let done = command.env("GODOWN_LOG", "warn").output().unwrap();
        (done.status.success(), String::from_utf8(done.stdout).unwrap())
    };
    let import = ["import", "--history", path.to_str().unwrap()];
    let (good, said) = godown(&import);
    assert!(good && said.contains("3 invoiced lines in 1 entries; 2 new documents"), "{said}");
    let (good, said) = godown(&import);
    assert!(good && said.contains("0 new documents, 2 known before"), "{said}");
    let (good, said) = godown(&["verify"]);
    // Before its rows stands what every directory begins with.
    assert!(good && said.starts_with("entries 2,") && said.ends_with("all is well\n"), "{said}");
}

#[tokio::test]
async fn a_branch_sees_its_own_part_of_the_earlier_rows() {
    let (site, files) = (Site::start().await, Files::new());
    files.bring(&site, SALES, false).await;
    assert_eq!(sold(&site, "BM", "").await, json!([1, 2_050_500, 11_700_050]));
}

#[tokio::test]
async fn the_same_rows_again_and_a_longer_file_bring_nothing_twice() {
    let (site, files) = (Site::start().await, Files::new());
    files.bring(&site, SALES, false).await;
    let head = site.seq();
    let again = files.bring(&site, SALES, false).await;
    assert_eq!((again.documents, again.known, site.seq()), (0, 2, head));
    let longer = format!("{SALES}07-04-2019,A/3,Rao & Sons,Pune,Nagpur,MS PIPE 25,Pipes,1,100,1\n");
    let told = files.bring(&site, &longer, false).await;
    assert_eq!((told.documents, told.known), (1, 2));
    assert_eq!(sold(&site, "ADMIN", "").await, json!([3, 2_275_550, 12_420_150]));
}

#[tokio::test]
async fn what_the_earlier_system_did_not_tell_is_not_known() {
    let (site, files) = (Site::start().await, Files::new());
    files.bring(&site, SALES, false).await;
    let token = site.sign_in("ADMIN").await;
    let asked = "measures=sale_amount|margin|margin_bp|sale_cost|orders";
    let path = format!("/api/reports/product_wise_report?{YEAR}&{asked}");
    let table = site.get(&path, &token).await.expect(200);
    let nothing = [Value::Null, Value::Null, Value::Null, Value::Null];
    assert_eq!(table["totals"].as_array().unwrap()[1..], nothing, "{table}");
    for line in table["rows"].as_array().unwrap() {
        assert_eq!(line["cells"].as_array().unwrap()[2..], nothing, "{line}");
    }
    // A margin is told of the lines whose cost is known, and says so.
    files.bring(&site, COSTED, false).await;
    let table = site.get(&path, &token).await.expect(200);
    let sold = table["totals"][0].as_i64().unwrap();
    assert!(sold > 1_000_000, "{sold}");
    let known = json!([sold, 250_000, 2_500, 750_000, null]);
    assert_eq!(table["totals"], known, "{table}");
    let head = |key: &str| {
        let heads = table["columns"].as_array().unwrap();
        heads.iter().find(|head| head["key"] == key).unwrap()["says"].as_str().unwrap_or_default()
    };
    assert!(head("margin").starts_with("Only lines whose cost is known"), "{table}");
    assert!(head("orders").starts_with("Only invoices made from orders"), "{table}");
    let lines = site.get(&format!("/api/reports/sales_export?{YEAR}"), &token).await.expect(200);
    let heads: Vec<&str> = lines["columns"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|head| head["key"].as_str())
        .collect();
    let at = |key: &str| heads.iter().position(|own| *own == key).unwrap();
    let (cost, margin) = (at("cost"), at("margin"));
    let rows = lines["rows"].as_array().unwrap().iter();
    let told: Vec<_> = rows.map(|row| json!([row["cells"][cost], row["cells"][margin]])).collect();
    assert_eq!(told.iter().filter(|cells| **cells == json!([null, null])).count(), 3, "{lines}");
    assert_eq!(told.iter().filter(|cells| **cells == json!([750_000, 250_000])).count(), 1);
    assert_eq!(lines["totals"][cost - 1], 750_000, "{lines}");
    assert_eq!(lines["totals"][margin - 1], 250_000, "{lines}");
}

#[tokio::test]
async fn a_bad_row_is_named_by_row_and_column_and_keeps_the_whole_file_out() {
    let (site, files) = (Site::start().await, Files::new());
    let bad = format!(
        "{SALES}08-04-2019,A/3,Rao & Sons,Pune,Nagpur,MS PIPE 25,Pipes,1,heavy,1\n\
         09-04-2019,A/2,Rao & Sons,Pune,Nagpur,MS PIPE 25,Pipes,1,1,1\n\
         01-01-2090,A/4,Rao & Sons,Pune,Nagpur,MS PIPE 25,Pipes,1,1,1\n"
    );
    let head = site.seq();
    let told = files.bring(&site, &bad, false).await;
    let issues = told.issues.iter().map(|one| (one.row, one.column.as_str(), one.message.as_str()));
    let wanted = [
        (5, "Weight (kg)", "Weight must be a weight in kg with at most 3 decimals, like 1,238.400"),
        (6, "Invoice", "Invoice A/2 is further up: rows of one document must be together"),
        (7, "Date", "Date is in the future"),
    ];
    assert_eq!(issues.collect::<Vec<_>>(), wanted);
    assert_eq!((told.kept, site.seq()), (false, head));
    // The good ones come in without the documents that have a bad row.
    let told = files.bring(&site, &bad, true).await;
    assert_eq!((told.kept, told.rows), (true, 2));
    assert_eq!(sold(&site, "ADMIN", "").await, json!([1, 2_050_500, 11_700_050]));
}

#[tokio::test]
async fn a_document_that_says_something_else_than_before_is_refused() {
    let (site, files) = (Site::start().await, Files::new());
    files.bring(&site, SALES, false).await;
    let told = files.bring(&site, &SALES.replace("45000", "46000"), false).await;
    let [issue] = told.issues.as_slice() else { panic!("{:?}", told.issues) };
    assert_eq!((issue.row, issue.column.as_str()), (2, "Invoice"));
    assert_eq!(issue.message, "Invoice A/1 was already imported with other rows");
}

#[tokio::test]
async fn names_that_masters_have_stand_for_them() {
    let (site, files) = (Site::start().await, Files::new());
    files.bring(&site, SALES, false).await;
    let token = site.sign_in("ADMIN").await;
    let by = |rows: &str| {
        format!("/api/reports/product_wise_report?{YEAR}&rows={rows}&measures=sale_mt")
    };
    let opens = |table: Value| {
        let lines = table["rows"].as_array().unwrap().clone();
        lines
            .iter()
            .map(|line| (line["cells"][0].clone(), line["opens"][1].clone()))
            .collect::<Vec<_>>()
    };
    let branches = opens(site.get(&by("branch"), &token).await.expect(200));
    assert!(branches.contains(&(json!("Pune"), json!(site.branches[0]))), "{branches:?}");
    let products = opens(site.get(&by("product"), &token).await.expect(200));
    assert_eq!(products, [(json!("Pipes"), Value::Null)]);
}

#[tokio::test]
async fn a_report_takes_whatever_its_page_asks_and_every_dimension_as_a_filter() {
    let site = Site::start().await;
    let token = site.sign_in("ADMIN").await;
    let names = PARAMS.iter().copied().chain(DIMENSIONS.iter().map(|one| one.key));
    for name in names.chain(["masters"]) {
        let path = format!("/api/reports/product_wise_report?{name}=");
        assert_eq!(site.get(&path, &token).await.status, 200, "{name}");
    }
    let heads = async |more: &str| -> Vec<String> {
        let path = format!("/api/reports/product_wise_report?measures=invoices|sale_mt{more}");
        let answer = site.get(&path, &token).await.expect(200);
        let heads = answer["columns"].as_array().unwrap().iter();
        heads.map(|head| head["key"].as_str().unwrap().to_owned()).collect()
    };
    let (all, fewer) = (heads("").await, heads("&hide=sale_mt").await);
    assert!(all.contains(&"sale_mt".to_owned()));
    assert_eq!(fewer, all.into_iter().filter(|key| key != "sale_mt").collect::<Vec<_>>());
}
