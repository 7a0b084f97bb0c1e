//! Every declaration keeps the rules that lists, forms, checks and types are built on.

use crate::lint::{self, Rule};
use godown_core::declare::grant::PARTS;
use godown_core::docs::roles::ROLES;
use godown_core::docs::{self, seed};
use godown_core::kept::doc::Record;
use godown_core::report;
use godown_core::schema::check::{self, Strictness};
use godown_core::schema::{Field, Kind, date, rows, text};
use serde_json::{Value, json};

fn holds(rule: Rule) {
    let found = rule();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

macro_rules! sentences {
    ($($sentence:ident: $rule:ident;)*) => { $(
        #[test]
        fn $sentence() {
            holds(lint::$rule);
        }
    )* };
}

sentences! {
    a_key_names_one_type: keys_are_unique;
    a_key_is_snake_case: keys_are_snake_case;
    a_link_leads_to_a_registered_type: links_lead_to_registered_types;
    a_title_is_a_field: titles_are_fields;
    a_list_has_at_least_one_column: lists_have_columns;
    a_key_names_one_field: fields_have_one_key_each;
    a_type_a_field_and_a_step_have_words: everything_has_words;
    a_sort_a_filter_and_a_unique_value_name_fields: sorts_filters_and_unique_name_fields;
    a_unique_value_has_a_name_of_its_own: unique_names_differ;
    a_step_joins_declared_statuses: steps_join_declared_statuses;
    what_waits_to_be_sent_can_be_done: what_waits_can_be_done;
    a_status_can_be_reached: statuses_can_be_reached;
    a_row_of_a_workflow_is_not_hidden_by_another: rows_of_an_action_can_be_told_apart;
    a_row_of_a_workflow_has_an_id_of_its_own: steps_have_ids_of_their_own;
    a_type_can_be_viewed_by_whoever_changes_it: every_type_can_be_viewed;
    a_series_of_numbers_is_a_types_own: series_are_sane;
    a_statutory_number_fits_sixteen_characters: statutory_numbers_fit_sixteen_characters;
    a_default_passes_the_check_of_its_field: defaults_pass_their_own_check;
    a_choice_has_one_key_for_each_value: choices_have_one_key_each;
    a_reason_is_of_a_known_kind: reasons_are_of_a_known_kind;
    a_bound_lies_above_the_other: bounds_are_in_order;
    an_amount_names_its_unit_in_its_key: keys_name_their_unit;
    a_secret_is_never_a_column_nor_searched: secrets_are_fields_of_the_record;
    a_column_fits_a_cell: listed_fields_fit_a_cell;
    a_searched_field_has_words: searched_fields_are_texts;
    an_amount_is_guarded_from_those_who_only_load_and_carry: amounts_are_guarded;
    a_grant_names_people: grants_name_people;
    a_right_to_view_reaches_by_what_documents_belong_to: grants_reach_by_what_documents_belong_to;
    a_document_is_shared_with_roles: documents_are_shared_with_roles;
}

#[test]
fn a_page_leads_to_a_report_by_its_route_and_a_filter_that_it_has() {
    for link in docs::ALL.iter().flat_map(|def| def.reports) {
        let to = report::report(link.report).unwrap();
        assert_eq!(to.route, link.route);
        assert!(to.filters.contains(&link.filter), "{link:?}");
    }
}

#[test]
fn the_parts_that_a_role_can_play_are_the_roles_of_the_workflows() {
    let offered: Vec<(&str, &str)> = ROLES.to_vec();
    let people: Vec<(&str, &str)> = PARTS.iter().map(|role| (role.name(), role.label())).collect();
    assert_eq!(offered, people);
}

#[test]
fn a_record_that_was_checked_passes_its_check_unchanged() {
    for one in seed::seed(&mut |doc_type, key| format!("{doc_type}-{}", key.len())) {
        let def = docs::find(one.doc_type).unwrap();
        let first = check::check(def, &one.record, None, Strictness::Complete);
        assert_eq!(first.issues, [], "{one:?}");
        let second = check::check(def, &first.record, None, Strictness::Complete);
        assert_eq!(first, second);
    }
}

#[test]
fn a_field_that_applies_to_some_values_names_a_choice_that_has_them() {
    for def in docs::ALL {
        for (field, only) in def.fields.iter().filter_map(|field| Some((field, field.only?))) {
            let Some(Kind::Choice(choices)) = def.field(only.field).map(|other| other.kind) else {
                panic!("{}: {} applies where {} says so", def.key, field.key, only.field)
            };
            let there = |one: &&str| choices.iter().any(|(key, _)| key == one);
            assert!(only.values.iter().all(there), "{}: {}", def.key, field.key);
        }
    }
}

#[test]
fn what_is_kept_under_a_field_that_is_gone_is_left_out_and_nothing_else_that_is_unknown() {
    let record = |value: Value| value.as_object().cloned().unwrap();
    let kept = record(json!({
        "name": "A", "gone": [1], "rows": [{ "from": "2026-04-01", "gone": 7 }],
    }));
    static FIELDS: &[Field] = &[text("name", "Name", 9), rows("rows", "Rows", ROW, 2)];
    const ROW: &[Field] = &[date("from", "From")];
    let wrong = |sent: &Record, kept| {
        let checked = check::fields(FIELDS, sent, kept, Strictness::Complete);
        let issues = checked.issues.into_iter().map(|issue| issue.path).collect::<Vec<_>>();
        (Value::Object(checked.record), issues)
    };
    let left = json!({ "name": "A", "rows": [{ "from": "2026-04-01" }] });
    assert_eq!(wrong(&kept, Some(&kept)), (left.clone(), vec![]));
    assert_eq!(wrong(&kept, None), (left, vec!["gone".to_owned(), "rows.0.gone".to_owned()]));
    let mut other = kept.clone();
    other.insert("gone".to_owned(), json!([2]));
    assert_eq!(wrong(&other, Some(&kept)).1, ["gone"]);
}

#[test]
fn a_moment_lies_within_the_calendar_so_that_nothing_reckoned_with_it_overflows() {
    let trip = docs::find("trip").unwrap();
    for (ms, is_good) in [
        (0, true),
        (1_795_149_000_000, true),
        (253_402_300_799_999, true),
        (253_402_300_800_000, false),
        (i64::MAX, false),
        (i64::MIN, false),
    ] {
        let record = json!({ "leaves_at": ms }).as_object().cloned().unwrap();
        let issues = check::check(trip, &record, None, Strictness::Draft).issues;
        let refused = issues.iter().any(|issue| issue.path == "leaves_at");
        assert_eq!(refused, !is_good, "{ms}");
    }
}
