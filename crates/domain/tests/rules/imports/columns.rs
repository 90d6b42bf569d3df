//! Tests of the meanings of file columns, and of the changes to an import that its status allows.

use std::collections::BTreeSet;

use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{Field, NEVER_FILED};
use domain::imports::columns::{
    ColumnMeaning, ColumnSample, Mapping, MappingError, all_column_meanings, column_meanings_of, guess,
    lacks_driver_column,
};
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::imports::presets::find_by_headers;
use proptest::prelude::*;
use rstest::rstest;

const DRIVERS: &str = "the driver (user ID, email, license number and state, or plate and state)";

fn missing_columns_error(labels: &[&'static str]) -> Option<MappingError> {
    Some(MappingError::Missing(labels.to_vec()))
}

/// Returns the guessed meaning of each header in a file without rows.
fn guess_columns(kind: ImportKind, headers: &[String]) -> Vec<Option<&'static str>> {
    let samples: Vec<ColumnSample<'_>> =
        headers.iter().map(|header| ColumnSample { header, cells: &[] }).collect();
    guess(kind, &samples).into_iter().map(|guess| guess.name).collect()
}

/// Parses names of meanings, separated by spaces. A hyphen means that the import ignores the column.
fn parse_names(text: &str) -> Vec<Option<String>> {
    text.split(' ').map(|name| (name != "-").then(|| name.to_owned())).collect()
}

fn mapping(kind: ImportKind, text: &str) -> Result<Mapping, MappingError> {
    let names = parse_names(text);
    Mapping::new(kind, names.len(), &names)
}

#[rstest]
#[case(ImportKind::Ticket, "email violation_type date location amount", None)]
#[case(ImportKind::Ticket, "- email - violation_type date location amount points", None)]
#[case(ImportKind::Ticket, "user_id violation_type date location amount", None)]
#[case(ImportKind::Ticket, "license_number license_state violation_type date location amount", None)]
#[case(ImportKind::Toll, "email toll_road date amount", None)]
#[case(
    ImportKind::Ticket,
    "license_number violation_type date location amount",
    missing_columns_error(&["State of the license"])
)]
#[case(ImportKind::Ticket, "license_state violation_type date location amount", missing_columns_error(&["Driver’s license number"]))]
#[case(ImportKind::Ticket, "- violation_type date location amount", missing_columns_error(&[DRIVERS]))]
#[case(ImportKind::Ticket, "- violation_type - - -", missing_columns_error(&["Date", "Location", "Amount", DRIVERS]))]
#[case(ImportKind::Parking, "plate violation_type date county owed", missing_columns_error(&["State of the plate"]))]
#[case(ImportKind::Parking, "plate plate_state violation_type date county owed", None)]
#[case(ImportKind::Parking, "email plate_state violation_type date precinct amount", None)]
#[case(ImportKind::Ticket, "email violation_type date location", missing_columns_error(&["Amount"]))]
#[case(ImportKind::Ticket, "email - date location amount", missing_columns_error(&["Violation type"]))]
#[case(ImportKind::Parking, "email violation_type date amount", missing_columns_error(&["Location"]))]
#[case(ImportKind::Toll, "email toll_road amount", missing_columns_error(&["Date"]))]
#[case(
    ImportKind::Ticket,
    "email email violation_type date location amount",
    Some(MappingError::Twice("Driver’s email"))
)]
#[case(ImportKind::Toll, "email toll_road date amount points", Some(MappingError::Unknown("points".to_owned())))]
#[case(ImportKind::Toll, "email toll_road date amount location", Some(MappingError::Unknown("location".to_owned())))]
#[case(ImportKind::Parking, "email violation_type date location amount role", Some(MappingError::Unknown("role".to_owned())))]
fn a_column_mapping_must_have_all_required_columns_no_unknown_column_and_no_duplicates(
    #[case] kind: ImportKind,
    #[case] wanted: &str,
    #[case] error: Option<MappingError>,
) {
    assert_eq!(mapping(kind, wanted).err(), error);
}

#[test]
fn a_mapping_must_cover_every_column_of_the_file() {
    let four = parse_names("email toll_road date amount");
    for width in [3, 5] {
        assert_eq!(Mapping::new(ImportKind::Toll, width, &four), Err(MappingError::Length));
    }
    let mapping = mapping(ImportKind::Toll, "- email toll_road date amount").unwrap();
    assert_eq!(
        (mapping.column_with("email"), mapping.column_with("amount"), mapping.column_with("due_date")),
        (Some(1), Some(4), None)
    );
    assert_eq!((mapping.kind(), mapping.names().len()), (ImportKind::Toll, 5));
}

#[test]
fn an_unknown_column_name_is_shortened_in_the_error() {
    let names = [Some("x".repeat(10_000))];
    let Err(error) = Mapping::new(ImportKind::Toll, 1, &names) else { panic!("the name was accepted") };
    assert!(error.to_string().len() < 100, "{error}");
}

