//! What makes a new ticket, parking ticket or toll valid.

use chrono::NaiveDate;
use domain::driving_record::new_item::{FeesDraft, ParkingDraft, TicketDraft, TollDraft};
use domain::driving_record::ticket::{ChargeStatus, FeeType, Fees, TicketStatus};
use domain::payments::fees::RECORDED_OUR_FEE;
use domain::shared::money::Money;
use proptest::prelude::*;
use rstest::rstest;

use crate::build::{date, ticket};

fn today() -> NaiveDate {
    date("2026-11-21")
}

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn least() -> TicketDraft {
    TicketDraft {
        violation_type: some("Speeding"),
        date: some("2026-11-20"),
        location: some("Main St"),
        amount: some("$150"),
        points: Some(3),
        category: some("speeding"),
        ..TicketDraft::default()
    }
}

#[test]
fn what_is_not_said_has_its_default() {
    let details = least().check(today(), None).unwrap();
    assert_eq!(details.status, TicketStatus::Fine);
    assert_eq!(details.fees, Fees::default_for_ticket());
    assert_eq!(details.fees.our_fee, RECORDED_OUR_FEE);
    assert!(!details.is_court_required && !details.is_disputed);
    let parking = ParkingDraft {
        violation_type: some("Expired meter"),
        date: some("2026-11-20"),
        location: some("Main St"),
        amount: some("45"),
        ..ParkingDraft::default()
    };
    let parking = parking.check(today(), None).unwrap();
    assert_eq!((parking.status, parking.fees), (ChargeStatus::Unpaid, Fees::default_for_parking()));
    let toll = TollDraft {
        toll_road: some("SH 130"),
        date: some("2026-11-20"),
        amount: some("3.50"),
        ..TollDraft::default()
    };
    let toll = toll.check(today(), None).unwrap();
    assert_eq!((toll.status, toll.fees), (ChargeStatus::Unpaid, Fees::default_for_toll()));
}

fn names<T>(checked: Result<T, domain::driving_record::new_item::Wrong>) -> Vec<&'static str> {
    checked.err().unwrap_or_default().into_iter().map(|(field, _)| field).collect()
}

#[test]
fn everything_that_is_missing_is_named_at_once() {
    let missing = ["violationType", "date", "location", "amount", "points", "category"];
    assert_eq!(names(TicketDraft::default().check(today(), None)), missing);
    assert_eq!(
        names(ParkingDraft::default().check(today(), None)),
        ["violationType", "date", "location", "amount"]
    );
    assert_eq!(names(TollDraft::default().check(today(), None)), ["tollRoad", "date", "amount"]);
}

#[rstest]
#[case("violationType", |t: &mut TicketDraft| t.violation_type = Some("x".repeat(201)))]
#[case("violationType", |t: &mut TicketDraft| t.violation_type = some("Speed\ning"))]
#[case("date", |t: &mut TicketDraft| t.date = some("2026-02-30"))]
#[case("date", |t: &mut TicketDraft| t.date = some("11/20/2026"))]
#[case("date", |t: &mut TicketDraft| t.date = some("2026-11-23"))]
#[case("date", |t: &mut TicketDraft| t.date = some("0026-11-20"))]
#[case("dueDate", |t: &mut TicketDraft| t.due_date = some("2026-11-19"))]
#[case("dueDate", |t: &mut TicketDraft| t.due_date = some("+262142-12-31"))]
#[case("amount", |t: &mut TicketDraft| t.amount = some("call the court"))]
#[case("amount", |t: &mut TicketDraft| t.amount = some("-5"))]
#[case("amount", |t: &mut TicketDraft| t.amount = some("100000001"))]
#[case("points", |t: &mut TicketDraft| t.points = Some(12))]
#[case("points", |t: &mut TicketDraft| t.points = Some(-1))]
#[case("category", |t: &mut TicketDraft| t.category = some("Speeding"))]
#[case("status", |t: &mut TicketDraft| t.status = some("Paid"))]
#[case("courtDate", |t: &mut TicketDraft| t.court_date = some("2026-12-01"))]
#[case("courtTime", |t: &mut TicketDraft| t.court_time = some("9:00 AM"))]
#[case("consequence", |t: &mut TicketDraft| t.consequence = Some("x".repeat(2001)))]
#[case("thingsToKnow", |t: &mut TicketDraft| t.things_to_know = some("a\u{202e}b"))]
#[case("processingFeeType", |t: &mut TicketDraft| t.fees.fee_type = some("dollars"))]
#[case("processingFeeAmount", |t: &mut TicketDraft| t.fees.processing_fee = some("-1"))]
#[case("processingFeeAmount", |t: &mut TicketDraft| t.fees.processing_fee = some("1.005"))]
#[case("processingFeeAmount", |t: &mut TicketDraft| t.fees = percentage("100.01"))]
#[case("ourProcessingFee", |t: &mut TicketDraft| t.fees.our_fee = some("NaN"))]
fn a_wrong_field_is_named(#[case] field: &str, #[case] spoil: fn(&mut TicketDraft)) {
    let mut draft = least();
    spoil(&mut draft);
    assert_eq!(names(draft.check(today(), None)), [field]);
}

