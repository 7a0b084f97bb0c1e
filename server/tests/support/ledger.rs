//! What stands outside the server: the commands of each client in their order, and what was answered.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::shop::{self, Shop};
use crate::site::{Answer, Client};

pub const SKUS: usize = 8;
const PCS: i64 = 6;

/// A document as its writer knows it.
pub struct Paper {
    kind: &'static str,
    id: String,
    version: u64,
}

impl Paper {
    fn path(&self) -> String {
        format!("/api/docs/{}/{}", self.kind, self.id)
    }
}

/// A command and the answer its sender saw; `None` if the power went first.
pub struct Line {
    pub who: &'static str,
    path: String,
    body: Value,
    /// The document it is about, and its version before; 0 for a new one.
    pub about: String,
    before: u64,
    /// A further document that it makes or moves, and the status that it leaves that one in.
    further: Option<(String, &'static str)>,
    pub answer: Option<Answer>,
}

impl Line {
    pub fn command_id(&self) -> &str {
        self.body["command_id"].as_str().unwrap()
    }

    /// The conversation, or the board, in which it leaves one message, card or comment more.
    fn says_in(&self) -> Option<String> {
        match self.path.rsplit('/').next() {
            Some("chat_message") => {
                let room = self.body["record"]["room"].as_str()?;
                Some(format!("/api/docs/chat_message?limit=500&where=room:eq:{room}"))
            }
            Some("add_card" | "comment_card") => Some(self.about.clone()),
            _ => None,
        }
    }
}

/// What stands outside the server: every command of one client in its order, and what it made.
#[derive(Default)]
pub struct Ledger {
    number: usize,
    pub lines: Vec<Line>,
    /// By path: the status that was acknowledged last.
    pub papers: BTreeMap<String, String>,
    /// By conversation and by board: how many messages, or cards and comments, stand in it.
    said: BTreeMap<String, usize>,
    made: usize,
    days: usize,
}

impl Ledger {
    /// The one of a client, by its number.
    pub fn of(number: usize) -> Ledger {
        Ledger { number, ..Ledger::default() }
    }

    fn next_id(&mut self) -> String {
        self.made += 1;
        format!("c{:07x}-0000-4000-8000-{:012x}", self.number, self.made)
    }

    /// Sends a command; `None` when no answer came.
    fn send(&mut self, desk: &mut Desk, line: Line) -> Option<Value> {
        let answer = desk.call(line.who, &line.path, &line.body).ok();
        // 503 says that nobody knows: the same as no answer.
        let answer = answer.filter(|(status, _)| *status != 503);
        if let Some((status, body)) = &answer {
            assert!((200..300).contains(status), "{} {} {status} {body}", line.path, line.body);
            self.note(&line, body);
        }
        let body = answer.as_ref().map(|(_, body)| body.clone());
        self.lines.push(Line { answer, ..line });
        body
    }

    fn note(&mut self, line: &Line, answer: &Value) {
        let status = answer["status"].as_str().unwrap();
        self.papers.insert(line.about.clone(), status.to_owned());
        let further = line.further.clone();
        self.papers.extend(further.map(|(path, status)| (path, status.to_owned())));
    }

    fn create(
        &mut self,
        desk: &mut Desk,
        who: &'static str,
        kind: &'static str,
        record: Value,
    ) -> Option<Paper> {
        let id = self.next_id();
        let paper = Paper { kind, id: id.clone(), version: 1 };
        let (path, about) = (format!("/api/docs/{kind}"), paper.path());
        let body = json!({ "command_id": id, "record": record });
        self.send(desk, Line { who, path, body, about, before: 0, further: None, answer: None })?;
        Some(paper)
    }

    fn act(
        &mut self,
        desk: &mut Desk,
        paper: &mut Paper,
        who: &'static str,
        action: &str,
        inputs: Value,
    ) -> Option<()> {
        self.acts(desk, paper, who, action, inputs).map(drop)
    }

    /// The same, and what the document is behind it.
    fn acts(
        &mut self,
        desk: &mut Desk,
        paper: &mut Paper,
        who: &'static str,
        action: &str,
        inputs: Value,
    ) -> Option<Value> {
        let command_id = self.next_id();
        self.act_under(desk, paper, (who, action), inputs, command_id, None)
    }

