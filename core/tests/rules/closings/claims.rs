//! What keeps a batch open: goods, orders, loadings and counts that stand on it, and dates that do not fit.

use godown_core::docs::orders;
use serde_json::{Value, json};

use super::{act, closing, make, sound};
use crate::support::World;
use crate::support::site::seeded;

/// What keeps a batch open: how the site comes to it, what the yard writes, and what it is told.
type Claim = (&'static str, fn(&mut World, &mut Value), &'static str);

const CLAIMS: &[Claim] = &[
    (
        "lost_pcs",
        |world, _| world.leave("batch-1", 40, 1_133_880),
        "60 pcs are left in the books. Dump them first",
    ),
    (
        "batch",
        |world, record| {
            world.leave(&world.batch.clone(), 100, 2_834_700);
            world.leave("batch-1", 60, 1_700_820);
            world.at(orders::PRELIMINARY);
            record["lost_pcs"] = json!(40);
        },
        "Batch B2 is reserved for ORD/PN/26-27/000001",
    ),
    (
        "batch",
        |world, _| {
            let bm = world.who("BM");
            let hold = json!({
                "yard": world.yard, "sku": world.sku, "batch": "batch-1", "pcs": 100,
                "kind": "quality", "to": "2026-12-01", "reason": "DAMAGE",
            });
            world.site.create(&bm, "stock_hold", hold).unwrap();
        },
        "100 pcs / 2,834.700 kg of batch B2 are still on hold at Pune One",
    ),
    (
        "batch",
        |world, _| {
            world.leave("batch-1", 100, 2_830_000);
            let order = world.at(orders::WAITING);
            let mut loading = world.loading(36, 1_020_500);
            loading["lines"][0]["batch"] = json!("batch-1");
            loading["order"] = json!(order);
            let yard = world.who("YARD");
            world.site.create(&yard, "loading", loading).unwrap();
        },
        "Batch B2 is in a loading of ORD/PN/26-27/000001 that is not posted yet",
    ),
    (
        "batch",
        |world, _| {
            world.leave("batch-1", 100, 2_830_000);
            let (audit, who) = (world.who("AUDIT"), world.who("YARD").id);
            let plan = json!({
                "yard": world.yard, "counted": "batches", "batches": ["batch-1"], "counters": [who],
                "planned_on": world.site.today().to_string(),
            });
            world.site.create(&audit, "stock_audit", plan).unwrap();
        },
        "Batch B2 is being counted in AUD-000001",
    ),
    (
        "date",
        |world, record| {
            world.leave("batch-1", 100, 2_830_000);
            record["date"] = json!(world.site.today().plus(1).to_string());
        },
        "Date is in the future",
    ),
    (
        "date",
        |world, record| {
            world.leave("batch-1", 100, 2_830_000);
            record["date"] = json!(world.site.today().plus(-1).to_string());
        },
        "You may back-date at most 0 days",
    ),
    (
        "date",
        |world, _| {
            world.leave("batch-1", 100, 2_830_000);
            let today = world.site.today().to_string();
            let admin = world.who("ADMIN");
            let lock = json!({ "branch": world.branch, "locked_to": today });
            world.site.create(&admin, "period_lock", lock).unwrap();
        },
        "Date falls in a locked period",
    ),
    (
        "photos",
        |world, _| world.leave("batch-1", 100, 2_784_000),
        "A photo is needed for a difference above 50.000 kg",
    ),
    (
        "photos",
        |world, _| {
            world.leave("batch-1", 100, 2_834_000);
            let admin = world.who("ADMIN");
            let reason = seeded("reason", "batch_closing WEIGHING_LOSS");
            world.site.edit(&admin, "reason", &reason, json!({ "needs_photo": true })).unwrap();
        },
        "This reason needs a photo",
    ),
    (
        "reason",
        |world, record| {
            world.leave("batch-1", 100, 2_834_000);
            record.as_object_mut().unwrap().remove("reason");
        },
        "Select a reason",
    ),
];

#[test]
fn what_counts_on_a_batch_keeps_it_open() {
    for (path, prepare, message) in CLAIMS {
        let mut world = World::new();
        let batch = world.stock(100, 2_834_700);
        assert_eq!(batch, "batch-1");
        let mut record = closing(&world, &batch);
        prepare(&mut world, &mut record);
        let id = make(&mut world, record);
        let before = world.site.memory.clone();
        let refused = act(&mut world, "YARD", &id, "submit", json!({})).unwrap_err();
        let issue = refused.iter().find(|issue| issue.message.starts_with(message));
        assert_eq!(issue.map(|one| one.path.as_str()), Some(*path), "{message}: {refused:?}");
        assert!(world.site.memory == before, "{message}: something was written");
        sound(&world);
    }
}
