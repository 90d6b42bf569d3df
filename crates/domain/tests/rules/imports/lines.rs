//! Tests of the validation of a file's rows, and of the rule for when two rows count as duplicates.

use chrono::NaiveDate;
use domain::driving_record::amount::Amount;
use domain::driving_record::new_item::{ItemDetails, ItemDraft};
use domain::imports::columns::Mapping;
use domain::imports::duplicates::{comparable_contents, comparable_contents_of, without_time};
use domain::imports::import::ImportKind;
use domain::imports::line::{Line, Problem, read_line};
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::person::plate_state::{PlateState, Province};
use domain::shared::us_state::UsState;
use proptest::prelude::*;
use rstest::rstest;

use crate::build::date;

const TICKET: &[(&str, &str)] = &[
    ("email", "Ann@Example.test"),
    ("violation_type", "Speeding"),
    ("date", "2026-11-20"),
    ("location", "Main St"),
    ("amount", "$150"),
];

fn today() -> NaiveDate {
    date("2026-11-21")
}

fn read(kind: ImportKind, cells: &[(&str, &str)]) -> Result<Line, Vec<Problem>> {
    let names: Vec<Option<String>> = cells.iter().map(|(name, _)| Some((*name).to_owned())).collect();
    let mapping = Mapping::new(kind, names.len(), &names).unwrap();
    let cells: Vec<&str> = cells.iter().map(|(_, cell)| *cell).collect();
    read_line(&mapping, &cells, today())
}

/// Returns the cells of a valid row for a ticket, changed by `changes`.
fn ticket_cells<'a>(changes: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let unchanged = TICKET.iter().filter(|(name, _)| changes.iter().all(|(other, _)| other != name));
    unchanged.chain(changes).copied().collect()
}

fn ticket(changes: &[(&str, &str)]) -> Result<Line, Vec<Problem>> {
    read(ImportKind::Ticket, &ticket_cells(changes))
}

/// Returns a field of the item that the row creates, as text.
fn field(line: &Line, name: &str) -> String {
    let fields = line.details.fields();
    fields.into_iter().find(|(known, _)| *known == name).unwrap().1
}

fn problem_columns(read: Result<Line, Vec<Problem>>) -> Vec<&'static str> {
    read.err().unwrap_or_default().into_iter().map(|problem| problem.column).collect()
}

#[test]
fn a_row_with_only_required_cells_makes_an_item_with_defaults() {
    let line = ticket(&[]).unwrap();
    assert_eq!(line.driver.email.as_deref(), Some("ann@example.test"));
    assert_eq!((line.driver.id, line.driver.license.clone(), line.citation.clone()), (None, None, None));
    let defaults = ["points", "category", "status", "is_court_required", "is_disputed", "our_processing_fee"]
        .map(|name| field(&line, name));
    assert_eq!(defaults, ["0", "traffic", "Fine", "false", "false", "2.99"]);
    let toll = [("user_id", "7"), ("toll_road", "SH 130"), ("date", "2026-11-20"), ("amount", "3.5")];
    let toll = read(ImportKind::Toll, &toll).unwrap();
    assert_eq!((toll.driver.id, field(&toll, "status").as_str()), (Some(UserId(7)), "Unpaid"));
}

#[rstest]
#[case::iso("2026-03-01")]
#[case::us_format("3/1/2026")]
#[case::with_zeros("03/01/2026")]
#[case::slashes("2026/03/01")]
#[case::dashes("3-1-2026")]
#[case::a_time_after_it("2026-03-01 08:15")]
#[case::an_rfc_3339_time("2026-03-01T08:15:00Z")]
#[case::digits("20260301")]
#[case::digits_with_the_month_first("03012026")]
#[case::spaces("  2026-03-01 ")]
fn a_date_is_read_in_common_formats(#[case] text: &str) {
    assert_eq!(field(&ticket(&[("date", text)]).unwrap(), "date"), "2026-03-01");
    let due = ticket(&[("date", "2026-02-01"), ("due_date", text)]).unwrap();
    assert_eq!(field(&due, "due_date"), "2026-03-01");
}