#[rstest]
#[case(ImportKind::Ticket, "E-mail", Some("email"))]
#[case(ImportKind::Ticket, "Driver's License #", Some("license_number"))]
#[case(ImportKind::Ticket, "Fine Amount ($)", Some("amount"))]
#[case(ImportKind::Ticket, "DATE_ISSUED", Some("date"))]
#[case(ImportKind::Ticket, "Location", Some("location"))]
#[case(ImportKind::Toll, "Location", Some("toll_road"))]
#[case(ImportKind::Parking, "Points", None)]
#[case(ImportKind::Ticket, "Charge", Some("violation_type"))]
#[case(ImportKind::Toll, "Charge", Some("amount"))]
#[case(ImportKind::Ticket, "Favourite colour", None)]
#[case(ImportKind::Ticket, "", None)]
fn a_header_is_recognized_in_any_of_its_spellings(
    #[case] kind: ImportKind,
    #[case] header: &str,
    #[case] expected: Option<&str>,
) {
    assert_eq!(guess_columns(kind, &[header.to_owned()]), [expected]);
}

#[test]
fn if_several_columns_fit_one_field_only_the_first_column_is_assigned() {
    let headers = ["Amount", "Fine", "Total"].map(str::to_owned);
    assert_eq!(guess_columns(ImportKind::Toll, &headers), [Some("amount"), None, None]);
}

#[test]
fn every_column_belongs_to_an_import_kind_and_is_recognized_by_its_name() {
    for column in all_column_meanings() {
        let kinds: Vec<ImportKind> = ImportKind::ALL
            .iter()
            .copied()
            .filter(|kind| column_meanings_of(*kind).any(|one| one == column))
            .collect();
        assert!(!kinds.is_empty(), "{}", column.name);
        for kind in kinds {
            assert_eq!(guess_columns(kind, &[column.name.to_owned()]), [Some(column.name)], "{kind:?}");
        }
    }
    let names: Vec<&str> = all_column_meanings().iter().map(|column| column.name).collect();
    assert_eq!(
        names.iter().collect::<BTreeSet<_>>().len(),
        names.len(),
        "a field's column differs between kinds"
    );
    for kind in ImportKind::ALL {
        let names: Vec<&str> = column_meanings_of(*kind).map(|column| column.name).collect();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }
}

/// `others` lists the fields for which files have no column of the same name. The citation number's column is called
/// `citation`, and files don't contain ids of courts.
#[rstest]
#[case(ItemKind::Ticket, &["citation_number", "court_id"])]
#[case(ItemKind::Parking, &["citation_number"])]
#[case(ItemKind::Toll, &["citation_number"])]
fn files_have_a_column_for_each_field_that_staff_enter(#[case] kind: ItemKind, #[case] others: &[&str]) {
    let (with, without): (Vec<&Field>, Vec<&Field>) =
        kind.fields().iter().partition(|field| field.column.is_some());
    let never_filed = with.iter().find(|field| NEVER_FILED.contains(&field.name));
    assert!(never_filed.is_none(), "{never_filed:?}");
    let entered = without.iter().map(|field| field.name).filter(|name| !NEVER_FILED.contains(name));
    assert_eq!(entered.collect::<Vec<_>>(), others);
}

#[rstest]
#[case(ImportStatus::Uploaded, true, true)]
#[case(ImportStatus::Checking, false, true)]
#[case(ImportStatus::Checked, true, true)]
#[case(ImportStatus::Storing, false, false)]
#[case(ImportStatus::Stored, false, false)]
#[case(ImportStatus::Failed, false, false)]
#[case(ImportStatus::Cancelled, false, false)]
fn an_imports_status_determines_whether_it_can_be_checked_or_canceled(
    #[case] status: ImportStatus,
    #[case] may_start_check: bool,
    #[case] may_be_cancelled: bool,
) {
    assert_eq!((status.may_start_check(), status.may_be_cancelled()), (may_start_check, may_be_cancelled));
    assert_eq!(ImportStatus::parse(status.as_str()), Some(status));
}

#[test]
fn every_import_kind_and_line_outcome_is_parsed_from_its_name() {
    assert_eq!(ImportStatus::ALL.len(), 7);
    assert!(ImportKind::ALL.iter().all(|kind| ImportKind::parse(kind.as_str()) == Some(*kind)));
    assert!(LineOutcome::ALL.iter().all(|one| LineOutcome::parse(one.as_str()) == Some(*one)));
}

#[test]
fn the_plates_state_is_recognized_among_two_state_columns() {
    for headers in [["License plate", "ST", "plate_state"], ["plate", "State", "st"]] {
        let guessed = guess_columns(ImportKind::Ticket, &headers.map(str::to_owned));
        let states: Vec<_> = guessed.iter().filter(|name| **name == Some("plate_state")).collect();
        assert_eq!(states.len(), 1, "{headers:?}: {guessed:?}");
    }
}

fn any_column() -> impl Strategy<Value = ColumnMeaning> {
    proptest::sample::select(all_column_meanings())
}

