//! What speaks against an order as a whole: its truck, and the customer's credit.

use super::{Quote, QuoteFacts, Severity};
use crate::error::Code;
use crate::said;
use crate::value::{Grams, Paise, mt, rupees};

pub fn look_at_whole(facts: &QuoteFacts, made: &mut Quote) {
    if let Some(truck) = facts.truck.as_ref().filter(|truck| truck.capacity_g > 0) {
        let fill = i128::from(made.weight_g) * 10_000 / i128::from(truck.capacity_g);
        made.fill_bp = Some(fill as i64);
        if made.weight_g > truck.capacity_g {
            let (load, most) = (mt(Grams(made.weight_g)), mt(Grams(truck.capacity_g)));
            let message = said!(
                "Load {load} exceeds {vehicle} capacity {most}",
                load,
                vehicle = truck.name,
                most
            );
            made.find(Severity::Warning, String::new(), Code::Overload, message);
        }
    }
    let Some(credit) = &facts.credit else { return };
    let further = made.total_paise - credit.own_paise;
    made.credit_after_paise = Some(credit.available_paise - further);
    if further > credit.available_paise {
        let message = said!(
            "Credit short by {short} (limit {limit}, used {used})",
            short = rupees(Paise(further - credit.available_paise)),
            limit = rupees(Paise(credit.limit_paise)),
            used = rupees(Paise(credit.used_paise))
        );
        made.find(Severity::Warning, String::new(), Code::CreditShort, message);
    }
    if credit.overdue_days > credit.allowed_overdue_days {
        let message = said!("Invoices are overdue up to {days} days", days = credit.overdue_days);
        made.find(Severity::Warning, String::new(), Code::CreditShort, message);
    }
}
