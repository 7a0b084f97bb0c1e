//! Every pipe size of three product groups, made by properties by thirty-two people at once: none
//! twice, each with the weight of the tables.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Barrier;
use std::thread;

use crate::proof::{report, size};
use crate::shop::{Plan, Shop};
use crate::site::{Client, Site, verify};
use serde_json::{Value, json};

const PEOPLE: usize = 32;
/// So many people want each size at the same moment, each writing it in their own way.
const RIVALS: usize = 4;

/// Tenths of a millimetre: outside diameters of IS 1239 and IS 1161, and walls.
const DIAMETERS: &[i64] = &[
    172, 213, 269, 337, 424, 483, 603, 761, 889, 1_016, 1_143, 1_397, 1_651, 1_683, 1_937, 2_191,
    2_730, 3_239,
];
const WALLS: &[i64] = &[16, 20, 23, 26, 29, 32, 36, 40, 45, 50, 54, 59, 63];
const LENGTHS_MM: &[i64] = &[5_800, 6_000, 12_000];

/// A size: its group, outside diameter and wall in tenths, length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Size {
    group: usize,
    od: i64,
    thk: i64,
    mm: i64,
}

fn sizes() -> Vec<Size> {
    let mut all = Vec::new();
    for group in 0..3 {
        for od in DIAMETERS {
            for thk in WALLS {
                all.extend(LENGTHS_MM.iter().map(|mm| Size { group, od: *od, thk: *thk, mm: *mm }));
            }
        }
    }
    all
}

impl Size {
    /// By G3's round pipe, in integers: tenths of a millimetre, ten millionths of a kilogram, once
    /// rounded.
    fn grams(&self) -> i64 {
        let above = i128::from((self.od - self.thk) * self.thk) * 246_615 * i128::from(self.mm);
        i64::try_from((2 * above + 1_000_000_000) / 2_000_000_000).unwrap()
    }
}

struct Goods {
    groups: Vec<String>,
    od: String,
    thk: String,
    len: String,
}

/// A person at their own connection, whose commands have ids of their own.
struct Person<'a> {
    shop: &'a Shop,
    client: Client,
    who: String,
    made: usize,
}

impl Person<'_> {
    fn create(&mut self, kind: &str, record: &Value) -> (u16, Value) {
        self.made += 1;
        let id = format!("c0000000-0000-4000-8000-{:012x}", self.made);
        let body = json!({ "command_id": id, "record": record });
        self.shop.call(&mut self.client, &self.who, &format!("/api/docs/{kind}"), &body).unwrap()
    }

    fn make(&mut self, kind: &str, record: &Value) -> String {
        let (status, made) = self.create(kind, record);
        assert_eq!(status, 201, "{kind}: {made}");
        made["id"].as_str().unwrap().to_owned()
    }

    fn get(&mut self, path: &str) -> Value {
        let answer = self.shop.call(&mut self.client, &self.who, path, &Value::Null).unwrap();
        assert_eq!(answer.0, 200, "{path}: {}", answer.1);
        answer.1
    }
}

/// Three groups with their properties, templates and tested formulas, all over HTTP.
fn furnish(person: &mut Person) -> Goods {
    let hsn = person.get("/api/docs/hsn?limit=1")["rows"][0]["id"].clone();
    let mut property = |code: &str, label: &str| {
        person.make("sku_property", &json!({
            "code": code, "label": label, "kind": "number", "unit": "mm", "min": "1", "max": "20000",
        }))
    };
    let (od, thk, len) =
        (property("OD", "Diameter"), property("THK", "Wall"), property("LEN", "Length"));
    let groups = ["Black pipe", "Galvanised pipe", "Structural tube"].into_iter().enumerate();
    let groups = groups.map(|(at, name)| {
        let group = person.make("product_group", &json!({
            "name": name, "hsn": hsn, "rate_uom": "MT", "stock_mode": "pcs_kg", "section": "pipe",
            "name_template": "{group} {od}OD × {thk} × {len} m",
        }));
        let row = |property: &str| json!({ "property": property, "is_mandatory": true });
        let rows = json!([row(&od), row(&thk), row(&len)]);
        person.make("sku_mapping", &json!({ "product_group": group, "properties": rows }));
        let formula = person.make("formula", &json!({
            "code": format!("PIPE-{at}"), "name": name, "product_group": group, "per": "m",
            "from": "2026-04-01", "expression": "(od - thk) * thk * 0.0246615",
            "tests": [
                { "inputs": "od = 60.3, thk = 3.6", "expected_g": 5_034 },
                { "inputs": "od = 114.3, thk = 4.5", "expected_g": 12_185 },
            ],
        }));
        let body = json!({
            "command_id": format!("c0000000-0000-4000-8000-ffffffffff{at:02x}"), "version": 1, "inputs": {},
        });
        let path = format!("/api/docs/formula/{formula}/activate");
        let (status, done) = person.shop.call(&mut person.client, &person.who, &path, &body).unwrap();
        assert_eq!(status, 200, "{done}");
        group
    });
    Goods { groups: groups.collect(), od, thk, len }
}

