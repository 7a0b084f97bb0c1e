//! The register: every document type, one word each.

pub mod audits;
pub mod batches;
pub mod customers;
pub mod fleet;
pub mod formats;
pub mod goods;
pub mod handover;
pub mod holds;
pub mod invoices;
pub mod inwards;
pub mod kin;
pub mod loadings;
pub mod mails;
pub mod messages;
pub mod orders;
pub mod org;
pub mod parties;
pub mod people;
pub mod places;
pub mod prices;
pub mod profile;
pub mod reasons;
pub mod receipts;
pub mod roles;
pub mod seed;
mod seed_menu;
mod seed_times;
pub mod settings;
pub mod skus;
pub mod suppliers;
pub mod tally;
pub mod tax;
pub mod terms;
pub mod time_rules;
pub mod triggers;
pub mod units;
pub mod views;

use crate::access::{Grant, PEOPLE, Reach, Role, Verb};
use crate::flow::{self, Flow};
use crate::schema::DocType;

/// Every declared type, in the order of the documentation.
pub static ALL: &[&DocType] = &[
    &org::COMPANY,
    &org::BRANCH,
    &settings::SETTING,
    &org::NUMBER_SERIES,
    &org::PERIOD_LOCK,
    &time_rules::TIME_RULE,
    &time_rules::HOLIDAY,
    &triggers::TRIGGER,
    &mails::NOTIFICATION,
    &mails::MAIL,
    &messages::TEXT_MESSAGE,
    &tax::HSN,
    &places::COUNTRY,
    &places::STATE,
    &places::REGION,
    &places::DISTRICT,
    &places::CITY,
    &places::YARD,
    &places::ZONE,
    &units::UOM,
    &goods::PRODUCT_GROUP,
    &goods::SKU_PROPERTY,
    &goods::SKU_PROPERTY_VALUE,
    &goods::SKU_MAPPING,
    &skus::formulas::FORMULA,
    &skus::SKU,
    &prices::PRICE,
    &fleet::TRUCK_TYPE,
    &fleet::VEHICLE,
    &fleet::DRIVER,
    &terms::PAYMENT_TERM,
    &reasons::REASON,
    &roles::ROLE,
    &roles::MENU,
    &people::EMPLOYEE,
    &customers::CUSTOMER,
    &suppliers::SUPPLIER,
    &suppliers::VENDOR,
    &tally::TALLY_LEDGER,
    &tally::TALLY_EXPORT,
    &views::REPORT_VIEW,
    &batches::BATCH,
    &inwards::INWARD,
    &holds::STOCK_HOLD,
    &audits::STOCK_AUDIT,
    &orders::ORDER,
    &loadings::LOADING,
    &invoices::INVOICE,
    &receipts::RECEIPT,
];

/// The declaration of a type.
pub fn find(key: &str) -> Option<&'static DocType> {
    ALL.iter().copied().find(|def| def.key == key)
}

/// What a master is unless it says otherwise: everybody reads it, ADMIN keeps it.
pub const MASTER: DocType = DocType {
    key: "",
    label: "",
    plural: "",
    title: "name",
    fields: &[],
    unique_together: &[],
    sorts: &["name"],
    filters: &[],
    scopes: &[],
    grants: ADMIN_KEEPS,
    flow: &flow::MASTER,
    series: None,
    single: false,
    named_by: None,
    cuts: None,
    party: None,
    shared: None,
    account: None,
    check: None,
    on_save: None,
    warn: None,
    waits: &[],
    follow: None,
    finding: None,
};

/// A document there is exactly one of: it is changed, never retired.
pub static SINGLE: Flow =
    Flow { statuses: &["Active"], steps: &[], editable: &["Active"], deletable: &[] };

/// Every verb.
pub const KEEP: &[Verb] = &[Verb::View, Verb::Add, Verb::Edit, Verb::Delete];

pub const ADMIN_KEEPS: &[Grant] = &[
    Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::All },
    Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
];
