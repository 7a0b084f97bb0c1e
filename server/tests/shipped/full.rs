//! The shipped binary on a disk that fills up while people write whatever they write, and that dies
//! at any moment: what was acknowledged is there, it starts, lets people in and out, reads and
//! exports.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::failing::Disk;
use crate::kit;
use crate::proof::dice::Dice;
use crate::proof::{report, seeds};
use crate::shop::{PASSWORD, Plan, Shop};
use crate::site::{Client, Site, verify};
use godown_server::files::Files;
use godown_server::store::walk;
use serde_json::{Value, json};

pub const ADMIN: &str = "ADMIN00";
const SUPPLIER: &str = "SUPPLIER00";

pub fn furnished() -> Shop {
    let (crowd, limit_paise) = (&[("ADMIN", 1), ("SUPPLIER", 1)], 900_000_000_000);
    Shop::furnish(&Plan { crowd, customers: 1, limit_paise, skus: 1, pcs: 10_000_000 })
}

/// What somebody was told is done.
pub enum Told {
    Command {
        path: String,
        body: Value,
        version: Value,
    },
    /// The id of a file, which follows from its bytes.
    File(String),
    /// The id of a document that was imported.
    Row(String),
    /// A token, and whether it was given back.
    Session {
        token: String,
        ended: bool,
    },
}

/// Where the site lies, and how its disk fills up and empties.
pub trait Place {
    fn start(&self) -> Site;
    fn data(&self) -> &Path;
    /// Leaves so many bytes.
    fn leave(&self, bytes: usize);
    /// Takes what is left, after the server died.
    fn fill(&self);
    fn empty(&self);
    /// Whether the server is to know by itself that the disk is full.
    fn knows(&self) -> bool;
}

/// One connection of somebody who writes until the disk or the server refuses.
struct Writer<'a> {
    shop: &'a Shop,
    client: Client,
    /// No other connection has it.
    number: usize,
    tell: Sender<Told>,
}

type Work = fn(&mut Writer, usize) -> Option<()>;

/// Every kind of writer. Each returns `None` once it is refused.
const WORK: [Work; 6] = [
    |writer, at| writer.order(at),
    |writer, at| writer.comments(at),
    |writer, at| writer.upload("YARD", at),
    |writer, at| writer.upload(SUPPLIER, at),
    |writer, at| writer.import(at),
    |writer, at| writer.session(at),
];

impl Writer<'_> {
    fn id(&self, kind: char, at: usize) -> String {
        format!("{kind}{:07x}-0000-4000-8000-{at:012x}", self.number)
    }

    /// A command of a person, whose answer is told if it was kept.
    fn send(&mut self, who: &str, path: String, body: Value) -> Option<Value> {
        let (status, answer) = self.shop.call(&mut self.client, who, &path, &body).ok()?;
        assert!(matches!(status, 200 | 201 | 503 | 507), "{path}: {status} {answer}");
        if status >= 300 {
            return None;
        }
        let version = answer["version"].clone();
        let _ = self.tell.send(Told::Command { path, body, version });
        Some(answer)
    }

    fn order(&mut self, at: usize) -> Option<()> {
        let id = self.id('a', at);
        let body = json!({ "command_id": id, "record": self.shop.order(0, &[0], 6) });
        self.send("SALES", "/api/docs/order".to_owned(), body)?;
        let inputs = json!({ "confirm": true });
        let body = json!({ "command_id": self.id('b', at), "version": 1, "inputs": inputs });
        self.send("SALES", format!("/api/docs/order/{id}/submit"), body).map(drop)
    }

    /// A few remarks on an order of one's own.
    fn comments(&mut self, at: usize) -> Option<()> {
        self.order(at)?;
        let id = self.id('a', at);
        for (n, kind) in "cdef".chars().enumerate() {
            let inputs = json!({ "remarks": format!("As agreed {n}") });
            let body =
                json!({ "command_id": self.id(kind, at), "version": 2 + n, "inputs": inputs });
            self.send("BM", format!("/api/docs/order/{id}/comment"), body)?;
        }
        Some(())
    }

    fn upload(&mut self, who: &str, at: usize) -> Option<()> {
        let text = format!("%PDF-1.7 {} {at} {}", self.number, "x".repeat(40_000));
        self.client.token = self.shop.token(who).to_owned();
        let (status, answer) = self.client.raw("POST", "/api/files?name=slip.pdf", &text).ok()?;
        assert!(matches!(status, 201 | 503 | 507), "{status} {answer}");
        if status != 201 {
            return None;
        }
        let _ = self.tell.send(Told::File(Files::id(text.as_bytes())));
        Some(())
    }

    fn import(&mut self, at: usize) -> Option<()> {
        let rows = (0..5).map(|row| format!("Region {} {at} {row}\n", self.number));
        let text = format!("Name\n{}", rows.collect::<String>());
        let path = format!("/api/import/region?command_id={}", self.id('9', at));
        self.client.token = self.shop.token(ADMIN).to_owned();
        let (status, answer) = self.client.raw("POST", &path, &text).ok()?;
        assert!(matches!(status, 200 | 429 | 503 | 507), "{status} {answer}");
        if status == 429 {
            // Of the same person one import runs at a time.
            return Some(());
        }
        let results = answer["results"].as_array().map_or(&[][..], Vec::as_slice);
        for row in results.iter().filter(|row| row["done"] == true) {
            let _ = self.tell.send(Told::Row(row["id"].as_str().unwrap().to_owned()));
        }
        (results.len() == 5 && results.iter().all(|row| row["done"] == true)).then_some(())
    }

    /// People come and go on a full disk, too: this writer ends by itself.
    fn session(&mut self, at: usize) -> Option<()> {
        let (status, answer) = self.client.sign_in("CREDIT", &PASSWORD.replace(' ', "+")).ok()?;
        assert_eq!((status, &answer["code"]), (200, &json!(1)), "{answer}");
        let token = self.client.token.clone();
        let ended = at % 2 == 1 && self.client.raw("POST", "/api/logout", "").ok()?.0 == 200;
        let _ = self.tell.send(Told::Session { token, ended });
        (at < 8).then_some(())
    }
}

