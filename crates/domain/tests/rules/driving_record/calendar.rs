//! What belongs into a driver's calendar.

use chrono::NaiveTime;
use domain::driving_record::calendar::{
    Appointment, COURT_PLACE, of_parking, of_ticket, of_toll, parse_time,
};
use domain::driving_record::new_item::TicketDetails;
use domain::driving_record::ticket::Ticket;
use rstest::rstest;

use crate::build::{date, parking, ticket, toll};

#[rstest]
#[case("09:30", Some((9, 30)))]
#[case("9:30", Some((9, 30)))]
#[case("13:30", Some((13, 30)))]
#[case("00:00", Some((0, 0)))]
#[case("9:30 AM", Some((9, 30)))]
#[case(" 9:30am ", Some((9, 30)))]
#[case("1:30 p.m.", Some((13, 30)))]
#[case("12:00 AM", Some((0, 0)))]
#[case("12:15 PM", Some((12, 15)))]
#[case("9 am", Some((9, 0)))]
#[case::no_such_hour("24:00", None)]
#[case::no_such_minute("9:60", None)]
#[case::two_halves_of_the_day("13:30 PM", None)]
#[case::hour_zero("0:30 AM", None)]
#[case::a_bare_number("930", None)]
#[case::one_digit("9:3", None)]
#[case::sign("+9:30", None)]
#[case::words("morning session", None)]
#[case::word("am", None)]
#[case::other_digits("٩:٣٠", None)]
#[case::nothing("", None)]
fn a_time_as_written(#[case] text: &str, #[case] expected: Option<(u32, u32)>) {
    assert_eq!(
        parse_time(text),
        expected.and_then(|(hour, minute)| NaiveTime::from_hms_opt(hour, minute, 0))
    );
}

fn kinds(entries: &[Appointment]) -> Vec<(&str, String, bool)> {
    entries.iter().map(|entry| (entry.uid.as_str(), entry.day.to_string(), entry.time.is_some())).collect()
}

#[test]
fn a_ticket_has_a_due_date_and_a_court_date() {
    let with = |change: fn(&mut TicketDetails)| {
        let mut ticket = ticket(7);
        ticket.filed.due_date = Some(date("2026-12-01"));
        ticket.filed.is_court_required = true;
        ticket.filed.court_date = Some(date("2026-12-08"));
        ticket.filed.court_time = Some("1:30 PM".to_owned());
        change(&mut ticket.filed);
        ticket
    };
    let both = with(|_| {});
    let due = ("ticket-7-due@lanewise", "2026-12-01".to_owned(), false);
    let court = ("ticket-7-court@lanewise", "2026-12-08".to_owned(), true);
    assert_eq!(kinds(&of_ticket(&both)), [due.clone(), court.clone()]);
    let [to_pay, in_court] = of_ticket(&both).try_into().unwrap();
    assert_eq!(to_pay.place.as_deref(), Some(both.filed.location.as_str()));
    assert_eq!(in_court.place.as_deref(), Some(COURT_PLACE), "where it happened is not where the court is");
    assert!(in_court.notes.iter().any(|note| note.ends_with(&both.filed.location)));
    assert_eq!(to_pay.notes[1], format!("Fine: {}", both.fine().shown()), "as people are shown money");
    assert!(
        !in_court.notes.iter().any(|note| note.contains("as written")),
        "its time was read: {:?}",
        in_court.notes
    );
    let paid = Ticket { is_paid: true, ..both };
    assert_eq!(kinds(&of_ticket(&paid)), [court], "paid is not due; the court stays");
    let no_court = with(|filed| filed.is_court_required = false);
    assert_eq!(kinds(&of_ticket(&no_court)), [due]);
    let unclear = with(|filed| (filed.court_time, filed.due_date) = (Some("after lunch".to_owned()), None));
    let [entry] = of_ticket(&unclear).try_into().unwrap();
    assert_eq!(entry.time, None);
    assert!(entry.notes.contains(&"Court time as written: after lunch".to_owned()), "{:?}", entry.notes);
    assert!(of_ticket(&with(|filed| (filed.due_date, filed.court_date) = (None, None))).is_empty());
}

#[test]
fn parking_tickets_and_tolls_are_due_until_they_are_paid() {
    let (mut spot, mut road) = (parking(3), toll(4));
    (spot.filed.due_date, road.filed.due_date) = (Some(date("2026-12-01")), Some(date("2026-12-02")));
    assert_eq!(of_parking(&spot).unwrap().uid, "parking-3-due@lanewise");
    assert_eq!(of_toll(&road).unwrap().day, date("2026-12-02"));
    (spot.is_paid, road.is_paid) = (true, true);
    assert_eq!((of_parking(&spot), of_toll(&road)), (None, None));
    (spot.is_paid, spot.filed.due_date) = (false, None);
    assert_eq!(of_parking(&spot), None);
}
