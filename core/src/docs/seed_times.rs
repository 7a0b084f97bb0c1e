//! The time rules and triggers that a site starts with.

use serde_json::{Value, json};

use super::orders::{ACCOUNT_CONCERN, YARD_CONCERN};

/// Name and record of each time rule.
pub fn rules() -> Vec<(&'static str, Value)> {
    let decision = |name: &'static str, role: &str, hours: i64| {
        (name, json!({ "name": name, "kind": "decision", "role": role, "value_h": hours }))
    };
    let lasts = |name: &'static str, kind: &str, hours: i64| {
        (name, json!({ "name": name, "kind": kind, "value_h": hours }))
    };
    vec![
        lasts("A reservation lasts 2 days", "reservation", 48),
        lasts("A hold lasts at most 30 days", "hold", 720),
        decision("Branch manager decides within 4 hours", "BM", 4),
        decision("Preliminary credit team decides within 4 hours", "PCT", 4),
        decision("Credit is decided within 4 hours", "CREDIT", 4),
        decision("Loading is done within a day", "YARD", 24),
        decision("Accounts answer within 8 hours", "ACC", 8),
        (
            "Accounts may back-date 3 days",
            json!({
                "name": "Accounts may back-date 3 days", "kind": "back_date", "role": "ACC",
                "value_days": 3,
            }),
        ),
    ]
}

/// A trigger in a line: what sets it off, who is told, and the words.
struct Line {
    name: &'static str,
    /// The fields that say when.
    when: Value,
    /// Kinds of recipient, a role by its name.
    told: &'static [&'static str],
    /// Also by mail; a warning.
    how: (bool, bool),
    title: &'static str,
    body: &'static str,
}

/// Name and record of each trigger.
pub fn triggers() -> Vec<(&'static str, Value)> {
    let lines = orders().into_iter().chain(money()).chain(goods()).chain(people());
    lines.map(|line| (line.name, record(&line))).collect()
}

fn record(line: &Line) -> Value {
    let told = |who: &&str| match *who {
        kind @ ("waiting" | "manager" | "owner" | "party") => json!({ "kind": kind }),
        role => json!({ "kind": "role", "role": role }),
    };
    let (mail, warning) = line.how;
    let mut record = line.when.clone();
    record["name"] = line.name.into();
    record["recipients"] = line.told.iter().map(told).collect();
    let also = [("mail", mail), ("whatsapp", line.told.contains(&"party"))];
    let also = also.into_iter().filter(|(_, chosen)| *chosen).map(|(channel, _)| channel);
    record["channels"] = std::iter::once("app").chain(also).collect();
    record["title"] = line.title.into();
    record["body"] = line.body.into();
    record["warning"] = warning.into();
    record
}

/// Somebody raised a concern about an order, and nobody settled it.
fn concern(name: &'static str, status: &str) -> Line {
    Line {
        name,
        when: json!({
            "event": "age", "doc_type": "order", "in_status": status, "age_h": 24,
        }),
        told: &["owner", "BM"],
        how: (false, true),
        title: "A concern about {{doc_no}} is still open",
        body: "{{party}}: {{status}} for {{age_h}} hours.",
    }
}

fn orders() -> Vec<Line> {
    let waits = "{{doc_no}} waits for a decision";
    vec![
        Line {
            name: "Order waits longer than it should",
            when: json!({ "event": "age", "doc_type": "order" }),
            told: &["waiting"],
            how: (false, false),
            title: waits,
            body: "{{party}}: {{status}} for {{age_h}} hours.",
        },
        Line {
            name: "Order still waits, 4 hours later",
            when: json!({ "event": "age", "doc_type": "order", "delay_min": 240 }),
            told: &["manager"],
            how: (true, true),
            title: waits,
            body: "{{party}}: {{status}} for {{age_h}} hours.",
        },
        Line {
            name: "Reservation ends in 4 hours",
            when: json!({
                "event": "date", "doc_type": "order", "date_field": "reservation_expires",
                "hours_before": 4,
            }),
            told: &["owner", "BM"],
            how: (false, true),
            title: "The stock of {{doc_no}} is held until {{reservation_expires}}",
            body: "{{party}}: {{status}}. Stock that is not approved by then may be sold to others.",
        },
        concern("Concern of the yard open for a day", YARD_CONCERN),
        concern("Concern of accounts open for a day", ACCOUNT_CONCERN),
        Line {
            name: "Loading without an invoice after 2 hours",
            when: json!({
                "event": "age", "doc_type": "loading", "in_status": "Posted", "age_h": 2,
                "conditions": [{ "field": "invoice", "op": "empty" }],
            }),
            told: &["ACC", "BM"],
            how: (false, true),
            title: "{{doc_no}} has no invoice yet",
            body: "{{party}}, vehicle {{vehicle_no}}: loaded {{age_h}} hours ago.",
        },
    ]
}

