//! What a file of 100,000 customers costs: read and checked, then stored, each row its own command.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a bench prints, and may fail")]

#[path = "../../core/benches/support/mod.rs"]
mod support;
#[path = "../../core/tests/support/mod.rs"]
mod world;

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use godown_core::docs::customers::CUSTOMER;
use godown_core::kept::keys;
use godown_core::kept::read::{Docs, Writes};
use godown_core::schema::DocType;
use godown_core::table::cell::Found;
use godown_core::table::import::Import;
use godown_core::table::plan::Saving;
use godown_core::write::command::Did;
use godown_server::app::App;
use godown_server::bring::import;
use godown_server::bring::jobs::{Asked, ImportedRows, Stage};
use godown_server::store::{Entry, Options, SledStore, Store};
use serde_json::value::RawValue;
use support::machine;
use tokio::runtime::Runtime;
use world::World;
use world::site::NOW;

const ROWS: usize = 100_000;

/// Firms of every state's first PIN codes, each with a GSTIN, a PAN and a mobile of its own.
fn file() -> String {
    let mut text = "Firm name,Type,GST category,GSTIN,Contact person,Mobile,\
        Billing address: Address line 1,Billing address: State,Billing address: PIN code,Payment terms\n"
        .to_owned();
    let letter = |n: usize| char::from(b'A' + (n % 26) as u8);
    for n in 0..ROWS {
        let pan = format!("AA{}P{}{:04}Z", letter(n / 10_000), letter(n / 10_000 / 26), n % 10_000);
        let body = format!("27{pan}1Z");
        let digit = godown_core::identify::check_digit(&body).unwrap();
        let _ = writeln!(
            text,
            "Firm {n},Dealer,Regular,{body}{digit},A. Sharma,{},\
            {n} MG Road,Maharashtra,{},CR30",
            9_800_000_000_u64 + n as u64,
            411_001 + n % 60
        );
    }
    text
}

fn main() {
    println!("{ROWS} customers from a CSV file; {}", machine());
    let text = file();
    println!("{:<28} {:>8.1} MB", "the file", text.len() as f64 / 1e6);
    let world = World::new();
    let began = Instant::now();
    let mut opened = Import::open(&CUSTOMER, text.as_bytes(), Saving::Add).unwrap();
    know(&mut opened);
    let (issues, unfinished) = opened.check(usize::MAX);
    assert_eq!((issues, unfinished), (vec![], vec![]));
    println!("{:<28} {:>8.2} s", "read and checked, natively", began.elapsed().as_secs_f64());

    let data = tempfile::tempdir_in(".").unwrap();
    let store = Arc::new(SledStore::open(data.path(), Options::default()).unwrap());
    keep(&*store, &world);
    let clock = Arc::new(move || NOW.0 + began.elapsed().as_millis() as i64);
    let runtime = Runtime::new().unwrap();
    runtime.block_on(async {
        let app = App::new(store.clone(), clock, data.path()).unwrap();
        for (what, dry_run) in [("every row decided, none kept", true), ("stored", false)] {
            let began = Instant::now();
            let import = Import::open(&CUSTOMER, text.as_bytes(), Saving::Add).unwrap();
            let asked = Asked { dry_run, rows: ImportedRows::Good, saving: Saving::Add };
            let id = uuid::Uuid::new_v4().to_string();
            let job = import::begin(&app, world.who("ADMIN"), id, asked, import).unwrap();
            job.ended(Duration::from_secs(600)).await;
            let told = job.told();
            assert_eq!((told.failed, told.state), (0, Stage::Done), "{}", told.detail);
            println!("{what:<28} {:>8.2} s", began.elapsed().as_secs_f64());
        }
        app.close();
    });
}

/// In the bench every name leads somewhere, as the server's answer would.
fn know(import: &mut Import) {
    for (kind, names) in import.wanted() {
        let to: &'static DocType = godown_core::docs::find(kind).unwrap();
        for name in names {
            import.know(to, &name, Found::One("x".to_owned()));
        }
    }
}

fn keep(store: &dyn Store, world: &World) {
    let pairs = world.site.memory.pairs.iter();
    let writes: Writes = pairs.map(|(key, value)| (key.clone(), Some(value.clone()))).collect();
    let entry = Entry {
        time: NOW.0,
        company: keys::COMPANY.to_owned(),
        actor: String::new(),
        command_id: "bench".to_owned(),
        did: Did::default(),
        command: RawValue::from_string("{}".to_owned()).unwrap(),
        writes,
        docs: Docs::new(),
    };
    store.commit(vec![entry], store.head().seq).unwrap();
}