#[rstest]
#[case::words("March 1, 2026")]
#[case::the_day_first("20/11/2026")]
#[case::no_such_day("2/30/2026")]
#[case::two_digits_of_a_year("3/1/26")]
#[case::a_spreadsheets_number("46082")]
#[case::the_future("2026-12-24")]
#[case::long_ago("1066-10-14")]
#[case::nothing("")]
fn a_missing_unreadable_or_impossible_date_is_refused(#[case] text: &str) {
    assert_eq!(problem_columns(ticket(&[("date", text)])), ["date"]);
}

#[rstest]
#[case("amount", "150,00")]
#[case("amount", "-5")]
#[case("amount", "(150)")]
#[case("amount", "=1+1")]
#[case("amount", "")]
#[case("violation_type", " ")]
#[case("violation_type", "Speed\u{0}ing")]
#[case("location", "")]
#[case("due_date", "2026-11-19")]
#[case("points", "12")]
#[case("points", "-1")]
#[case("points", "2.5")]
#[case("points", "two")]
#[case("category", "boat")]
#[case("status", "Paid")]
#[case("is_disputed", "maybe")]
#[case("is_court_required", "2")]
#[case("processing_fee_type", "dollars")]
#[case("processing_fee_amount", "1.005")]
#[case("our_processing_fee", "free")]
#[case("citation", "A\u{202e}1")]
#[case("user_id", "1.5")]
#[case("user_id", "0")]
#[case("user_id", "2147483648")]
#[case("email", "ann")]
#[case("license_state", "Ontario")]
#[case("things_to_know", "a\u{7}b")]
fn only_the_invalid_cell_is_reported(#[case] name: &'static str, #[case] cell: &'static str) {
    assert_eq!(problem_columns(ticket(&[(name, cell)])), [name]);
}

#[rstest]
#[case("amount", "1,250.50", "amount", "1,250.50")]
#[case("points", "11", "points", "11")]
#[case("points", "", "points", "0")]
#[case("category", "SPEEDING", "category", "speeding")]
#[case("category", "", "category", "traffic")]
#[case("status", "court required", "status", "Court Required")]
#[case("status", "", "status", "Fine")]
#[case("is_disputed", "X", "is_disputed", "true")]
#[case("is_disputed", "No", "is_disputed", "false")]
#[case("processing_fee_type", "Percentage", "processing_fee_type", "percentage")]
#[case("processing_fee_amount", "$2.50", "processing_fee_amount", "2.50")]
#[case("violation_type", "=HYPERLINK(1)", "violation_type", "=HYPERLINK(1)")]
#[case("things_to_know", "a\nb", "things_to_know", "a\nb")]
#[case("location", "'-5 Main", "location", "-5 Main")]
#[case("location", "'Round the corner", "location", "'Round the corner")]
#[case("violation_type", "'=1+1", "violation_type", "=1+1")]
#[case("court_date", "20261215", "is_court_required", "true")]
fn each_cell_of_a_ticket_row_is_normalized_for_its_field(
    #[case] name: &'static str,
    #[case] cell: &'static str,
    #[case] filled_field: &str,
    #[case] expected: &str,
) {
    assert_eq!(field(&ticket(&[(name, cell)]).unwrap(), filled_field), expected);
}

#[test]
fn all_invalid_cells_are_reported_together() {
    let line = ticket(&[("date", "soon"), ("amount", ""), ("points", "many"), ("email", "ann")]);
    assert_eq!(problem_columns(line), ["email", "date", "amount", "points"]);
}

#[rstest]
#[case::fewer(4, "This row has 4 cells, but the header has 5.")]
#[case::more(6, "This row has 6 cells, but the header has 5.")]
fn a_row_must_have_as_many_cells_as_the_header(#[case] count: usize, #[case] sentence: &str) {
    let names: Vec<Option<String>> = TICKET.iter().map(|(name, _)| Some((*name).to_owned())).collect();
    let mapping = Mapping::new(ImportKind::Ticket, 5, &names).unwrap();
    let problems = read_line(&mapping, &vec!["x"; count], today()).unwrap_err();
    assert_eq!(problems, [Problem::new("", sentence)]);
}

