//! Tests of the court appearances that a driver must still attend.

use domain::driving_record::appearance::Appearance;
use domain::shared::ids::TicketId;
use rstest::rstest;

use crate::build::date;

/// Returns the court appearance of an unpaid ticket on this day.
fn appearance_on(day: &str) -> Appearance {
    Appearance {
        ticket: TicketId(1),
        violation_type: "Speeding".to_owned(),
        date: Some(date(day)),
        time: None,
        is_paid: false,
        is_removed: false,
        is_waived: false,
        is_added_by_driver: false,
    }
}

const COMING: &str = "2026-12-02";
const TODAY: &str = "2026-11-28";
const PAST: &str = "2026-11-27";

#[rstest]
#[case::open(appearance_on(COMING), true)]
#[case::today(appearance_on(TODAY), true)]
#[case::past_and_open(appearance_on(PAST), true)]
#[case::paid(Appearance { is_paid: true, ..appearance_on(COMING) }, true)]
#[case::removed(Appearance { is_removed: true, ..appearance_on(COMING) }, true)]
#[case::past_and_paid(Appearance { is_paid: true, ..appearance_on(PAST) }, false)]
#[case::past_and_removed(Appearance { is_removed: true, ..appearance_on(PAST) }, false)]
#[case::no_date(Appearance { date: None, ..appearance_on(COMING) }, true)]
#[case::no_date_and_paid(Appearance { date: None, is_paid: true, ..appearance_on(COMING) }, true)]
#[case::no_date_and_removed(Appearance { date: None, is_removed: true, ..appearance_on(COMING) }, false)]
#[case::waived(Appearance { is_waived: true, ..appearance_on(COMING) }, false)]
#[case::waived_without_a_date(Appearance { is_waived: true, date: None, ..appearance_on(COMING) }, false)]
#[case::waived_and_past(Appearance { is_waived: true, ..appearance_on(PAST) }, false)]
fn paying_or_removing_a_ticket_does_not_cancel_its_upcoming_court_appearance(
    #[case] appearance: Appearance,
    #[case] expected: bool,
) {
    assert_eq!(appearance.is_pending(date(TODAY)), expected);
}
