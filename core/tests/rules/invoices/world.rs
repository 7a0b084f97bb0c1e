//! A site on which orders are loaded and invoiced.

use super::*;

pub struct World {
    pub site: Site,
    pub branch: String,
    pub yard: String,
    pub sku: String,
    pub batch: String,
    pub vehicle: String,
    pub driver: String,
    pub sales: Actor,
    pub slips: u32,
}

impl World {
    pub fn new() -> World {
        World::at(NOW)
    }

    pub fn at(now: Instant) -> World {
        let mut site = Site::new();
        site.now = now;
        site.make(
            "company",
            json!({ "name": "Deccan Steel", "pan": "AAPFU0939F", "aato_paise": 1_000,
            "tcs_rules": [{ "section": "206C(1)", "rate_bp": 100, "from": "2020-10-01" }] }),
        );
        let branch = site.branch();
        let yard = site.make(
            "yard",
            json!({ "code": "RJN", "name": "Ranjangaon", "branch": branch,
            "address": "Plot 4", "state": seeded("state", "27"), "pin": "412220" }),
        );
        let sales = site.employee("SALES", "9800000001", &["SALES"], &branch);
        let (_, sku) = site.goods();
        let truck = site.make(
            "vehicle",
            json!({ "reg_no": "MH12AB1234", "owned_by": "own",
            "truck_type": seeded("truck_type", TRUCK), "capacity_g": 25_000_000 }),
        );
        let driver = site.make(
            "driver",
            json!({ "name": "Ramesh", "mobile": "9800000002",
            "licence_no": "MH1220110012345", "licence_to": "2030-01-01" }),
        );
        let sales = Actor {
            id: sales,
            branch: branch.clone(),
            branches: vec![branch.clone()],
            ..person(Role::Sales)
        };
        let batch = stock_up(&mut site, &yard, &sku);
        World { site, branch, yard, sku, batch, vehicle: truck, driver, sales, slips: 0 }
    }

    pub fn actor(&self, role: Role) -> Actor {
        Actor {
            branches: vec![self.branch.clone()],
            yards: vec![self.yard.clone()],
            ..person(role)
        }
    }

    pub fn customer(&mut self, gstin: &str, pin: &str) -> String {
        let mobile = format!("98{}", &pin.repeat(2)[..8]);
        let record = json!({
            "name": format!("Firm {gstin}"), "kind": "Dealer", "gst_category": "Regular", "gstin": gstin,
            "pan": &gstin[2..12], "contact_person": "Anil", "mobile": mobile,
            "billing": { "line1": "Main road", "state": seeded("state", &gstin[..2]), "pin": pin },
            "payment_term": seeded("payment_term", "CR30"), "sales_owner": self.sales.id,
        });
        let id = self.site.make("customer", record);
        self.act(Role::Sales, "customer", &id, "submit", json!({}));
        self.act(Role::Bm, "customer", &id, "approve", json!({}));
        let limit =
            json!({ "limit_paise": 100_000_000, "reason": "OPENING", "remarks": "Opening limit" });
        self.act(Role::Credit, "customer", &id, "set_credit", limit);
        id
    }

    pub fn try_act(
        &mut self,
        role: Role,
        kind: &str,
        id: &str,
        action: &str,
        inputs: Value,
    ) -> Result<Value, Vec<Issue>> {
        let actor = if role == Role::Sales { self.sales.clone() } else { self.actor(role) };
        self.site.act(&actor, kind, id, action, inputs)
    }

    pub fn act(&mut self, role: Role, kind: &str, id: &str, action: &str, inputs: Value) -> Value {
        let done = self.try_act(role, kind, id, action, inputs);
        done.unwrap_or_else(|issues| panic!("{kind} {action}: {issues:?}"))
    }

    /// An order of `pcs` pieces that weigh `weight_g`, at G4's rate, on its way to the yard.
    pub fn order(&mut self, customer: &str, pcs: i64, weight_g: i64) -> String {
        let line = json!({ "sku": self.sku, "pcs": pcs, "weight_g": weight_g, "rate_uom": "MT",
            "rate_paise": 5_875_000 });
        self.order_of(customer, vec![line])
    }