#[test]
fn an_overlong_cell_is_reported_even_in_an_unassigned_column() {
    let long = "x".repeat(5_001);
    assert_eq!(problem_columns(ticket(&[("things_to_know", &long)])), ["things_to_know"]);
    let names = ["email", "toll_road", "date", "amount"].map(|name| Some(name.to_owned()));
    let names: Vec<Option<String>> = names.into_iter().chain([None]).collect();
    let mapping = Mapping::new(ImportKind::Toll, 5, &names).unwrap();
    assert_eq!(problem_columns(read_line(&mapping, &["a", "b", "c", "d", &long], today())), [""]);
}

#[rstest]
#[case::number(&[("user_id", " 7 ")], Some(7), None, false)]
#[case::email(&[("email", " ANN@Example.test ")], None, Some("ann@example.test"), false)]
#[case::license(&[("license_number", "tx 12-3"), ("license_state", "texas")], None, None, true)]
#[case::abbreviation(&[("license_number", "TX123"), ("license_state", "tx")], None, None, true)]
#[case::several(&[("user_id", "7"), ("license_number", "tx123"), ("license_state", "TX")], Some(7), None, true)]
#[case::no_state(&[("user_id", "7"), ("license_number", "tx123"), ("license_state", "")], Some(7), None, false)]
fn a_driver_is_identified_by_user_id_email_or_license(
    #[case] cells: &[(&'static str, &'static str)],
    #[case] id: Option<i32>,
    #[case] email: Option<&str>,
    #[case] has_license: bool,
) {
    let own: Vec<_> = ticket_cells(cells).into_iter().filter(|(name, _)| *name != "email").collect();
    let all = if email.is_some() { ticket_cells(cells) } else { own };
    let driver = read(ImportKind::Ticket, &all).unwrap().driver;
    assert_eq!((driver.id, driver.email.as_deref()), (id.map(UserId), email));
    assert_eq!(driver.license, has_license.then(|| ("TX123".to_owned(), UsState::Texas)));
}

#[rstest]
#[case::nothing(&[("user_id", ""), ("email", "")], "user_id")]
#[case::by_email(&[("email", "")], "email")]
#[case::no_state(&[("email", ""), ("license_number", "A1"), ("license_state", "")], "license_state")]
#[case::a_state_alone(&[("email", ""), ("license_number", ""), ("license_state", "TX")], "email")]
fn a_row_without_a_driver_reports_the_column_that_staff_should_fill(
    #[case] cells: &[(&'static str, &'static str)],
    #[case] expected: &str,
) {
    assert_eq!(problem_columns(ticket(cells)), [expected]);
}

#[test]
fn a_citation_number_is_compared_in_upper_case() {
    assert_eq!(ticket(&[("citation", " ab-1 ")]).unwrap().citation.as_deref(), Some("AB-1"));
    assert_eq!(ticket(&[("citation", " ")]).unwrap().citation, None);
    assert_eq!(problem_columns(ticket(&[("citation", &"9".repeat(65))])), ["citation"]);
}

#[test]
fn a_court_date_is_refused_if_the_file_says_that_court_is_not_required() {
    let court = |is_required| ticket(&[("court_date", "2026-12-01"), ("is_court_required", is_required)]);
    assert_eq!(problem_columns(court("no")), ["court_date"]);
    assert_eq!(field(&court("yes").unwrap(), "court_date"), "2026-12-01");
}

#[rstest]
#[case("0130P", "1:30 PM")]
#[case("9:30 a.m.", "9:30 AM")]
#[case("13:30", "1:30 PM")]
#[case("1:30", "1:30")]
#[case("8:30–11:30 and 1–4", "8:30–11:30 and 1–4")]
fn a_court_time_is_formatted_or_stored_as_written(#[case] cell: &'static str, #[case] expected: &str) {
    let line = ticket(&[("court_date", "2026-12-01"), ("court_time", cell)]).unwrap();
    assert_eq!(field(&line, "court_time"), expected);
}

#[rstest]
#[case("TX", "Texas")]
#[case("new mexico", "New Mexico")]
fn the_state_of_a_court_is_stored_by_its_full_name(#[case] cell: &'static str, #[case] expected: &str) {
    let line = ticket(&[("court_state", cell)]).unwrap();
    assert_eq!(field(&line, "court_state"), expected);
}

const PARKING: &[(&str, &str)] = &[
    ("plate", "LNW4821"),
    ("plate_state", "NY"),
    ("violation_type", "Fire hydrant"),
    ("date", "2026-11-06"),
    ("location", "Main St"),
    ("amount", "115"),
];

