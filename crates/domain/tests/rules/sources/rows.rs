//! Tests of parsing the rows of a city's data.

use chrono::NaiveDate;
use domain::driving_record::new_item::ItemDetails;
use domain::shared::money::Money;
use domain::shared::us_state::UsState;
use domain::sources::answer::{SourceBalance, SourceRow, has_too_many_unreadable_rows, shared_plates};
use domain::sources::source::{Source, SourceColumn, SourceError};
use rstest::rstest;

use crate::build::date;

/// Columns of New York City's data: each with its name, its meaning, and the cell of a real row.
const ROW: &[(&str, Option<&str>, &str)] = &[
    ("plate", Some("plate"), "JPK6583"),
    ("state", Some("plate_state"), "NY"),
    ("license_type", None, "PAS"),
    ("summons_number", Some("citation"), "1467619188"),
    ("issue_date", Some("date"), "10/12/2026"),
    ("violation_time", Some("time"), "07:38P"),
    ("violation", Some("violation_type"), "NO STANDING-DAY/TIME LIMITS"),
    ("fine_amount", Some("amount"), "115"),
    ("amount_due", Some("owed"), "125"),
    ("precinct", Some("precinct"), "050"),
    ("county", Some("county"), "BX"),
    ("violation_status", Some("hearing_outcome"), ""),
];

fn source() -> Source {
    let columns = ROW.iter().map(|(name, meaning, _)| SourceColumn {
        name: (*name).to_owned(),
        meaning: meaning.map(str::to_owned),
        if_blank: (*name == "violation").then(|| "Parking violation".to_owned()),
    });
    let names = ("nyc".to_owned(), "Open Parking".to_owned(), "New York City".to_owned());
    Source::new(names, columns.collect(), Some(30)).unwrap()
}

fn today() -> NaiveDate {
    date("2026-11-15")
}

/// Parses the example row after changing these cells.
fn read(changes: &[(&str, &str)]) -> Result<SourceRow, String> {
    let cell = |name: &str, cell: &str| {
        changes.iter().find(|(changed, _)| *changed == name).map_or(cell, |(_, other)| other).to_owned()
    };
    let cells: Vec<String> = ROW.iter().map(|(name, _, text)| cell(name, text)).collect();
    source().parse_row(&cells, today()).map_err(|problem| problem.column.to_owned())
}

#[test]
fn a_row_makes_a_parking_ticket_that_is_due_thirty_days_after_it_was_issued() {
    let row = read(&[]).unwrap();
    let ItemDetails::Parking(details) = &row.details else { panic!() };
    assert_eq!(
        (row.number.as_str(), row.plate),
        ("1467619188", ("JPK6583".to_owned(), UsState::NewYork.into()))
    );
    assert_eq!(
        (row.balance, row.vehicle.as_deref()),
        (SourceBalance::Owed(Money::from_dollars(125)), Some("PAS"))
    );
    assert_eq!((details.amount.as_str(), details.location.as_str()), ("125", "Precinct 50, Bronx, 7:38 PM"));
    assert_eq!((details.due_date, details.is_due_date_ours), (Some(date("2026-11-11")), true));
}

#[rstest]
#[case::late("190.5", SourceBalance::Owed(Money::from_cents(19_050)))]
#[case::the_maximum("5000", SourceBalance::Owed(Money::from_dollars(5_000)))]
#[case::settled("0", SourceBalance::Settled)]
#[case::settled_with_cents("0.00", SourceBalance::Settled)]
#[case::negative_zero("-0.00", SourceBalance::Settled)]
#[case::too_much("5000.01", SourceBalance::Unclear("The city says that $5,000.01 is owed, which is unusually high.".to_owned()))]
#[case::negative("-20", SourceBalance::Unclear("The city says that -$20 is owed.".to_owned()))]
fn a_negative_or_unusually_high_amount_due_is_unclear_and_zero_means_settled(
    #[case] owed: &str,
    #[case] balance: SourceBalance,
) {
    assert_eq!(read(&[("amount_due", owed)]).unwrap().balance, balance);
}

