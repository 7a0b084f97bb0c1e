//! The opening balances that an older program kept outside the books: booked by the command, each once.

use std::sync::Arc;

use godown_core::docs::customers::CUSTOMER;
use godown_core::ledger::{books, credit};
use godown_core::value::Day;
use godown_server::bring::openings;
use serde_json::json;

use crate::harness::{Site, uuid};
use crate::world::World;

const AS_OF: &str = "2026-03-31";

/// A site whose customer owes this sum since before the books began, as an older program kept it.
fn older(sum: i64) -> World {
    let mut world = World::new();
    let customer = world.customer.clone();
    let mut doc = world.site.read(|case| case.copy(&CUSTOMER, &customer));
    world.system(|case| {
        let due = Day::parse("2026-05-01").unwrap();
        credit::opening(case, &customer, sum, due)?;
        doc.set("opening_paise", sum);
        doc.set("opening_due", "2026-05-01");
        case.put_doc(Arc::new(doc.clone()))
    });
    world
}

#[tokio::test]
async fn the_command_books_each_opening_balance_once_and_no_more_where_it_is_run_again() {
    let world = older(300_000);
    let site = Site::of(&world, &["ACC"]).await;
    let balance = |account: &str| {
        let account = account.to_owned();
        site.app.view(move |read, now| {
            let actor = godown_core::declare::actor::Actor::system();
            let look = godown_core::docs::look(read, &actor, now);
            books::balance(&look, &account)
        })
    };
    let customer = books::customer(&world.customer);
    assert_eq!(balance(&customer).unwrap(), 0);
    let as_of = Day::parse(AS_OF).unwrap();
    let told = openings::book(&site.app, as_of).await.unwrap();
    assert_eq!(told.line(), "1 opening balances booked, ₹3,000.00 in all; 0 refused");
    assert_eq!(
        (balance(&customer).unwrap(), balance(books::OPENING).unwrap()),
        (300_000, -300_000)
    );
    let again = openings::book(&site.app, as_of).await.unwrap();
    assert_eq!(again.line(), "0 opening balances booked, ₹0.00 in all; 0 refused");
    // Accounts see it as a bill of its own, and cannot book it again.
    let token = site.sign_in("ACC").await;
    let bills = site.get("/api/docs/opening_bill", &token).await.expect(200);
    assert_eq!(bills["rows"].as_array().map(Vec::len), Some(1), "{bills}");
    let path = format!("/api/docs/customer/{}", world.customer);
    let version = site.get(&path, &token).await.expect(200)["version"].clone();
    let body = json!({ "command_id": uuid(), "version": version, "inputs": {} });
    assert_eq!(
        site.post(&format!("{path}/book_opening"), &token, &body).await.refused(422),
        "bad_state"
    );
}

#[tokio::test]
async fn a_locked_period_refuses_the_command_in_words_and_keeps_nothing() {
    let mut world = older(300_000);
    let branch = world.branch.clone();
    world.site.make("period_lock", json!({ "branch": branch, "locked_to": AS_OF }));
    let site = Site::of(&world, &["ACC"]).await;
    let before = site.app.store.head();
    let told = openings::book(&site.app, Day::parse(AS_OF).unwrap()).await.unwrap();
    assert_eq!(told.customers, 0);
    assert!(told.refused[0].contains("Date falls in a locked period"), "{:?}", told.refused);
    assert_eq!(site.app.store.head(), before);
}

/// erpnext#41157: "created" was said of opening invoices that were not.
#[tokio::test]
async fn of_imported_opening_bills_those_alone_are_told_as_stored_that_are_there() {
    let world = World::new();
    let site = Site::of(&world, &["ACC"]).await;
    let token = site.sign_in("ACC").await;
    let name = world.site.get("customer", &world.customer)["record"]["name"].clone();
    let name = name.as_str().unwrap();
    let file = format!(
        "Bill of,Customer,Type,Bill number,Bill date,Due,As of,Amount still open\n\
         Customer,{name},Bill,SB/1,10-02-2026,12-03-2026,31-03-2026,1234.00\n\
         Customer,{name},Bill,SB/2,01-04-2026,01-05-2026,31-03-2026,500.00\n\
         Customer,{name},Bill,SB/3,02-01-2025,01-02-2025,31-03-2026,10.50\n"
    );
    let path = format!("/api/import/opening_bill?command_id={}", uuid());
    let told = site.call("POST", &path, &token, "text/csv", file).await.expect(200);
    let figures = ["total", "stored", "failed"].map(|key| told[key].as_i64());
    assert_eq!(figures, [Some(3), Some(2), Some(1)], "{told}");
    let done: Vec<bool> = told["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["done"].as_bool().unwrap())
        .collect();
    assert_eq!(done, [true, false, true], "{told}");
    let rows = site.get("/api/docs/opening_bill", &token).await.expect(200);
    let mut numbers: Vec<&str> = rows["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["bill_no"].as_str().unwrap())
        .collect();
    numbers.sort_unstable();
    assert_eq!(numbers, ["SB/1", "SB/3"], "due before the books began, and there");
}