    fn act_under(
        &mut self,
        desk: &mut Desk,
        paper: &mut Paper,
        (who, action): (&'static str, &str),
        inputs: Value,
        command_id: String,
        further: Option<(String, &'static str)>,
    ) -> Option<Value> {
        let (about, before) = (paper.path(), paper.version);
        let path = format!("{about}/{action}");
        let body = json!({ "command_id": command_id, "version": before, "inputs": inputs });
        let line = Line { who, path, body, about, before, further, answer: None };
        let done = self.send(desk, line)?;
        paper.version = done["version"].as_u64().unwrap();
        Some(done)
    }

    /// An order, something that moves in the yard, or what people say and plan at their desks.
    pub fn day(&mut self, desk: &mut Desk) -> Option<()> {
        self.days += 1;
        match (self.number + self.days) % 10 {
            1 => self.transfer(desk),
            3 => self.work(desk),
            4 => self.dump(desk),
            6 => self.hold(desk),
            7 | 8 => self.talk(desk),
            9 => self.plan(desk),
            _ => self.life(desk),
        }
    }

    /// Two colleagues write to each other in a conversation of their own.
    fn talk(&mut self, desk: &mut Desk) -> Option<()> {
        let name = format!("Bay {} of {}", self.made, self.number);
        let record = json!({ "name": name, "members": [desk.shop.colleague] });
        let room = self.create(desk, "SALES", "chat_room", record)?.id;
        for (who, text) in [("SALES", "Is it loaded?"), ("BM", "Since ten"), ("SALES", "Good")] {
            self.create(desk, who, "chat_message", json!({ "room": room, "text": text }))?;
        }
        Some(())
    }

    /// A board whose cards two colleagues move, edit and comment on.
    fn plan(&mut self, desk: &mut Desk) -> Option<()> {
        let title = format!("Bay {} of {}", self.made, self.number);
        let board = &mut self.create(desk, "SALES", "board", json!({ "title": title }))?;
        let colleague = json!({ "member": desk.shop.colleague });
        self.act(desk, board, "SALES", "add_member", colleague)?;
        self.act(desk, board, "SALES", "add_list", json!({ "title": "Open" }))?;
        let both = self.acts(desk, board, "BM", "add_list", json!({ "title": "Done" }))?;
        let [open, done] = [0, 1].map(|at| both["record"]["lists"][at]["list_id"].clone());
        let card = json!({ "list": open, "title": "Count bay 4" });
        self.act(desk, board, "BM", "add_card", card.clone())?;
        let left = self.acts(desk, board, "SALES", "add_card", card)?;
        let card = &left["record"]["lists"][0]["cards"][0]["card_id"];
        let drag = json!({ "card": card, "from": open, "to": done, "end": 0 });
        self.act(desk, board, "BM", "place_card", drag)?;
        let words = json!({ "card": card, "fields": ["description"], "description": "By nine" });
        self.act(desk, board, "SALES", "edit_card", words)?;
        self.act(desk, board, "BM", "comment_card", json!({ "card": card, "text": "Counted" }))
    }

    /// Some of the goods go to the other yard, where one piece less arrives.
    fn transfer(&mut self, desk: &mut Desk) -> Option<()> {
        let (turn, shop) = (self.made, desk.shop);
        let (sku, batch) = &shop.goods[turn % SKUS];
        let record = json!({
            "from_yard": shop.yard, "to_yard": shop.other_yard, "need_by": shop::soon(),
            "lines": [{ "sku": sku, "pcs": PCS }],
        });
        let transfer = &mut self.create(desk, "YARD2", "transfer", record)?;
        self.act(desk, transfer, "YARD2", "request", json!({}))?;
        let picked = json!({ "batches": [{ "line": 0, "batch": batch, "pcs": PCS }] });
        self.act(desk, transfer, "YARD", "accept", picked)?;
        let road = json!({
            "vehicle": shop.vehicle, "driver": shop.driver, "lr_no": format!("LR {turn}"),
        });
        self.act(desk, transfer, "LOGI00", "assign", road)?;
        let slip = format!("T{}-{}", self.number, self.made);
        let weighed = json!({
            "tare_g": 8_000_000, "gross_g": 8_000_000 + PCS * 28_347, "slip_no": slip,
        });
        self.act(desk, transfer, "YARD", "gate_out", weighed)?;
        let came = json!({
            "batches": [{ "lot": 0, "pcs": PCS - 1 }], "remarks": "One never came",
        });
        self.act(desk, transfer, "YARD2", "receive", came)?;
        self.act(desk, transfer, "YARD2", "hand_over", json!({}))?;
        let found = json!({ "paper_no": format!("DC/{}/{turn}", self.number), "decisions": [{
            "lot": 0, "decision": "found", "pcs": 1, "weight_g": 28_347,
        }] });
        self.act(desk, transfer, "ACC", "settle", found)
    }

    /// Small work of the yard.
    fn work(&mut self, desk: &mut Desk) -> Option<()> {
        let (sku, batch) = &desk.shop.goods[self.made % SKUS];
        let made = json!([{ "sku": sku, "pcs": PCS, "weight_g": PCS * 27_000 }]);
        let rest = PCS * 347;
        let record = json!({
            "entry": "yard", "work": "cut_to_length", "yard": desk.shop.yard,
            "inputs": [{ "batch": batch, "pcs": PCS, "weight_g": PCS * 28_347 }],
            "outputs": made, "scrap_g": PCS * 1_000, "loss_g": rest,
        });
        let work = &mut self.create(desk, "YARD", "work_order", record)?;
        self.act(desk, work, "YARD", "submit", json!({}))?;
        let all = json!({ "batches": [{ "input": 0, "pcs": PCS }] });
        self.act(desk, work, "YARD", "issue", all)?;
        let output = json!({
            "used": [{ "input": 0, "pcs": PCS }], "outputs": made, "scrap_g": PCS * 1_000,
            "remarks": "As weighed",
        });
        self.act(desk, work, "YARD", "record_output", output)?;
        self.act(desk, work, "YARD", "hand_over", json!({}))
    }

    /// Rusty pieces are set aside, and every other time they come back.
    fn dump(&mut self, desk: &mut Desk) -> Option<()> {
        let turn = self.made;
        desk.client.token = desk.shop.token("YARD").to_owned();
        let text = format!("%PDF-1.7 rust {} {turn}", self.number);
        let (status, photo) = desk.client.raw("POST", "/api/files?name=rust.pdf", &text).ok()?;
        if status != 201 {
            return None;
        }
        let record = json!({
            "yard": desk.shop.yard, "batch": desk.shop.goods[turn % SKUS].1, "pcs": PCS,
            "reason": "RUST", "photos": [photo["id"]],
        });
        let dump = &mut self.create(desk, "YARD", "dump_stock", record)?;
        self.act(desk, dump, "YARD", "submit", json!({}))?;
        self.act(desk, dump, "BM", "approve", json!({}))?;
        match turn % 2 {
            0 => Some(()),
            _ => self.act(
                desk,
                dump,
                "BM",
                "restore",
                json!({ "remarks": "Brushed clean, it is fit" }),
            ),
        }
    }

    fn hold(&mut self, desk: &mut Desk) -> Option<()> {
        let (sku, batch) = &desk.shop.goods[self.made % SKUS];
        let record = json!({
            "yard": desk.shop.yard, "sku": sku, "batch": batch, "pcs": PCS, "kind": "quality",
            "to": shop::soon(), "reason": "DAMAGE",
        });
        let hold = &mut self.create(desk, "YARD", "stock_hold", record)?;
        self.act(desk, hold, "YARD", "release", json!({ "remarks": "It is fit" }))
    }

    /// One order, most often until it is completed.
    pub fn life(&mut self, desk: &mut Desk) -> Option<()> {
        let turn = self.made;
        let skus = [turn % SKUS, (turn + 3) % SKUS, (turn + 5) % SKUS];
        let record = desk.shop.order(turn % desk.shop.customers.len(), &skus, PCS);
        let order = &mut self.create(desk, "SALES", "order", record)?;
        self.act(desk, order, "SALES", "submit", json!({ "confirm": true }))?;
        let why = |reason: &str| json!({ "reason": reason, "remarks": "As agreed by phone" });
        match turn % 5 {
            0 => {
                let mut inputs = why("RATE_CHECK");
                inputs["hold_until"] = json!(shop::soon());
                self.act(desk, order, "BM", "hold", inputs)?;
                self.act(desk, order, "BM", "resume", json!({}))?;
            }
            1 => return self.act(desk, order, "BM", "reject", why("RATE_LOW")),
            _ => {}
        }
        self.act(desk, order, "BM", "approve", json!({}))?;
        self.act(desk, order, "PCT", "forward", json!({ "recommendation": "approve" }))?;
        self.act(desk, order, "CREDIT", "credit_approve", json!({}))?;
        if turn % 5 == 2 {
            self.act(desk, order, "YARD", "raise_concern", why("QUALITY"))?;
            let remarks = json!({ "remarks": "Sorted out in bay 4" });
            self.act(desk, order, "BM", "resolve", remarks)?;
        }
        let vehicles = if turn % 5 == 3 { vec![PCS / 2; 2] } else { vec![PCS] };
        let mut loadings = Vec::new();
        for pcs in vehicles {
            loadings.push(self.load(desk, order, &skus, pcs)?);
        }
        let record = json!({ "loadings": loadings });
        let invoice = &mut self.create(desk, "ACC", "invoice", record)?;
        let completed = Some((order.path(), "Order Completed"));
        let command_id = self.next_id();
        self.act_under(desk, invoice, ("ACC", "post"), json!({}), command_id, completed).map(drop)
    }

    /// The id of the loading.
    fn load(
        &mut self,
        desk: &mut Desk,
        order: &mut Paper,
        skus: &[usize],
        pcs: i64,
    ) -> Option<String> {
        let command_id = self.next_id();
        // The loading is the further document of the command that loads.
        let loading = format!("{command_id}-1");
        let slip = format!("W{}-{}", self.number, self.made);
        let inputs = json!({ "loading_record": desk.shop.loading(&slip, skus, pcs) });
        let further = Some((format!("/api/docs/loading/{loading}"), "Posted"));
        self.act_under(desk, order, ("YARD", "load"), inputs, command_id, further)?;
        Some(loading)
    }

    /// A command that was not acknowledged is wholly there or not at all.
    pub fn check_last(&self, desk: &mut Desk, kept: &BTreeMap<String, usize>) {
        let Some(line) = self.lines.last().filter(|line| line.answer.is_none()) else { return };
        let landed = kept.contains_key(line.command_id());
        let (status, doc) = desk.call(line.who, &line.about, &Value::Null).unwrap();
        let version = if status == 404 { 0 } else { doc["version"].as_u64().unwrap() };
        assert_eq!(version, line.before + u64::from(landed), "{} {doc}", line.path);
        if let Some((path, wanted)) = &line.further {
            let (status, doc) = desk.call(line.who, path, &Value::Null).unwrap();
            assert_eq!(status == 200 && doc["status"] == *wanted, landed, "{path} {doc}");
        }
    }

    /// Repeats every command: an acknowledged one gives its first answer again.
    pub fn check(&mut self, desk: &mut Desk) {
        let mut talked = BTreeSet::new();
        for mut line in std::mem::take(&mut self.lines) {
            let again = desk.call(line.who, &line.path, &line.body).unwrap();
            match &line.answer {
                Some(first) => assert_eq!(told(&again), told(first), "{}", line.command_id()),
                // Nobody was told, so either is right; from here on it is kept.
                None => {
                    assert!((200..300).contains(&again.0), "{} {}", line.path, again.1);
                    assert_eq!(again.1["version"], line.before + 1, "{}", line.command_id());
                    self.note(&line, &again.1);
                }
            }
            if let Some(place) = line.says_in() {
                *self.said.entry(place.clone()).or_default() += 1;
                talked.insert(place);
            }
            line.answer = Some(again);
        }
        for place in talked {
            assert_eq!(said(desk, &place), self.said[&place], "{place}");
        }
        for (path, status) in std::mem::take(&mut self.papers) {
            let who = match &path {
                path if path.contains("/invoice/") => "ACC",
                path if path.contains("/board/") => "SALES",
                _ => "BM",
            };
            let (_, doc) = desk.call(who, &path, &Value::Null).unwrap();
            assert_eq!(doc["status"], status, "{path} {doc}");
        }
    }
}

/// How many messages stand in a conversation, or cards and comments on a board.
fn said(desk: &mut Desk, place: &str) -> usize {
    let (_, found) = desk.call("SALES", place, &Value::Null).unwrap();
    let rows = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let lists = rows(&found["record"]["lists"]).into_iter();
    let cards: Vec<Value> = lists.flat_map(|list| rows(&list["cards"])).collect();
    let comments = cards.iter().map(|card| rows(&card["comments"]).len()).sum::<usize>();
    rows(&found["rows"]).len() + cards.len() + comments
}

/// What of an answer is about its document; the rest says what others may do now.
pub fn told((status, body): &Answer) -> (u16, Vec<&Value>) {
    let keys = ["id", "type", "version", "status", "doc_no", "record", "updated_by", "updated_at"];
    (*status, keys.iter().map(|key| &body[*key]).collect())
}

/// One client at his connection, speaking for whoever acts.
pub struct Desk<'a> {
    pub shop: &'a Shop,
    pub client: Client,
}

impl Desk<'_> {
    pub fn call(&mut self, who: &str, path: &str, body: &Value) -> std::io::Result<Answer> {
        self.shop.call(&mut self.client, who, path, body)
    }
}