#[test]
fn a_row_with_a_negative_amount_due_makes_a_ticket_with_the_original_fine() {
    let ItemDetails::Parking(details) = read(&[("amount_due", "-20")]).unwrap().details else { panic!() };
    assert_eq!(details.amount, "115");
}

#[rstest]
#[case("HEARING HELD-NOT GUILTY", "0", SourceBalance::Settled)]
#[case("HEARING HELD-GUILTY", "65", SourceBalance::Owed(Money::from_dollars(65)))]
#[case("HEARING PENDING", "65", SourceBalance::Owed(Money::from_dollars(65)))]
#[case(
    "HEARING HELD-NOT GUILTY",
    "65",
    SourceBalance::Unclear("The city says that $65 is owed, but also that the hearing cleared the driver.".to_owned())
)]
fn an_amount_still_owed_after_a_not_guilty_hearing_is_unclear(
    #[case] outcome: &str,
    #[case] owed: &str,
    #[case] balance: SourceBalance,
) {
    let row = read(&[("violation_status", outcome), ("amount_due", owed)]).unwrap();
    assert_eq!(row.balance, balance);
    let ItemDetails::Parking(details) = row.details else { panic!() };
    assert!(details.status.as_str() != "Paid", "nothing was paid here");
}

#[rstest]
#[case::no_amount(&[("amount_due", "n/a")], "owed")]
#[case::no_amount_at_all(&[("amount_due", "")], "owed")]
#[case::no_number(&[("summons_number", "")], "citation")]
#[case::a_number_of_something_else(&[("summons_number", "14 67")], "citation")]
#[case::no_digit(&[("summons_number", "ABC")], "citation")]
#[case::no_plate(&[("plate", "")], "plate")]
#[case::no_state(&[("state", "99")], "plate_state")]
#[case::no_day(&[("issue_date", "13/45/2026")], "date")]
#[case::issued_in_the_future(&[("issue_date", "11/20/2026")], "date")]
fn the_error_for_an_unreadable_row_names_the_invalid_column(
    #[case] changes: &[(&str, &str)],
    #[case] column: &str,
) {
    assert_eq!(read(changes).unwrap_err(), column);
}

#[test]
fn a_blank_cell_in_a_row_of_a_source_gets_the_default_of_that_source() {
    let ItemDetails::Parking(details) = read(&[("violation", " ")]).unwrap().details else { panic!() };
    assert_eq!(details.violation_type, "Parking violation");
}

#[test]
fn a_source_needs_columns_for_citation_owed_amount_and_plate() {
    let without = |meaning: &str| {
        let columns = ROW.iter().filter(|(_, known, _)| *known != Some(meaning));
        let columns = columns.map(|(name, meaning, _)| SourceColumn {
            name: (*name).to_owned(),
            meaning: meaning.map(str::to_owned),
            if_blank: None,
        });
        Source::new(Default::default(), columns.collect(), None).unwrap_err()
    };
    assert_eq!(without("citation"), SourceError::Missing("citation"));
    assert_eq!(without("owed"), SourceError::Missing("owed"));
    assert!(matches!(without("plate"), SourceError::Columns(_)));
}

#[test]
fn a_plate_shared_by_two_vehicles_is_reported() {
    let row = |number: &str, plate: &str, vehicle: &str| {
        read(&[("summons_number", number), ("plate", plate), ("license_type", vehicle)]).unwrap()
    };
    let rows =
        [row("1", "AAA1", "PAS"), row("2", "AAA1", "COM"), row("3", "BBB2", "PAS"), row("4", "BBB2", "PAS")];
    let shared = shared_plates(&rows);
    assert!(shared.iter().all(|(plate, _)| plate == "AAA1"), "{shared:?}");
    assert_eq!(shared.len(), 2);
}

#[rstest]
#[case(0, 0, false)]
#[case(1, 1, false)]
#[case(2, 4, false)]
#[case(2, 3, true)]
#[case(5, 5, true)]
fn a_response_is_rejected_if_at_least_two_and_more_than_half_of_its_rows_are_unreadable(
    #[case] unreadable_count: usize,
    #[case] row_count: usize,
    #[case] expected: bool,
) {
    assert_eq!(has_too_many_unreadable_rows(unreadable_count, row_count), expected);
}