fn money() -> Vec<Line> {
    let unpaid = |days: i64| {
        json!({
            "event": "date", "doc_type": "invoice", "date_field": "due_date", "days_before": days,
            "conditions": [
                { "field": "status", "op": "eq", "value": "Posted" },
                { "field": "balance_paise", "op": "gt", "value": "0" },
            ],
        })
    };
    let late = |name: &'static str, days: i64| Line {
        name,
        when: unpaid(-days),
        told: &["owner", "party"],
        how: (true, true),
        title: "Invoice {{doc_no}} was due on {{due_date}}",
        body: "{{balance_paise}} of invoice {{doc_no}} is still to be paid.",
    };
    let mut lines = portal();
    lines.extend([
        Line {
            name: "Credit used above 90 %",
            when: json!({ "event": "credit", "above_bp": 9_000 }),
            told: &["owner", "CREDIT"],
            how: (false, true),
            title: "{{title}} has used {{used_bp}} of the limit",
            body: "Orders and open invoices of {{title}} come to {{used_bp}} of the credit limit.",
        },
        Line {
            name: "Temporary limit ends in 2 days",
            when: json!({
                "event": "date", "doc_type": "credit_limit_request", "date_field": "to",
                "days_before": 2,
                "conditions": [{ "field": "status", "op": "eq", "value": "Approved" }],
            }),
            told: &["owner", "CREDIT"],
            how: (false, true),
            title: "The temporary limit of {{party}} ends on {{to}}",
            body: "{{granted_paise}} of {{doc_no}} no longer count after {{to}}.",
        },
        Line {
            name: "Invoice due in 3 days",
            when: unpaid(3),
            told: &["owner", "party"],
            how: (true, false),
            title: "Invoice {{doc_no}} is due on {{due_date}}",
            body: "{{balance_paise}} of invoice {{doc_no}} is to be paid by {{due_date}}.",
        },
        Line {
            name: "Cheque to be deposited tomorrow",
            when: json!({
                "event": "date", "doc_type": "receipt", "date_field": "cheque_date",
                "days_before": 1,
                "conditions": [{ "field": "status", "op": "eq", "value": "Received" }],
            }),
            told: &["ACC"],
            how: (false, false),
            title: "Cheque {{cheque_no}} of {{party}} is dated tomorrow",
            body: "{{amount_paise}} by cheque {{cheque_no}}, {{drawn_on}}: deposit it on {{cheque_date}}.",
        },
        Line {
            name: "Cheque bounced",
            when: json!({
                "event": "status", "doc_type": "receipt", "in_status": "Bounced",
            }),
            told: &["owner", "BM", "CREDIT"],
            how: (true, true),
            title: "Cheque {{cheque_no}} of {{party}} bounced",
            body: "{{doc_no}}: {{amount_paise}} is to be paid again. Reason: {{bounce_reason}}.",
        },
        late("Invoice overdue for a day", 1),
        late("Invoice overdue for 7 days", 7),
        late("Invoice overdue for 15 days", 15),
        Line {
            name: "E-way bill ends",
            // Seven hours after nine in the morning: eight before the midnight at which it ends.
            when: json!({
                "event": "date", "doc_type": "invoice", "date_field": "ewb_valid_to",
                "hours_before": -7,
                "conditions": [{ "field": "status", "op": "eq", "value": "Posted" }],
            }),
            told: &["LOGI"],
            how: (false, true),
            title: "The e-way bill of {{doc_no}} ends in 8 hours",
            body: "{{party}}, vehicle {{vehicle_no}}: e-way bill {{ewb_no}} ends on {{ewb_valid_to}}.",
        },
    ]);
    lines
}

