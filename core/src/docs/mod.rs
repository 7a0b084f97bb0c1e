//! The register: every document type, one word each.

pub mod accounts;
pub mod additional;
mod addresses;
pub mod audits;
pub mod batches;
pub mod closings;
pub mod customers;
pub mod delegates;
pub mod desk;
pub mod dumps;
pub mod fleet;
pub mod formats;
mod four_eyes;
pub mod goods;
pub mod handover;
pub mod holds;
pub mod invoices;
pub mod inwards;
pub mod kin;
pub mod limit_requests;
pub mod limits;
pub mod loadings;
pub mod mails;
pub mod merges;
pub mod messages;
pub mod notes;
pub mod opening_bills;
pub mod orders;
pub mod org;
pub mod parties;
pub mod payments;
pub mod people;
pub mod places;
pub mod portal;
pub mod prices;
pub mod printed;
pub mod profile;
pub mod purchase_orders;
pub mod reasons;
pub mod receipts;
pub mod reversals;
pub mod roles;
pub mod sales_returns;
pub mod seed;
mod seed_menu;
mod seed_times;
pub mod series;
pub mod session;
pub mod settings;
pub mod skus;
pub(crate) mod standing;
#[cfg(feature = "decide")]
pub mod starter;
pub mod statuses;
pub mod supplier_bills;
pub mod supplier_notes;
pub mod supplier_payments;
pub mod suppliers;
pub mod tally;
pub mod tax;
pub mod terms;
pub mod time_rules;
pub mod transfers;
pub mod triggers;
pub mod trips;
pub mod units;
pub mod views;
pub mod work_orders;
#[cfg(feature = "decide")]
pub mod years;

use serde::Serialize;

use crate::declare::actor::Actor;
use crate::declare::case::{Case, Hooks, Look, Register};
use crate::declare::grant::{Grant, PEOPLE, Reach, Role, ScopeKind, Verb};
use crate::error::Halt;
use crate::flow::{self, Flow};
use crate::kept::doc::Doc;
use crate::kept::read::Read;
use crate::schema::{DocType, Told};
use crate::shape::{Shape, Shaped};
use crate::value::Instant;

/// The key of a declared type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct DocKey(pub &'static str);

impl Shaped for DocKey {
    fn shape() -> Shape {
        Shape::Named("DocKey", || Shape::Words(ALL.iter().map(|def| def.key).collect()))
    }
}

/// Every declared type, in the order of the documentation.
pub static ALL: &[&DocType] = &[
    &org::COMPANY,
    &org::BRANCH,
    &settings::SETTING,
    &series::NUMBER_SERIES,
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
    &views::LIST_VIEW,
    &batches::BATCH,
    &purchase_orders::PURCHASE_ORDER,
    &inwards::INWARD,
    &additional::ADDITIONAL_INWARD,
    &supplier_bills::SUPPLIER_BILL,
    &supplier_notes::SUPPLIER_NOTE,
    &supplier_payments::SUPPLIER_PAYMENT,
    &holds::STOCK_HOLD,
    &audits::STOCK_AUDIT,
    &audits::STOCK_COUNT,
    &closings::BATCH_CLOSING,
    &dumps::DUMP_STOCK,
    &transfers::TRANSFER,
    &work_orders::WORK_RECIPE,
    &work_orders::WORK_ORDER,
    &orders::ORDER,
    &loadings::LOADING,
    &invoices::INVOICE,
    &receipts::RECEIPT,
    &opening_bills::OPENING_BILL,
    &sales_returns::SALES_RETURN,
    &trips::TRIP,
    &notes::CREDIT_NOTE,
    &notes::DEBIT_NOTE,
    &limit_requests::CREDIT_LIMIT_REQUEST,
    &reversals::REVERSAL,
    &desk::products::PRODUCT,
    &desk::carts::CART,
    &desk::boards::BOARD,
    &desk::todos::TODO_LIST,
    &desk::kept::CALENDAR_EVENT,
    &desk::kept::CONTACT,
    &desk::letters::INBOX_MESSAGE,
    &desk::proforma::PROFORMA,
    &desk::chats::CHAT_ROOM,
    &desk::chats::CHAT_MESSAGE,
    &desk::chats::CHAT_MARKS,
];

/// The type whose documents declare to cut others so: found once, when this is compiled.
const fn cutting(kind: ScopeKind) -> &'static DocType {
    let mut at = 0;
    // Without such a type it runs past the register's end, and this does not compile.
    loop {
        if let Some(cuts) = ALL[at].cuts
            && cuts as u8 == kind as u8
        {
            return ALL[at];
        }
        at += 1;
    }
}

/// The type of the people of the house: they own documents, and make them.
pub static STAFF_TYPE: &DocType = cutting(ScopeKind::Owner);
/// The type of the roles that people hold.
pub static ROLE_TYPE: &DocType = cutting(ScopeKind::Role);

/// The register of this business.
pub static REGISTER: Register = Register {
    types: ALL,
    hooks: Hooks {
        writing: accounts::changed,
        written,
        acted: mails::acted_on,
        reason_stands: reasons::stands,
        series_form: series::form,
        arrived_on: batches::arrived_on,
        closed_on: batches::closed_on,
        came_back: closings::came_back,
        title_of: accounts::title,
        copies: printed::copies,
        sizes: printed::sizes,
    },
};

/// Who is told of a document that was written, and what follows it.
fn written(
    case: &mut Case,
    def: &'static DocType,
    before: Option<&Doc>,
    after: &Doc,
) -> Result<(), Halt> {
    desk::proforma::followed(case, def, before, after)?;
    triggers::watch::changed(case, def, before, after)
}

/// The facts of this business in one state of the store.
pub fn look<'a>(read: &'a dyn Read, actor: &'a Actor, now: Instant) -> Look<'a> {
    Look::new(&REGISTER, read, actor, now)
}

/// The declaration of a type.
pub fn find(key: &str) -> Option<&'static DocType> {
    ALL.iter().copied().find(|def| def.key == key)
}

/// The declaration of a master unless it says otherwise: everybody reads it, ADMIN maintains it.
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
    second: None,
    party: None,
    shared: None,
    owners: None,
    account: None,
    check: None,
    on_save: None,
    warn: None,
    deadlines: None,
    waits: &[],
    as_it_stands: &[],
    counted: true,
    follow: None,
    finding: None,
    figures: &[],
    told: Told::ByTriggers,
    looks: statuses::SHARED,
    reports: &[],
    after: &[],
};

/// A document there is exactly one of: it is changed, never retired.
pub static SINGLE: Flow = Flow {
    statuses: &["Active"],
    rests: &["Active"],
    steps: &[],
    editable: &["Active"],
    deletable: &[],
};

/// Every verb.
pub const KEEP: &[Verb] = &[Verb::View, Verb::Add, Verb::Edit, Verb::Delete];

pub const ADMIN_KEEPS: &[Grant] = &[
    Grant { roles: PEOPLE, verbs: &[Verb::View], reach: Reach::All },
    Grant { roles: &[Role::Admin], verbs: KEEP, reach: Reach::All },
];
