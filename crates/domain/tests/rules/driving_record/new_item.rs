//! Tests of the validation of new tickets, parking tickets and tolls.

use chrono::NaiveDate;
use domain::driving_record::amount::Amount;
use domain::driving_record::kinds::{ChargeStatus, FeeType, Fees, ItemKind, TicketStatus};
use domain::driving_record::new_item::{ItemDetails, ItemDraft, TicketDetails};
use domain::payments::fees::RECORDED_OUR_FEE;
use domain::shared::money::Money;
use proptest::prelude::*;
use rstest::rstest;

use crate::build::{date, ticket};

fn today() -> NaiveDate {
    date("2026-11-21")
}

fn draft(kind: ItemKind, fields: &[(&str, &str)]) -> ItemDraft {
    fields.iter().fold(ItemDraft::new(kind), |draft, (name, text)| draft.with(name, *text))
}

/// Returns a draft with the required fields of a ticket, changed by `changes`.
fn ticket_with(changes: &[(&str, &str)]) -> ItemDraft {
    let least = [
        ("violation_type", "Speeding"),
        ("date", "2026-11-20"),
        ("location", "Main St"),
        ("amount", "$150"),
        ("points", "3"),
        ("category", "speeding"),
    ];
    draft(ItemKind::Ticket, &[&least, changes].concat())
}

fn check_ticket(draft: &ItemDraft) -> TicketDetails {
    match draft.validate(today(), None).unwrap() {
        ItemDetails::Ticket(details) => *details,
        other => panic!("{other:?} is no ticket"),
    }
}

#[test]
fn omitted_fields_of_an_item_have_defaults() {
    let details = check_ticket(&ticket_with(&[]));
    assert_eq!(details.status, TicketStatus::Fine);
    assert_eq!(details.fees, Fees::default_for_ticket());
    assert_eq!(details.fees.our_fee, RECORDED_OUR_FEE);
    assert!(!details.is_court_required && !details.is_disputed);
    let common = [("date", "2026-11-20"), ("amount", "45")];
    let own = [("violation_type", "Expired meter"), ("location", "Main St")];
    let parking = draft(ItemKind::Parking, &[common, own].concat());
    let Ok(ItemDetails::Parking(parking)) = parking.validate(today(), None) else { panic!("it is refused") };
    assert_eq!((parking.status, parking.fees), (ChargeStatus::Unpaid, Fees::default_for_parking()));
    let toll = draft(ItemKind::Toll, &common).with("toll_road", "SH 130");
    let Ok(ItemDetails::Toll(toll)) = toll.validate(today(), None) else { panic!("it is refused") };
    assert_eq!((toll.status, toll.fees), (ChargeStatus::Unpaid, Fees::default_for_toll()));
}

fn invalid_fields<T>(checked: Result<T, domain::driving_record::new_item::FieldErrors>) -> Vec<&'static str> {
    checked.err().unwrap_or_default().into_iter().map(|(field, _)| field).collect()
}

#[test]
fn all_missing_fields_are_reported_together() {
    let missing = ["violation_type", "date", "location", "amount", "points", "category"];
    assert_eq!(invalid_fields(ItemDraft::new(ItemKind::Ticket).validate(today(), None)), missing);
    assert_eq!(
        invalid_fields(ItemDraft::new(ItemKind::Parking).validate(today(), None)),
        ["violation_type", "date", "location", "amount"]
    );
    assert_eq!(
        invalid_fields(ItemDraft::new(ItemKind::Toll).validate(today(), None)),
        ["toll_road", "date", "amount"]
    );
}

#[rstest]
#[case("violation_type", &"x".repeat(201))]
#[case("violation_type", "Speed\ning")]
#[case("date", "2026-02-30")]
#[case("date", "11/20/2026")]
#[case("date", "2026-11-23")]
#[case("date", "0026-11-20")]
#[case("due_date", "2026-11-19")]
#[case("due_date", "+262142-12-31")]
#[case("amount", "150,00")]
#[case("amount", "room 4")]
#[case("amount", "-5")]
#[case("amount", "100000001")]
#[case("points", "12")]
#[case("points", "-1")]
#[case("points", "three")]
#[case("category", "Speeding")]
#[case("status", "Paid")]
#[case("court_date", "2026-12-01")]
#[case("court_time", "9:00 AM")]
#[case("court_state", "Ontario")]
#[case("court_id", "-1")]
#[case("court_zone", "Europe/Paris")]
#[case("consequence", &"x".repeat(2001))]
#[case("things_to_know", "a\u{202e}b")]
#[case("processing_fee_type", "dollars")]
#[case("processing_fee_amount", "-1")]
#[case("processing_fee_amount", "1.005")]
#[case("our_processing_fee", "NaN")]
fn only_the_invalid_field_of_a_ticket_is_reported(#[case] field: &str, #[case] text: &str) {
    assert_eq!(invalid_fields(ticket_with(&[(field, text)]).validate(today(), None)), [field]);
}