/// A size as one of the rivals writes it: in another order, with other zeros, with or without units.
fn written(goods: &Goods, size: &Size, rival: usize) -> Value {
    let tenths = |number: i64| match rival {
        0 => format!("{}.{}", number / 10, number % 10),
        1 => format!("{}.{}00", number / 10, number % 10),
        2 => format!("{}.{} mm", number / 10, number % 10),
        _ => format!("{}.{}0", number / 10, number % 10),
    };
    let row = |property: &str, value: String| json!({ "property": property, "value": value });
    let mut rows = vec![
        row(&goods.od, tenths(size.od)),
        row(&goods.thk, tenths(size.thk)),
        row(&goods.len, if rival == 3 { format!("{}.0", size.mm) } else { size.mm.to_string() }),
    ];
    rows.rotate_left(rival % 3);
    json!({ "product_group": goods.groups[size.group], "values": rows })
}

#[test]
fn thirty_two_people_make_every_pipe_size_once_and_with_its_weight() {
    let crowd = &[("PURCH", PEOPLE), ("ADMIN", 1)];
    let shop = Shop::furnish(&Plan { crowd, customers: 0, limit_paise: 1, skus: 0, pcs: 0 });
    let data = shop.copy();
    let site = Site::start(data.path(), &[]);
    let person = |role: &str, number: usize| Person {
        shop: &shop,
        client: site.client(),
        who: format!("{role}{number:02}"),
        made: (number + if role == "ADMIN" { PEOPLE } else { 0 }) << 24,
    };
    let mut admin = person("ADMIN", 0);
    let goods = furnish(&mut admin);
    let all = sizes();
    assert!(all.len() >= 2_000);
    let step = all.len().div_ceil(size(all.len(), all.len() / 10));
    let all: Vec<Size> = all.into_iter().step_by(step).collect();
    let start = Barrier::new(PEOPLE);
    let told: Vec<(Size, u16, Value)> = thread::scope(|scope| {
        let people: Vec<_> = (0..PEOPLE)
            .map(|number| {
                let (mut person, start, goods, all) =
                    (person("PURCH", number), &start, &goods, &all);
                scope.spawn(move || {
                    start.wait();
                    let mine = all
                        .iter()
                        .enumerate()
                        .filter(|(at, _)| at % (PEOPLE / RIVALS) == number / RIVALS);
                    let want = |(_, size): (usize, &Size)| {
                        let (status, answer) =
                            person.create("sku", &written(goods, size, number % RIVALS));
                        (*size, status, answer)
                    };
                    mine.map(want).collect::<Vec<_>>()
                })
            })
            .collect();
        people.into_iter().flat_map(|person| person.join().unwrap()).collect()
    });
    let mut made: BTreeMap<Size, usize> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for (size, status, answer) in &told {
        match status {
            201 => {
                *made.entry(*size).or_default() += 1;
                assert_eq!(answer["record"]["theo_g_per_pc"], size.grams(), "{size:?}");
                assert!(
                    names.insert(answer["record"]["name"].to_string()),
                    "{}",
                    answer["record"]["name"]
                );
            }
            409 => {
                let message = answer["errors"][0]["message"].as_str().unwrap();
                assert!(message.ends_with("already exists"), "{message}");
            }
            other => panic!("{other}: {answer}"),
        }
    }
    assert_eq!(told.len(), all.len() * RIVALS);
    assert_eq!(made.len(), all.len(), "every size was made");
    assert!(made.values().all(|times| *times == 1), "and none twice");
    // His connection was idle for as long as the others worked.
    admin.client = site.client();
    let kept: usize = goods
        .groups
        .iter()
        .map(|group| {
            let kit = admin.get(&format!("/api/sku/kit/{group}"));
            let keys: BTreeSet<String> =
                kit["skus"].as_array().unwrap().iter().map(|sku| sku["key"].to_string()).collect();
            assert_eq!(keys.len(), kit["skus"].as_array().unwrap().len());
            keys.len()
        })
        .sum();
    assert_eq!(kept, all.len());
    site.stop();
    let (well, text) = verify(data.path());
    assert!(well, "{text}");
    report("T7 SKUs by properties, 32 people", told.len(), "0 duplicates, 0 wrong weights", "0");
}

#[test]
fn the_tables_of_this_test_are_those_of_the_domain() {
    let of = |od, thk, mm| Size { group: 0, od, thk, mm }.grams();
    assert_eq!(of(603, 36, 1_000), 5_034);
    assert_eq!(of(603, 36, 6_000), 30_203);
    assert_eq!(of(213, 26, 1_000), 1_199);
}