fn percentage(amount: &str) -> FeesDraft {
    FeesDraft { fee_type: some("percentage"), processing_fee: some(amount), our_fee: None }
}

#[rstest]
#[case(|t: &mut TicketDraft| t.date = some("2026-11-22"))]
#[case(|t: &mut TicketDraft| t.due_date = some("2026-11-20"))]
#[case(|t: &mut TicketDraft| t.amount = some("$1,250.50"))]
#[case(|t: &mut TicketDraft| t.points = Some(11))]
#[case(|t: &mut TicketDraft| t.points = Some(0))]
#[case(|t: &mut TicketDraft| t.fees = percentage("100"))]
#[case(|t: &mut TicketDraft| (t.is_court_required, t.court_date) = (true, some("2026-12-01")))]
#[case(|t: &mut TicketDraft| t.court_time = some("  "))]
fn the_edge_of_what_is_right(#[case] change: fn(&mut TicketDraft)) {
    let mut draft = least();
    change(&mut draft);
    assert_eq!(names(draft.check(today(), None)), [""; 0]);
}

#[test]
fn an_amount_from_before_the_rules_may_stay_but_not_come_new() {
    let mut draft = least();
    draft.amount = some("see the notice");
    assert_eq!(names(draft.check(today(), Some("see the notice"))), [""; 0]);
    assert_eq!(names(draft.check(today(), Some("see a notice"))), ["amount"]);
}

#[test]
fn what_is_filed_is_told_field_by_field_and_a_ticket_is_what_was_filed() {
    let details = ticket(1).details();
    let fields = details.fields();
    assert_eq!(fields.len(), 21);
    assert!(fields.contains(&("amount", "$150".to_owned())));
    assert!(fields.contains(&("courtDate", String::new())));
    let mut changed = ticket(1);
    changed.fees.fee_type = FeeType::Percentage;
    changed.fees.processing_fee = Money::from_cents(250);
    assert!(changed.details().fields().contains(&("processingFeeAmount", "2.50".to_owned())));
}

proptest! {
    /// Whatever comes in, the check answers; and what passes it is within the database's bounds.
    #[test]
    fn what_passes_is_within_bounds(
        texts in proptest::collection::vec(".{0,220}", 4),
        points in any::<i32>(),
        amount in "[$0-9,.]{0,12}",
    ) {
        let mut draft = least();
        draft.violation_type = Some(texts[0].clone());
        draft.location = Some(texts[1].clone());
        draft.violation_code = Some(texts[2].clone());
        draft.court_time = Some(texts[3].clone());
        draft.is_court_required = true;
        draft.points = Some(points);
        draft.amount = Some(amount);
        if let Ok(details) = draft.check(today(), None) {
            prop_assert!((1..=200).contains(&details.violation_type.chars().count()));
            prop_assert!((1..=300).contains(&details.location.chars().count()));
            prop_assert!((0..=11).contains(&details.points));
            prop_assert!(Money::parse_amount_text(&details.amount).is_some());
            for text in [details.violation_code, details.court_time].into_iter().flatten() {
                prop_assert!((1..=100).contains(&text.chars().count()));
                prop_assert!(!text.contains('\0'));
            }
        }
    }
}