fn parking(changes: &[(&'static str, &'static str)]) -> Result<Line, Vec<Problem>> {
    let unchanged = PARKING.iter().filter(|(name, _)| changes.iter().all(|(other, _)| other != name));
    read(ImportKind::Parking, &unchanged.chain(changes).copied().collect::<Vec<_>>())
}

#[test]
fn an_encrypted_plate_is_reported_as_encrypted() {
    let problems = parking(&[("plate", "8f14e45fceea167a5a36dedd4bea2543a1b2c3d4")]).unwrap_err();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].column == "plate" && problems[0].message.contains("encrypted"), "{problems:?}");
    assert!(
        !parking(&[("plate", "A plate of twenty letters")]).unwrap_err()[0].message.contains("encrypted")
    );
}

fn toll(changes: &[(&'static str, &'static str)]) -> Result<Line, Vec<Problem>> {
    let all = [("user_id", "2"), ("toll_road", "GWB Upper"), ("date", "11/20/2026")];
    let unchanged = all.into_iter().filter(|(name, _)| changes.iter().all(|(other, _)| other != name));
    read(ImportKind::Toll, &unchanged.chain(changes.iter().copied()).collect::<Vec<_>>())
}

#[rstest]
#[case("($14.75)", Some("$14.75"))]
#[case("-$6.90", Some("$6.90"))]
#[case("-6.90", Some("6.90"))]
#[case("$35.00", None)]
fn an_amount_on_a_toll_statement_is_owed_only_if_it_is_negative(
    #[case] cell: &'static str,
    #[case] amount: Option<&str>,
) {
    let line = toll(&[("statement_amount", cell)]);
    assert_eq!(line.as_ref().ok().map(|line| field(line, "amount")).as_deref(), amount);
    if amount.is_none() {
        assert_eq!(problem_columns(line), ["statement_amount"]);
    }
}

#[test]
fn one_state_can_be_chosen_for_all_rows_of_a_file() {
    let names = ["plate", "toll_road", "date", "amount", "state:texas"].map(|name| Some(name.to_owned()));
    let mapping = Mapping::new(ImportKind::Toll, 4, &names).unwrap();
    assert_eq!(mapping.requested_meanings().last(), Some(&Some("state:texas")));
    let line = read_line(&mapping, &["LNW4821", "SH 130", "2026-11-20", "3.50"], today()).unwrap();
    assert_eq!(line.driver.plate, Some(("LNW4821".to_owned(), UsState::Texas.into())));
    let none = read_line(&mapping, &["", "SH 130", "2026-11-20", "3.50"], today());
    assert_eq!(problem_columns(none), ["plate"]);
    assert!(Mapping::new(ImportKind::Toll, 4, &names[..4]).is_err());
}

/// If the rows name drivers by plate, the state may be any place that registers plates. If they name drivers by
/// license, the state must be in the USA.
#[rstest]
#[case("state:district of columbia", UsState::DistrictOfColumbia.into(), true)]
#[case("state:u.s. virgin islands", UsState::UsVirginIslands.into(), true)]
#[case("state:ontario", PlateState::Canadian(Province::Ontario), false)]
#[case("state:other", PlateState::Other, false)]
fn the_state_chosen_for_all_rows_can_be_any_place_that_registers_plates(
    #[case] state_for_all_rows: &str,
    #[case] state: PlateState,
    #[case] is_of_license: bool,
) {
    let names = |number: &str| {
        [number, "toll_road", "date", "amount", state_for_all_rows].map(|name| Some(name.to_owned()))
    };
    let mapping = Mapping::new(ImportKind::Toll, 4, &names("plate")).unwrap();
    assert_eq!(mapping.requested_meanings().last(), Some(&Some(state_for_all_rows)));
    let line = read_line(&mapping, &["LNW4821", "SH 130", "2026-11-20", "3.50"], today()).unwrap();
    assert_eq!(line.driver.plate, Some(("LNW4821".to_owned(), state)));
    assert_eq!(Mapping::new(ImportKind::Toll, 4, &names("license_number")).is_ok(), is_of_license);
}