/// What the portals of the GST no longer do after a while.
fn portal() -> Vec<Line> {
    vec![
        Line {
            name: "E-invoice not reported after 25 days",
            // The portal takes it for 30 days from its date (CGST Rules 2017, rule 48(4)).
            when: json!({
                "event": "date", "doc_type": "invoice", "date_field": "date", "days_before": -25,
                "conditions": [
                    { "field": "status", "op": "eq", "value": "Posted" },
                    { "field": "irn_state", "op": "eq", "value": "needed" },
                ],
            }),
            told: &["ACC"],
            how: (true, true),
            title: "{{doc_no}} of {{date}} has no IRN yet",
            body: "{{party}}: the portal takes an invoice for 30 days from its date.",
        },
        Line {
            name: "IRN can be cancelled for 4 hours more",
            when: json!({
                "event": "date", "doc_type": "invoice", "date_field": "irn_at",
                "hours_before": -20,
                "conditions": [
                    { "field": "status", "op": "eq", "value": "Posted" },
                    { "field": "open_concern", "op": "filled" },
                ],
            }),
            told: &["ACC"],
            how: (false, true),
            title: "The IRN of {{doc_no}} can be cancelled for 4 hours more",
            body: "{{party}}: a concern about {{open_concern}} is open.",
        },
    ]
}