/// A mix of writers until all were refused, or so many acknowledgements were counted and the server
/// is killed.
fn write(shop: &Shop, site: Site, dice: &mut Dice, kill_at: usize) -> Vec<Told> {
    let mut works: Vec<Work> = WORK.into_iter().filter(|_| dice.chance(70)).collect();
    works.push(WORK[dice.below(WORK.len())]);
    let (tell, told): (Sender<Told>, Receiver<Told>) = channel();
    let address = site.address.clone();
    std::thread::scope(|scope| {
        for (number, work) in works.into_iter().enumerate() {
            let (client, tell) = (Client::new(&address), tell.clone());
            let mut writer = Writer { shop, client, number, tell };
            scope.spawn(move || (0..).map_while(|at| work(&mut writer, at)).for_each(drop));
        }
        drop(tell);
        let mut kept: Vec<Told> = told.iter().take(kill_at).collect();
        site.kill();
        kept.extend(told.iter());
        kept
    })
}

pub fn metric(client: &mut Client, name: &str) -> String {
    let text = client.text("/metrics").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("{name} ")));
    line.unwrap_or_default().to_owned()
}

/// It reads and exports, refuses to write, and says so.
fn is_full(shop: &Shop, site: &Site, knows: bool) {
    let client = &mut site.client();
    let list = "/api/docs/order?limit=5";
    let id = format!("a0000000-0000-4000-8000-{:012x}", u32::MAX);
    let order = json!({ "command_id": id, "record": shop.order(0, &[0], 6) });
    let (status, answer) = shop.call(client, "SALES", "/api/docs/order", &order).unwrap();
    assert_eq!((status, &answer["code"]), (507, &json!("full")), "{answer}");
    assert_eq!(shop.call(client, "SALES", list, &Value::Null).unwrap().0, 200);
    // Whoever comes is let in to read, and leaves for good.
    let mut newcomer = site.client();
    let answer = newcomer.sign_in(ADMIN, &PASSWORD.replace(' ', "+")).unwrap();
    assert_eq!((answer.0, &answer.1["code"]), (200, &json!(1)), "{}", answer.1);
    assert_eq!(newcomer.get(list).unwrap().0, 200);
    for media in [godown_core::table::book::CSV, godown_core::table::book::XLSX] {
        let (status, file) = newcomer.export("/api/docs/order", media).unwrap();
        assert!(status == 200 && !file.is_empty(), "{media}: {status}");
    }
    assert_eq!(newcomer.raw("POST", "/api/logout", "").unwrap().0, 200);
    assert_eq!(newcomer.get(list).unwrap().0, 401);
    if knows {
        let (status, ready) = client.get("/readyz").unwrap();
        assert_eq!((status, &ready["status"]), (503, &json!("full")), "{ready}");
        assert_eq!(metric(client, "godown_disk_full"), "1");
        assert_ne!(metric(client, "godown_not_kept_total"), "0");
    }
}