/// The cases are all hearing outcomes of New York City's data, and a row without an outcome.
#[rstest]
#[case("HEARING HELD-GUILTY", false)]
#[case("HEARING HELD-GUILTY REDUCTION", false)]
#[case("HEARING HELD-NOT GUILTY", true)]
#[case("HEARING HELD-REINSTATEMENT", false)]
#[case("HEARING PENDING", false)]
#[case("HEARING ADJOURNMENT", false)]
#[case("HEARING WAIVED", false)]
#[case("ADMIN CLAIM GRANTED", true)]
#[case("ADMIN CLAIM DENIED", false)]
#[case("ADMIN REDUCTION", false)]
#[case("APPEAL AFFIRMED", false)]
#[case("APPEAL ABANDONED", false)]
#[case("APPEAL MODIFIED", false)]
#[case("APPEAL REMANDED", false)]
#[case("APPEAL REVERSED", true)]
#[case("", false)]
fn a_row_with_nothing_owed_is_paid_only_if_money_was_paid_and_no_hearing_cleared_the_driver(
    #[case] outcome: &'static str,
    #[case] clears: bool,
) {
    let standing_of = |owed: &'static str, paid: &'static str| {
        let line = parking(&[("hearing_outcome", outcome), ("owed", owed), ("amount_paid", paid)]).unwrap();
        ["status", "is_settled_unpaid", "amount"].map(|name| field(&line, name))
    };
    let settled_unpaid = ["Unpaid", "true", "115"];
    assert_eq!(standing_of("0.00", "115.00"), if clears { settled_unpaid } else { ["Paid", "false", "115"] });
    assert_eq!(standing_of("0.00", "0.00"), settled_unpaid, "nothing was paid, whatever the outcome");
    assert_eq!(standing_of("60", "0"), ["Unpaid", "false", "60"]);
}

#[test]
fn changing_an_items_amount_or_status_clears_the_flag_that_nothing_is_owed() {
    let line = parking(&[("owed", "0"), ("amount_paid", "0")]).unwrap();
    let draft = line.details.draft();
    let is_settled = |draft: ItemDraft| {
        draft.validate(today(), None).unwrap().fields().contains(&("is_settled_unpaid", "true".to_owned()))
    };
    assert!(is_settled(draft.clone()) && is_settled(draft.clone().with("location", "Elm St")));
    assert!(!is_settled(draft.clone().with("amount", "50")));
    assert!(!is_settled(draft.with("status", "Overdue")));
}

fn contents_with(changes: &[(&str, &str)]) -> String {
    comparable_contents_of(UserId(1), &ticket(changes).unwrap().details)
}

#[rstest]
#[case("amount", "150.00")]
#[case("amount", "$150")]
#[case("violation_type", "SPEEDING")]
#[case("location", " main   st ")]
#[case("date", "11/20/2026")]
#[case("due_date", "2026-12-20")]
#[case("points", "4")]
#[case("citation", "A1")]
fn rows_that_differ_only_in_spelling_or_in_fields_that_are_not_compared_are_duplicates(
    #[case] name: &'static str,
    #[case] cell: &'static str,
) {
    assert_eq!(contents_with(&[]), contents_with(&[(name, cell)]));
}

#[rstest]
#[case("amount", "150.01")]
#[case("violation_type", "Speed")]
#[case("location", "Main St 1")]
#[case("date", "2026-11-19")]
#[case("time_of_violation", "8:15 AM")]
fn rows_that_differ_in_a_compared_field_are_not_duplicates(
    #[case] name: &'static str,
    #[case] cell: &'static str,
) {
    assert_ne!(contents_with(&[]), contents_with(&[(name, cell)]));
}

#[test]
fn items_of_another_driver_or_kind_are_not_duplicates() {
    let details = ticket(&[]).unwrap().details;
    assert_ne!(comparable_contents_of(UserId(1), &details), comparable_contents_of(UserId(2), &details));
    let contents = |kind, label| {
        comparable_contents(kind, UserId(1), label, (date("2026-11-20"), None), Some("Main St"), "$150")
    };
    assert_ne!(contents(ImportKind::Ticket, "Speeding"), contents(ImportKind::Parking, "Speeding"));
    assert_eq!(contents(ImportKind::Ticket, "Speeding"), comparable_contents_of(UserId(1), &details));
}

