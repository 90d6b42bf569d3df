//! Tests of the entries of a driver's calendar.

use domain::driving_record::calendar::{
    Appointment, COURT_PLACE, appointment_of_parking, appointment_of_toll, appointments_of_ticket,
};
use domain::driving_record::court_zone::{default_zone, observances, other_zone};
use domain::driving_record::new_item::TicketDetails;
use domain::driving_record::standing::{HasStanding as _, StandingFacts};
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::notices::clock::zone_of;
use domain::shared::ids::HireId;
use domain::shared::us_state::UsState;

use crate::build::{date, parking, ticket, toll};

fn ticket_appointments(ticket: &Ticket) -> Vec<Appointment> {
    appointments_of_ticket(ticket, &StandingFacts::default())
}

fn parking_appointment(parking: &Parking) -> Option<Appointment> {
    appointment_of_parking(parking, &StandingFacts::default())
}

fn toll_appointment(toll: &Toll) -> Option<Appointment> {
    appointment_of_toll(toll, &StandingFacts::default())
}

/// Returns each entry's unique id, its day, and whether it has a time.
fn summarize_entries(entries: &[Appointment]) -> Vec<(&str, String, bool)> {
    entries.iter().map(|entry| (entry.uid.as_str(), entry.day.to_string(), entry.time.is_some())).collect()
}

#[test]
fn a_ticket_has_calendar_entries_for_its_due_date_and_its_court_date() {
    let with = |change: fn(&mut TicketDetails)| {
        let mut ticket = ticket(7);
        ticket.filed.due_date = Some(date("2026-12-01"));
        ticket.filed.is_court_required = true;
        ticket.filed.court_date = Some(date("2026-12-08"));
        ticket.filed.court_time = Some("1:30 PM".to_owned());
        ticket.filed.court_state = Some("Texas".to_owned());
        change(&mut ticket.filed);
        ticket
    };
    let both = with(|_| {});
    let due = ("ticket-7-due@lanewise", "2026-12-01".to_owned(), false);
    let court = ("ticket-7-court@lanewise", "2026-12-08".to_owned(), true);
    assert_eq!(summarize_entries(&ticket_appointments(&both)), [due.clone(), court.clone()]);
    let [to_pay, in_court] = ticket_appointments(&both).try_into().unwrap();
    assert_eq!(to_pay.place.as_deref(), Some(both.filed.location.as_str()));
    assert_eq!(in_court.place.as_deref(), Some(COURT_PLACE), "the court is not at the violation's location");
    assert!(in_court.notes.iter().any(|note| note.ends_with(&both.filed.location)));
    assert_eq!(to_pay.notes[1], format!("Fine: {}", both.fine().for_display()), "formatted for display");
    assert!(
        !in_court.notes.iter().any(|note| note.contains("as written")),
        "its time was read: {:?}",
        in_court.notes
    );
    assert_eq!(in_court.time.map(|(_, zone)| zone.name()), Some("America/Chicago"));
    let el_paso = with(|filed| filed.court_zone = Some("America/Denver".to_owned()));
    let zones: Vec<_> =
        ticket_appointments(&el_paso).iter().filter_map(|entry| entry.time).map(|time| time.1).collect();
    assert_eq!(zones, [chrono_tz::Tz::America__Denver], "the court's own zone");
    let [_, unplaced] = ticket_appointments(&with(|filed| filed.court_state = None)).try_into().unwrap();
    assert_eq!(unplaced.time, None, "the state of the court isn't known");
    assert!(
        unplaced.notes.contains(&"Court time as written on the ticket: 1:30 PM".to_owned()),
        "{:?}",
        unplaced.notes
    );
    let paid = Ticket { is_paid: true, ..both };
    assert_eq!(
        summarize_entries(&ticket_appointments(&paid)),
        [court],
        "a paid ticket has no due date but keeps its court date"
    );
    let no_court = with(|filed| filed.is_court_required = false);
    assert_eq!(summarize_entries(&ticket_appointments(&no_court)), [due]);
    let unclear = with(|filed| (filed.court_time, filed.due_date) = (Some("after lunch".to_owned()), None));
    let [entry] = ticket_appointments(&unclear).try_into().unwrap();
    assert_eq!(entry.time, None);
    assert!(
        entry.notes.contains(&"Court time as written on the ticket: after lunch".to_owned()),
        "{:?}",
        entry.notes
    );
    assert!(ticket_appointments(&with(|filed| (filed.due_date, filed.court_date) = (None, None))).is_empty());
}

#[test]
fn calendar_entries_mark_an_estimated_amount_as_estimated() {
    let (mut charge, mut spot, mut road) = (ticket(7), parking(3), toll(4));
    for due_date in [&mut charge.filed.due_date, &mut spot.filed.due_date, &mut road.filed.due_date] {
        *due_date = Some(date("2026-12-01"));
    }
    for amount in [&mut charge.filed.amount, &mut spot.filed.amount, &mut road.filed.amount] {
        *amount = "See notice".to_owned();
    }
    let entries = [
        ticket_appointments(&charge).remove(0),
        parking_appointment(&spot).unwrap(),
        toll_appointment(&road).unwrap(),
    ];
    assert!(entries.iter().all(|entry| entry.notes[1].ends_with(" (estimated)")), "{entries:?}");
}

