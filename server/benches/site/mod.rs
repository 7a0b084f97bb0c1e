//! A site over the durable store, furnished so that thousands of orders find goods and credit.

mod entry;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use godown_core::declare::actor::Actor;
use godown_core::write::command::{Command, CommandKind};
use godown_server::accept;
use godown_server::app::App;
use godown_server::auth::password::hash;
use godown_server::metrics::Metrics;
use godown_server::store::disk::RealDisk;
use godown_server::store::{Entry, Options, SledStore, Store};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use self::entry::entry;
use crate::world::World;
use crate::world::site::NOW;

pub const PASSWORD: &str = "nine quiet lorries";
/// The people that take the steps of an order.
pub const PEOPLE: [&str; 6] = ["SALES", "BM", "PCT", "CREDIT", "YARD", "ACC"];
const CUSTOMERS: usize = 64;
const SKUS: usize = 40;
const BATCHES: usize = 8;

pub struct Site {
    pub address: SocketAddr,
    /// The ids that orders and loadings name.
    pub goods: Value,
    _runtime: Runtime,
    pub data: tempfile::TempDir,
}

impl Site {
    pub fn start() -> Site {
        let (world, goods) = furnished();
        let data = tempfile::tempdir_in(".").unwrap();
        let metrics = Metrics::default();
        let options = Options { disk: metrics.timed(RealDisk), ..Options::default() };
        let store = SledStore::open(data.path(), options).unwrap();
        keep(&store, &world);
        let began = Instant::now();
        let clock = Arc::new(move || NOW.0 + began.elapsed().as_millis() as i64);
        let runtime = Runtime::new().unwrap();
        let address = runtime.block_on(async {
            let app = App::measured(Arc::new(store), clock, data.path(), metrics).unwrap();
            let hash = hash(PASSWORD, b"salt of the site").unwrap();
            for who in PEOPLE {
                let employee = world.who(who).id;
                let hash = hash.clone();
                let deed = CommandKind::SetPassword {
                    account: employee,
                    hash,
                    keep: None,
                    must_change: false,
                };
                let command = Command { command_id: uuid::Uuid::new_v4().to_string(), deed };
                app.carry_out(Actor::system(), command).await.unwrap();
            }
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            tokio::spawn(accept::serve(app, listener, None, std::future::pending()));
            address
        });
        Site { address, goods, _runtime: runtime, data }
    }
}

fn furnished() -> (World, Value) {
    let mut world = World::new();
    let first = world.site.get("sku", &world.sku);
    let group = first["record"]["product_group"].clone();
    let goods: Vec<Value> = (0..SKUS).map(|n| sku(&mut world, &group, n)).collect();
    let customers: Vec<String> = (0..CUSTOMERS).map(|n| customer(&mut world, n)).collect();
    let ids = json!({
        "customers": customers, "goods": goods, "yard": world.yard,
        "vehicle": world.vehicle, "driver": world.driver,
    });
    (world, ids)
}

fn sku(world: &mut World, group: &Value, n: usize) -> Value {
    let name = format!("MS Pipe {}NB", 100 + n);
    let record = json!({
        "name": name, "product_group": group, "length_mm": 6000, "theo_g_per_pc": 30_204,
    });
    world.sku = world.site.make("sku", record);
    let price = json!({
        "sku": world.sku, "rate_uom": "MT", "rate_paise": 5_875_000, "floor_paise": 5_700_000,
        "from": "2026-04-01",
    });
    world.site.make("price", price);
    let pcs = 500_000;
    let batches: Vec<String> = (0..BATCHES).map(|_| world.stock(pcs, pcs * 28_347)).collect();
    json!({ "sku": world.sku, "batches": batches })
}

fn customer(world: &mut World, n: usize) -> String {
    let body = format!("27AABFT{n:04}K1Z");
    let digit = godown_core::identify::check_digit(&body).unwrap();
    let mobile = format!("98230{n:05}");
    world.customer_of("27", &format!("{body}{digit}"), "411001", &mobile, 900_000_000_000)
}

/// The world's state as the first entries of the journal.
fn keep(store: &dyn Store, world: &World) {
    let pairs: Vec<(&String, &Vec<u8>)> = world.site.memory.pairs.iter().collect();
    let entry = |(n, pairs): (usize, &[(&String, &Vec<u8>)])| {
        let pair = |(key, value): &(&String, &Vec<u8>)| ((*key).clone(), Some((*value).clone()));
        entry(n, pairs.iter().map(pair).collect())
    };
    let entries: Vec<Entry> = pairs.chunks(500).enumerate().map(entry).collect();
    store.commit(entries, store.head().seq).unwrap();
}