fn goods() -> Vec<Line> {
    let paper = |name: &'static str, field: &str, body: &'static str| Line {
        name,
        when: json!({
            "event": "date", "doc_type": "vehicle", "date_field": field, "days_before": 15,
        }),
        told: &["LOGI"],
        how: (false, false),
        title: "A paper of {{reg_no}} ends in 15 days",
        body,
    };
    vec![
        paper(
            "Insurance ends in 15 days",
            "insurance_to",
            "The insurance ends on {{insurance_to}}.",
        ),
        paper("Fitness ends in 15 days", "fitness_to", "The fitness ends on {{fitness_to}}."),
        paper("Permit ends in 15 days", "permit_to", "The permit ends on {{permit_to}}."),
        paper("Registration ends in 15 days", "rc_to", "The registration ends on {{rc_to}}."),
        paper(
            "Pollution certificate ends in 15 days",
            "puc_to",
            "The pollution certificate ends on {{puc_to}}.",
        ),
        Line {
            name: "E-way bill of a trip ends in 8 hours",
            when: json!({
                "event": "date", "doc_type": "trip", "date_field": "ewb_until", "hours_before": 8,
            }),
            told: &["LOGI"],
            how: (false, true),
            title: "An e-way bill of {{doc_no}} ends on {{ewb_until}}",
            body: "Vehicle {{vehicle_no}}, going to {{going_to}}: hand the goods over by then, or extend it.",
        },
        Line {
            name: "Proof of delivery awaited for 3 days",
            when: json!({
                "event": "age", "doc_type": "trip", "in_status": "Dispatched", "age_h": 72,
                "conditions": [{ "field": "open_count", "op": "gt", "value": "0" }],
            }),
            told: &["LOGI", "BM"],
            how: (false, true),
            title: "{{doc_no}} left {{age_h}} hours ago and is not delivered",
            body: "Vehicle {{vehicle_no}}, {{driver_name}}: {{open_count}} stops without a proof of delivery.",
        },
        Line {
            name: "Licence ends in 15 days",
            when: json!({
                "event": "date", "doc_type": "driver", "date_field": "licence_to",
                "days_before": 15,
            }),
            told: &["LOGI"],
            how: (false, false),
            title: "The licence of {{name}} ends in 15 days",
            body: "Licence {{licence_no}} ends on {{licence_to}}.",
        },
        Line {
            name: "Stock at its reorder level",
            when: json!({ "event": "stock" }),
            told: &["PURCH"],
            how: (false, true),
            title: "{{title}} is to be ordered for {{yard}}",
            body: "{{free}} pieces of {{title}} are free at {{yard}}.",
        },
        Line {
            name: "Hold ends within a day",
            when: json!({
                "event": "date", "doc_type": "stock_hold", "date_field": "ends_at",
                "hours_before": 24,
            }),
            told: &["owner", "BM"],
            how: (false, true),
            title: "{{doc_no}} ends on {{to}}",
            body: "{{pcs}} pieces of {{sku_name}} at {{yard}} are free for everyone then.",
        },
        Line {
            name: "A closed batch was opened again",
            when: json!({
                "event": "status", "doc_type": "batch_closing", "in_status": "Reopened",
            }),
            told: &["YARD", "BM"],
            how: (false, true),
            title: "Batch {{batch_no}} is open again",
            body: "Batch {{batch_no}} was closed on {{date}}. It is open again: {{reopened_for}}.",
        },
        Line {
            name: "Transfer on the road for 3 days",
            when: json!({
                "event": "age", "doc_type": "transfer", "in_status": "In Transit", "age_h": 72,
            }),
            told: &["YARD", "LOGI"],
            how: (false, true),
            title: "{{doc_no}} has been on the road for {{age_h}} hours",
            body: "From {{from_yard}} to {{to_yard}}, vehicle {{vehicle_no}}.",
        },
        Line {
            name: "Work order under way for 5 days",
            when: json!({
                "event": "age", "doc_type": "work_order", "in_status": "In Process", "age_h": 120,
            }),
            told: &["YARD", "BM"],
            how: (false, true),
            title: "{{doc_no}} has been in process for {{age_h}} hours",
            body: "Record its output, or return what is not used.",
        },
        Line {
            name: "A stock audit found more than the limit",
            when: json!({
                "event": "status", "doc_type": "stock_audit", "in_status": "Variance Review",
                "conditions": [{ "field": "over_lines", "op": "gt", "value": "0" }],
            }),
            told: &["ADMIN"],
            how: (true, true),
            title: "{{doc_no}} found differences beyond the limit",
            body: "{{name}}: {{over_lines}} batches are off by more than the limit after the second count.",
        },
        Line {
            name: "Job work to be returned within 30 days",
            when: json!({
                "event": "date", "doc_type": "work_order", "date_field": "return_by",
                "days_before": 30,
                "conditions": [{ "field": "wip_g", "op": "gt", "value": "0" }],
            }),
            told: &["BM", "ACC"],
            how: (true, true),
            title: "{{doc_no}} is to be returned by {{return_by}}",
            body: "Goods sent under challan {{challan_no}} become a supply to the job worker after a year.",
        },
        Line {
            name: "Batch older than 180 days",
            when: json!({
                "event": "date", "doc_type": "batch", "date_field": "inward_date",
                "days_before": -180,
                "conditions": [{ "field": "status", "op": "ne", "value": "Closed" }],
            }),
            told: &["BM", "PURCH"],
            how: (false, false),
            title: "Batch {{batch_no}} is 180 days old",
            body: "{{sku}}, in since {{inward_date}}.",
        },
    ]
}

fn people() -> Vec<Line> {
    vec![
        Line {
            name: "Five failed sign-ins",
            when: json!({ "event": "sign_in" }),
            told: &["ADMIN"],
            how: (true, true),
            title: "Five failed sign-ins for {{emp_id}}",
            body: "Someone at {{source}} tried to sign in as {{name}} with a wrong password.",
        },
        Line {
            name: "Somebody made an account",
            when: json!({
                "event": "status", "doc_type": "employee", "in_status": "Active",
                "conditions": [{ "field": "emp_id", "op": "empty" }],
            }),
            told: &["ADMIN"],
            how: (true, false),
            title: "{{name}} asks for access",
            body: "{{name}} ({{email}}) created an account. Grant roles or deactivate it.",
        },
    ]
}