#[rstest]
#[case::behind_the_day(&[("date", "11/20/2026 5:44 PM")], "5:44 PM")]
#[case::by_a_machine(&[("date", "2026-11-20T17:44:09.000")], "5:44 PM")]
#[case::in_a_column(&[("date", "11/20/2026"), ("time_of_day", "17:44")], "5:44 PM")]
#[case::as_written(&[("date", "11/20/2026"), ("time_of_day", "evening")], "evening")]
#[case::midnight_is_no_time(&[("date", "2026-11-20 00:00:00")], "")]
#[case::none(&[("date", "11/20/2026")], "")]
fn a_tolls_time_of_day_comes_from_its_own_column_or_from_the_cell_with_the_date(
    #[case] cells: &[(&str, &str)],
    #[case] expected: &str,
) {
    let cells = [cells, &[("user_id", "2"), ("toll_road", "GWB Upper"), ("amount", "14.75")]].concat();
    assert_eq!(field(&read(ImportKind::Toll, &cells).unwrap(), "time_of_day"), expected);
}

#[test]
fn tolls_on_one_day_at_different_times_are_different_items() {
    let toll_at = |time: &str| {
        let cells = [
            ("user_id", "2"),
            ("toll_road", "GWB"),
            ("amount", "14.75"),
            ("date", "11/20/2026"),
            ("time_of_day", time),
        ];
        read(ImportKind::Toll, &cells).unwrap().details
    };
    let (morning, evening) = (toll_at("8:01 AM"), toll_at("5:44 PM"));
    assert_ne!(comparable_contents_of(UserId(2), &morning), comparable_contents_of(UserId(2), &evening));
    assert_eq!(without_time(&morning), without_time(&evening));
    assert_eq!(without_time(&toll_at("")), None);
}

#[test]
fn an_item_keeps_a_valid_citation_number_as_written() {
    let line = ticket(&[("citation", " ab-12 3 ")]).unwrap();
    assert_eq!(
        (line.citation.as_deref(), field(&line, "citation_number")),
        (Some("AB-12 3"), "ab-12 3".to_owned())
    );
    for refused in ["=1+1", "1.23E+11", "A_1"] {
        assert_eq!(problem_columns(ticket(&[("citation", refused)])), ["citation"]);
    }
}

#[test]
fn rows_with_words_moved_to_another_cell_are_not_duplicates() {
    let contents =
        |label: &str, place: &str| contents_with(&[("violation_type", label), ("location", place)]);
    assert_ne!(contents("Speeding Main", "St"), contents("Speeding", "Main St"));
}

proptest! {
    #[test]
    fn any_row_of_an_import_is_accepted_or_reported_with_a_message(cells in proptest::collection::vec(
        prop_oneof![".{0,30}", "[0-9/$.,-]{0,10}", Just("yes".to_owned()), Just("2026-01-02".to_owned())], 40,
    )) {
        for kind in ImportKind::ALL {
            let names: Vec<Option<String>> =
                domain::imports::columns::column_meanings_of(*kind).map(|column| Some(column.name.to_owned())).collect();
            let mapping = Mapping::new(*kind, names.len(), &names).unwrap();
            let cells: Vec<&str> = cells.iter().take(names.len()).map(String::as_str).collect();
            match read_line(&mapping, &cells, today()) {
                Ok(line) => {
                    let is_a_number = Amount::parse(&amount(&line.details)).is_ok();
                    prop_assert!(is_a_number);
                }
                Err(problems) => {
                    prop_assert!(!problems.is_empty());
                    for Problem { column, message } in problems {
                        prop_assert!(mapping.column_with(column).is_some() && !message.is_empty(), "{column}");
                    }
                }
            }
        }
    }

    #[test]
    fn amounts_of_imported_rows_are_compared_by_value(cents in 0_i64..10_000_000, other in 0_i64..10_000_000) {
        let contents = |text: &str| {
            comparable_contents(ImportKind::Toll, UserId(1), "SH 130", (date("2026-11-20"), None), None, text)
        };
        let (money, second) = (Money::from_cents(cents), Money::from_cents(other));
        prop_assert_eq!(contents(&money.to_string()), contents(&money.for_display()));
        prop_assert_eq!(contents(&money.to_string()) == contents(&second.to_string()), cents == other);
    }
}

fn amount(details: &ItemDetails) -> String {
    let fields = details.fields();
    fields.into_iter().find(|(name, _)| *name == "amount").unwrap().1
}