    pub fn order_of(&mut self, customer: &str, lines: Vec<Value>) -> String {
        let record = json!({ "customer": customer, "yard": self.yard,
            "payment_term": seeded("payment_term", "CR30"), "price_basis": "ex_yard",
            "delivery_by": self.site.today().plus(7).to_string(), "lines": lines });
        let made = self.site.create(&self.sales.clone(), "order", record).unwrap();
        let id = made["id"].as_str().unwrap().to_owned();
        self.act(Role::Sales, "order", &id, "submit", json!({ "confirm": true }));
        self.act(Role::Bm, "order", &id, "approve", json!({}));
        let advice = json!({ "recommendation": "approve" });
        self.act(Role::Pct, "order", &id, "forward", advice);
        self.act(Role::Credit, "order", &id, "credit_approve", json!({}));
        id
    }

    /// One vehicle of the order; the loading's id.
    pub fn load(&mut self, order: &str, pcs: i64, weight_g: i64) -> String {
        let line =
            json!({ "order_line": 0, "batch": self.batch, "pcs": pcs, "weight_g": weight_g });
        self.load_of(order, vec![line], weight_g)
    }

    /// One vehicle with a piece of each of these lines.
    pub fn load_lines(
        &mut self,
        order: &str,
        lines: std::ops::Range<usize>,
        piece_g: i64,
    ) -> String {
        let weight_g = piece_g * lines.len() as i64;
        let line =
            |at| json!({ "order_line": at, "batch": self.batch, "pcs": 1, "weight_g": piece_g });
        let lines = lines.map(line).collect();
        self.load_of(order, lines, weight_g)
    }

    pub fn load_of(&mut self, order: &str, lines: Vec<Value>, weight_g: i64) -> String {
        self.slips += 1;
        let record = json!({ "vehicle": self.vehicle, "driver": self.driver, "mobile": "9800000002",
            "slip_no": format!("S{}", self.slips), "tare_g": 8_000_000, "gross_g": 8_000_000 + weight_g,
            "lines": lines });
        self.act(Role::Yard, "order", order, "load", json!({ "loading_record": record }));
        let posted = self.site.read(|case| godown_core::docs::loadings::posted(case, order));
        posted.last().unwrap().id.clone()
    }

    pub fn draft(&mut self, loadings: &[&str], more: Value) -> Result<String, Vec<Issue>> {
        let mut sent = json!({ "loadings": loadings });
        sent.as_object_mut().unwrap().extend(record(more));
        let acc = self.actor(Role::Acc);
        let made = self.site.create(&acc, "invoice", sent)?;
        Ok(made["id"].as_str().unwrap().to_owned())
    }

    pub fn post(&mut self, invoice: &str) -> Result<Value, Vec<Issue>> {
        self.try_act(Role::Acc, "invoice", invoice, "post", json!({}))
    }

    /// A whole order's way to its posted invoice.
    pub fn invoiced(&mut self, customer: &str) -> Value {
        let order = self.order(customer, 36, 1_020_500);
        let loading = self.load(&order, 36, 1_020_500);
        let invoice = self.draft(&[&loading], json!({})).unwrap();
        self.post(&invoice).unwrap()
    }

    /// Every named invariant holds.
    pub fn is_sound(&self) {
        assert_eq!(invariant::check(&self.site.memory).unwrap(), []);
    }

    pub fn invoice(&self, id: &str) -> Invoice {
        self.site.read(|case| Invoice::of(&*case.doc(&INVOICE, id)?))
    }
}

const TRUCK: &str = "Truck 14 wheels";

/// 400 pieces that cost ₹50 a kg.
fn stock_up(site: &mut Site, yard: &str, sku: &str) -> String {
    let actor = Actor::system();
    let mut case = Case::new(docs::look(&site.memory, &actor, site.now), "opening");
    let qty = Qty { pcs: 400, g: 12_000_000 };
    let lot = Lot { sku, yard, day: case.today(), qty, cost_paise: 60_000_000, ..Lot::default() };
    let batch = batches::open(&mut case, &lot).unwrap();
    let source = Source::new("opening", "opening", 0, case.today());
    let to = Side::Stock(StockPlace::free(yard, sku, &batch));
    stock::post(&mut case, Side::Opening, to, qty, &source).unwrap();
    let (writes, _) = case.into_writes();
    site.memory.apply(&writes);
    batch
}