proptest! {
    /// Generates headers. Each column gets one guess, no meaning occurs twice, and guesses with all required
    /// meanings are a valid mapping.
    #[test]
    fn guessing_the_columns_of_a_file_never_assigns_one_field_to_two_columns(headers in proptest::collection::vec(
        prop_oneof![
            "[ -~]{0,12}",
            any_column().prop_map(|column| column.label.to_owned()),
            any_column().prop_map(|column| column.name.to_owned()),
        ], 0..40,
    )) {
        for kind in ImportKind::ALL {
            let guessed = guess_columns(*kind, &headers);
            prop_assert_eq!(guessed.len(), headers.len());
            let fields: Vec<&str> = guessed.iter().flatten().copied().collect();
            prop_assert_eq!(fields.iter().collect::<BTreeSet<_>>().len(), fields.len());
            let wanted: Vec<Option<String>> = guessed.iter().map(|name| name.map(str::to_owned)).collect();
            let refused = Mapping::new(*kind, headers.len(), &wanted).err();
            prop_assert!(matches!(refused, None | Some(MappingError::Missing(_))));
        }
    }
}

const NEW_YORK: [&str; 17] = [
    "plate",
    "state",
    "license_type",
    "summons_number",
    "issue_date",
    "violation_time",
    "violation",
    "fine_amount",
    "penalty_amount",
    "interest_amount",
    "reduction_amount",
    "payment_amount",
    "amount_due",
    "precinct",
    "county",
    "issuing_agency",
    "violation_status",
];

#[rstest]
#[case::from_the_api(NEW_YORK.map(str::to_owned))]
#[case::from_the_download(NEW_YORK.map(|name| name.replace('_', " ").to_uppercase()))]
fn new_york_citys_file_is_recognized(#[case] headers: [String; 17]) {
    let meanings = guess_columns(ImportKind::Parking, &headers);
    let wanted: Vec<Option<String>> = meanings.iter().map(|name| name.map(str::to_owned)).collect();
    let mapping = Mapping::new(ImportKind::Parking, headers.len(), &wanted).unwrap();
    for (name, place) in [
        ("plate", 0),
        ("plate_state", 1),
        ("citation", 3),
        ("date", 4),
        ("time", 5),
        ("violation_type", 6),
        ("owed", 12),
    ] {
        assert_eq!(mapping.column_with(name), Some(place), "{name}");
    }
    let preset = find_by_headers(ImportKind::Parking, &headers).unwrap();
    assert_eq!((preset.due_days, preset.issuer), (Some(30), Some("New York City")));
    assert!(find_by_headers(ImportKind::Ticket, &headers).is_none());
}

#[rstest]
#[case::montgomery(ImportKind::Ticket, &["SeqID", "Date Of Stop", "Description", "Location", "Driver State", "DL State"], true)]
#[case::los_angeles(ImportKind::Parking, &["Ticket number", "Issue Date", "RP State Plate", "VIN", "Fine amount"], true)]
#[case::washington(ImportKind::Parking, &["TICKET_NUMBER", "ISSUE_DATE", "PLATE_STATE", "FINE_AMOUNT"], true)]
#[case::a_plate(ImportKind::Parking, &["TICKET_NUMBER", "PLATE"], false)]
#[case::an_email(ImportKind::Toll, &["E-mail"], false)]
fn a_file_without_a_driver_column_is_detected(
    #[case] kind: ImportKind,
    #[case] headers: &[&str],
    #[case] expected: bool,
) {
    let samples: Vec<ColumnSample<'_>> =
        headers.iter().map(|header| ColumnSample { header, cells: &[] }).collect();
    assert_eq!(lacks_driver_column(kind, &samples, &[]), expected);
    assert!(!lacks_driver_column(kind, &samples, &[Some("plate".to_owned())]), "staff named a column");
}

#[rstest]
#[case(&["plate", "State"], Some("plate_state"), false)]
#[case(&["license number", "State"], Some("license_state"), false)]
#[case(&["plate", "license number", "State"], None, true)]
#[case(&["email", "State"], None, true)]
fn a_state_column_is_unclear_unless_the_file_has_exactly_one_plate_or_license_column(
    #[case] headers: &[&str],
    #[case] name: Option<&str>,
    #[case] is_unclear_state: bool,
) {
    let samples: Vec<ColumnSample<'_>> =
        headers.iter().map(|header| ColumnSample { header, cells: &[] }).collect();
    let guesses = guess(ImportKind::Parking, &samples);
    let last = guesses.last().unwrap();
    assert_eq!((last.name, last.is_unclear_state), (name, is_unclear_state));
}

#[rstest]
#[case(&["ann@example.com", "bob@example.com"], Some("email"))]
#[case(&["03/01/2026", ""], Some("date"))]
#[case(&["0210A", "11:05P"], Some("time"))]
#[case(&["$65", "115.00"], Some("amount"))]
#[case(&["65", "115"], None)]
#[case(&["", ""], None)]
fn the_field_of_a_column_with_an_unknown_header_is_guessed_from_its_cells(
    #[case] cells: &[&str],
    #[case] name: Option<&str>,
) {
    let cells: Vec<String> = cells.iter().map(|cell| (*cell).to_owned()).collect();
    let guesses = guess(ImportKind::Parking, &[ColumnSample { header: "Column", cells: &cells }]);
    assert_eq!(guesses[0].name, name);
}
