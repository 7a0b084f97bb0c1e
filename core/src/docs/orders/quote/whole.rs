//! What speaks against an order as a whole: its truck, and the customer's credit.

use super::{Quote, QuoteFacts, Severity};
use crate::error::Code;
use crate::value::{Grams, Paise, mt, rupees};

pub fn look_at_whole(facts: &QuoteFacts, made: &mut Quote) {
    if let Some(truck) = facts.truck.as_ref().filter(|truck| truck.capacity_g > 0) {
        let fill = i128::from(made.weight_g) * 10_000 / i128::from(truck.capacity_g);
        made.fill_bp = Some(fill as i64);
        if made.weight_g > truck.capacity_g {
            let (load, most) = (mt(Grams(made.weight_g)), mt(Grams(truck.capacity_g)));
            let message = format!("Load {load} exceeds {} capacity {most}", truck.name);
            made.find(Severity::Warning, String::new(), Code::Overload, message);
        }
    }
    let Some(credit) = &facts.credit else { return };
    let further = made.total_paise - credit.own_paise;
    made.credit_after_paise = Some(credit.available_paise - further);
    if further > credit.available_paise {
        let message = format!(
            "Credit short by {} (limit {}, used {})",
            rupees(Paise(further - credit.available_paise)),
            rupees(Paise(credit.limit_paise)),
            rupees(Paise(credit.used_paise)),
        );
        made.find(Severity::Warning, String::new(), Code::CreditShort, message);
    }
    if credit.overdue_days > credit.allowed_overdue_days {
        let message = format!("Invoices are overdue up to {} days", credit.overdue_days);
        made.find(Severity::Warning, String::new(), Code::CreditShort, message);
    }
}