fn percentage(amount: &str) -> [(&str, &str); 2] {
    [("processing_fee_type", "percentage"), ("processing_fee_amount", amount)]
}

#[test]
fn a_fee_percentage_is_at_most_100() {
    assert_eq!(
        invalid_fields(ticket_with(&percentage("100.01")).validate(today(), None)),
        ["processing_fee_amount"]
    );
    check_ticket(&ticket_with(&percentage("100")));
}

#[rstest]
#[case(&[("date", "2026-11-22")])]
#[case(&[("due_date", "2026-11-20")])]
#[case(&[("amount", "$1,250.50")])]
#[case(&[("points", "11")])]
#[case(&[("points", "0")])]
#[case(&[("is_court_required", "true"), ("court_date", "2026-12-01")])]
#[case(&[("court_time", "  ")])]
fn field_values_at_their_limits_are_accepted(#[case] changes: &[(&str, &str)]) {
    check_ticket(&ticket_with(changes));
}

#[test]
fn a_change_can_keep_an_invalid_stored_amount_but_not_enter_another_invalid_amount() {
    let draft = ticket_with(&[("amount", "150,00")]);
    assert_eq!(invalid_fields(draft.validate(today(), Some("150,00"))), [""; 0]);
    assert_eq!(invalid_fields(draft.validate(today(), Some("1500,00"))), ["amount"]);
}

#[test]
fn only_a_traffic_ticket_can_have_words_instead_of_an_amount() {
    assert_eq!(check_ticket(&ticket_with(&[("amount", "See court")])).amount, "See court");
    let common = [("date", "2026-11-20"), ("amount", "See court")];
    let own = [("violation_type", "Expired meter"), ("location", "Main St")];
    let parking = draft(ItemKind::Parking, &[common, own].concat());
    assert_eq!(invalid_fields(parking.validate(today(), None)), ["amount"]);
    assert_eq!(
        invalid_fields(draft(ItemKind::Toll, &common).with("toll_road", "SH 130").validate(today(), None)),
        ["amount"]
    );
}

#[test]
fn a_filed_ticket_lists_every_field_and_can_be_converted_to_a_draft_and_back() {
    let mut filed = ticket(1).filed;
    filed.fees.fee_type = FeeType::Percentage;
    filed.fees.processing_fee = Money::from_cents(250);
    let fields = filed.fields();
    assert_eq!(fields.len(), TicketDetails::FIELDS.len());
    for example in [("amount", "$150"), ("court_date", ""), ("processing_fee_amount", "2.50")] {
        assert!(fields.contains(&(example.0, example.1.to_owned())), "{example:?}");
    }
    let details = ItemDetails::Ticket(Box::new(filed));
    assert_eq!(details.draft().validate(today(), None), Ok(details));
}

#[test]
fn a_field_that_the_item_kind_does_not_have_is_ignored() {
    let toll = ItemDraft::new(ItemKind::Toll);
    assert_eq!(toll.clone().with("points", "3"), toll);
}

proptest! {
    #[test]
    fn every_accepted_ticket_draft_has_texts_points_and_an_amount_within_the_limits(
        texts in proptest::collection::vec(".{0,220}", 4),
        points in any::<i32>(),
        amount in "[$0-9,.]{0,12}",
    ) {
        let points = points.to_string();
        let draft = ticket_with(&[
            ("violation_type", &texts[0]),
            ("location", &texts[1]),
            ("violation_code", &texts[2]),
            ("court_time", &texts[3]),
            ("is_court_required", "true"),
            ("points", &points),
            ("amount", &amount),
        ]);
        if let Ok(ItemDetails::Ticket(details)) = draft.validate(today(), None) {
            prop_assert!((1..=200).contains(&details.violation_type.chars().count()));
            prop_assert!((1..=300).contains(&details.location.chars().count()));
            prop_assert!((0..=11).contains(&details.points));
            prop_assert!(Amount::parse_number(&details.amount).is_some());
            for text in [details.violation_code, details.court_time].into_iter().flatten() {
                prop_assert!((1..=100).contains(&text.chars().count()));
                prop_assert!(!text.contains('\0'));
            }
        }
    }
}