/// Who signed out stays out, who signed in stays in.
fn check_sessions(site: &Site, told: &[Told]) {
    for one in told {
        let Told::Session { token, ended } = one else { continue };
        let status = site.client().with_token(token).get("/api/menu").unwrap().0;
        assert_eq!(status, if *ended { 401 } else { 200 });
    }
}

/// Nothing is lost, nothing is there twice, and what is sent again is answered as it was.
fn check_kept(shop: &Shop, data: &Path, told: &[Told]) {
    let (well, text) = verify(data);
    assert!(well, "{text}");
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    walk(&data.join("journal"), |kept| *times.entry(kept.entry.command_id).or_default() += 1);
    assert!(times.values().all(|times| *times == 1));
    let site = Site::start(data, &[]);
    check_sessions(&site, told);
    let mut client = site.client();
    for one in told {
        match one {
            Told::Command { path, body, version } => {
                assert!(times.contains_key(body["command_id"].as_str().unwrap()), "{path}");
                let (status, answer) = shop.call(&mut client, "SALES", path, body).unwrap();
                let again = if path.ends_with("/comment") { 422 } else { 200 };
                assert!(status == again || status == 201, "{path}: {status} {answer}");
                assert!(status == 422 || answer["version"] == *version, "{path}: {answer}");
            }
            Told::File(id) => {
                let bytes = fs::read(data.join("files").join(id)).unwrap();
                assert_eq!(Files::id(&bytes), *id);
            }
            Told::Row(id) => {
                let path = format!("/api/docs/region/{id}");
                assert_eq!(shop.call(&mut client, ADMIN, &path, &Value::Null).unwrap().0, 200);
            }
            Told::Session { .. } => {}
        }
    }
    site.stop();
}

/// Fills the disk, dies, starts on it, finds room again; how much was acknowledged.
pub fn round(shop: &Shop, place: &dyn Place, dice: &mut Dice) -> usize {
    let site = place.start();
    place.leave((3 << 20) + dice.below(3 << 20));
    // Half of them die once everybody was refused.
    let kill_at = if dice.chance(50) { dice.below(150) } else { usize::MAX };
    let told = write(shop, site, dice, kill_at);
    place.fill();
    let site = place.start();
    check_sessions(&site, &told);
    is_full(shop, &site, place.knows());
    site.kill();
    let site = place.start();
    is_full(shop, &site, place.knows());
    place.empty();
    let mut client = site.client();
    while client.get("/readyz").unwrap().0 != 200 {}
    assert_eq!(metric(&mut client, "godown_disk_full"), "0");
    let id = "70000000-0000-4000-8000-000000000001";
    let order = json!({ "command_id": id, "record": shop.order(0, &[0], 6) });
    let (status, answer) = shop.call(&mut client, "SALES", "/api/docs/order", &order).unwrap();
    assert_eq!(status, 201, "{answer}");
    site.stop();
    check_kept(shop, place.data(), &told);
    told.len()
}

/// A directory that may hold so many bytes.
struct Quota<'a> {
    disk: &'a Disk,
    data: tempfile::TempDir,
}

impl Quota<'_> {
    fn allow(&self, more: u64) {
        let room = kit::bytes_below(self.data.path()) + more;
        fs::write(self.disk.quota(), room.to_string()).unwrap();
    }
}

impl Place for Quota<'_> {
    fn start(&self) -> Site {
        let quota = self.disk.quota();
        let small = [("FAULT_QUOTA", quota.to_str().unwrap()), ("GODOWN_RESERVE", "1")];
        self.disk.start(self.data(), &small).unwrap()
    }

    fn data(&self) -> &Path {
        self.data.path()
    }

    fn leave(&self, bytes: usize) {
        self.allow(bytes as u64);
    }

    fn fill(&self) {
        self.allow(0);
    }

    fn empty(&self) {
        self.allow(64 << 20);
    }

    fn knows(&self) -> bool {
        true
    }
}

#[test]
fn a_disk_that_fills_up_under_every_mix_of_writers_loses_nothing_and_lets_people_in_and_out() {
    let (disk, shop, rounds) = (Disk::new(), furnished(), seeds(200, 2));
    let mut acknowledged = 0;
    for seed in rounds.clone() {
        let place = Quota { disk: &disk, data: shop.copy() };
        place.allow(64 << 20);
        acknowledged += round(&shop, &place, &mut Dice(seed as u64));
    }
    let figure = format!(
        "{acknowledged} acknowledged (orders, comments, uploads, imports, sign-ins and sign-outs \
         at once), 0 lost; it starts, lets in and out, reads, exports, writes get 507"
    );
    report("T4 a full disk", rounds.len(), &figure, "0 lost, reads go on, starts");
}