#[test]
fn a_calendar_entry_names_the_citation_number_or_else_the_violation_and_the_date() {
    let mut spot = parking(3);
    spot.filed.due_date = Some(date("2026-12-01"));
    let first_note = |spot: &Parking| parking_appointment(spot).unwrap().notes.remove(0);
    assert_eq!(first_note(&spot), "Expired meter, Jan 1, 2026");
    spot.filed.citation_number = Some("P-4711".to_owned());
    assert_eq!(first_note(&spot), "Citation number: P-4711");
    spot.filed.issuer = Some("City of Chicago".to_owned());
    assert_eq!(first_note(&spot), "Citation number: P-4711, City of Chicago");
}

#[test]
fn parking_tickets_and_tolls_have_a_calendar_entry_only_if_money_is_due_on_a_known_date() {
    let (mut spot, mut road) = (parking(3), toll(4));
    (spot.filed.due_date, road.filed.due_date) = (Some(date("2026-12-01")), Some(date("2026-12-02")));
    assert_eq!(parking_appointment(&spot).unwrap().uid, "parking-3-due@lanewise");
    assert_eq!(toll_appointment(&road).unwrap().day, date("2026-12-02"));
    (spot.is_paid, road.is_paid) = (true, true);
    assert_eq!((parking_appointment(&spot), toll_appointment(&road)), (None, None));
    (spot.is_paid, spot.filed.due_date) = (false, None);
    assert_eq!(parking_appointment(&spot), None);
    (spot.filed.due_date, road.is_paid) = (Some(date("2026-12-01")), false);
    (spot.filed.amount, road.filed.amount) = ("0".to_owned(), "$0.00".to_owned());
    assert_eq!((parking_appointment(&spot), toll_appointment(&road)), (None, None), "nothing is owed");
}

#[test]
fn the_standing_decides_which_dates_are_in_the_calendar() {
    let mut charge = ticket(7);
    (charge.filed.due_date, charge.filed.court_date) = (Some(date("2026-12-01")), Some(date("2026-12-08")));
    charge.filed.is_court_required = true;
    let paid = Ticket { is_paid: true, ..charge.clone() };
    let count = |ticket: &Ticket, change: fn(&mut StandingFacts)| {
        let mut facts = StandingFacts::default();
        change(&mut facts);
        appointments_of_ticket(ticket, &facts).len()
    };
    let settled = |facts: &mut StandingFacts| facts.settled_unpaid_at = Some(chrono::DateTime::UNIX_EPOCH);
    assert_eq!(count(&charge, |_| ()), 2);
    assert_eq!(count(&charge, |facts| facts.open_hire = Some(HireId(1))), 2, "with a lawyer");
    assert_eq!(count(&charge, |facts| facts.is_processing = true), 1, "only the court date");
    assert_eq!(count(&charge, |facts| facts.is_refunding = true), 1, "only the court date");
    assert_eq!(count(&charge, settled), 0);
    assert_eq!(count(&paid, settled), 1, "a paid ticket keeps its court date");
    assert_eq!(count(&charge, |facts| facts.is_dismissed = true), 0);
    assert_eq!(count(&paid, |facts| facts.is_dismissed = true), 0);
}

#[test]
fn an_item_has_an_upcoming_date_until_the_day_of_its_last_calendar_entry_has_passed() {
    let mut charge = ticket(7);
    (charge.filed.due_date, charge.filed.court_date) = (Some(date("2026-12-01")), Some(date("2026-12-08")));
    charge.filed.is_court_required = true;
    let paid = Ticket { is_paid: true, ..charge.clone() };
    let dismissed = StandingFacts { is_dismissed: true, ..StandingFacts::default() };
    let settled =
        StandingFacts { settled_unpaid_at: Some(chrono::DateTime::UNIX_EPOCH), ..StandingFacts::default() };
    for facts in [StandingFacts::default(), dismissed, settled] {
        for ticket in [&charge, &paid] {
            let last = appointments_of_ticket(ticket, &facts).iter().map(|entry| entry.day).max();
            for today in ["2026-12-01", "2026-12-02", "2026-12-08", "2026-12-09"].map(date) {
                let standing = ticket.standing(&facts).standing;
                let is_upcoming = ticket.has_upcoming_date(standing, &facts, today);
                assert_eq!(is_upcoming, last.is_some_and(|day| day >= today), "{today}: {standing:?}");
            }
        }
    }
    let (mut spot, facts) = (parking(3), StandingFacts::default());
    spot.filed.due_date = Some(date("2026-12-01"));
    let is_upcoming =
        |spot: &Parking, today| spot.has_upcoming_date(spot.standing(&facts).standing, &facts, date(today));
    assert!(is_upcoming(&spot, "2026-12-01") && !is_upcoming(&spot, "2026-12-02"));
    spot.is_paid = true;
    assert!(!is_upcoming(&spot, "2026-12-01"));
}

#[test]
fn reminders_to_a_state_with_two_time_zones_use_the_western_zone() {
    for state in UsState::ALL {
        let offset = |zone: chrono_tz::Tz| observances(zone, 2026, 2026)[0].offset;
        // Reminders use the western zone of a state, in which the clock is never ahead of the court's clock.
        let zones = [Some(default_zone(state)), other_zone(state)];
        for zone in zones.into_iter().flatten() {
            assert!(offset(zone) >= offset(zone_of(Some(state))), "{}", state.name());
        }
    }
}
