//! Entries of a driver's calendar: due dates and court dates.

use chrono::{NaiveDate, NaiveTime};
use chrono_tz::Tz;

use crate::driving_record::fine::{describe_fine, is_estimated};
use crate::driving_record::standing::{HasStanding as _, StandingFacts};
use crate::driving_record::ticket::{Item, Parking, Ticket, Toll};

/// One entry of a driver's calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Appointment {
    /// Unique id of the entry. The id stays the same when the entry changes, so that a calendar program
    /// replaces its old copy.
    pub uid: String,
    /// Title of the entry.
    pub title: String,
    /// Day of the entry.
    pub day: NaiveDate,
    /// Local time of the entry with its time zone; `None` for an all-day entry.
    pub time: Option<(NaiveTime, Tz)>,
    /// Location of the entry, if known.
    pub place: Option<String>,
    /// Further information, one line each.
    pub notes: Vec<String>,
}

/// Location of court dates. Lanewise doesn't store a court's address, so this text refers to the driver's paper ticket.
pub const COURT_PLACE: &str = "The court named on your ticket";

/// Returns the calendar entries of an item (docs/product/driving-record.md#calendar).
pub fn appointments_of_item(item: &Item, facts: &StandingFacts) -> Vec<Appointment> {
    match item {
        Item::Ticket(ticket) => appointments_of_ticket(ticket, facts),
        Item::Parking(parking) => appointment_of_parking(parking, facts).into_iter().collect(),
        Item::Toll(toll) => appointment_of_toll(toll, facts).into_iter().collect(),
    }
}

/// Returns the calendar entries of a ticket: its due date while the ticket is owed, and its court date if court is
/// required. A ticket that a court dismissed or that is settled with the city has no entries.
///
/// The court date has a time only if the court's state, and therefore its time zone, is known. Without a zone, a
/// calendar would show the time in its owner's zone, so the notes quote the court time as text instead.
pub fn appointments_of_ticket(ticket: &Ticket, facts: &StandingFacts) -> Vec<Appointment> {
    let standing = ticket.standing(facts).standing;
    let filed = &ticket.filed;
    let number = (filed.citation_number.as_deref(), filed.issuer.as_deref());
    let notes = || {
        vec![
            identifying_line(number, &filed.violation_type, filed.date),
            format!("Fine: {}", describe_fine(ticket.fine(), is_estimated(&filed.amount))),
        ]
    };
    let due = ticket.day_owed_by(standing).map(|day| Appointment {
        uid: format!("ticket-{}-due@lanewise", ticket.id),
        title: format!("Ticket due: {}", ticket.filed.violation_type),
        day,
        time: None,
        place: Some(ticket.filed.location.clone()),
        notes: notes(),
    });
    let court = ticket.court_day(standing, facts).map(|day| {
        let time =
            ticket.filed.court_time.as_deref().and_then(parse_time).zip(ticket.filed.time_zone_of_court());
        let as_written = ticket.filed.court_time.as_ref().filter(|_| time.is_none());
        Appointment {
            uid: format!("ticket-{}-court@lanewise", ticket.id),
            title: format!("Court: {}", ticket.filed.violation_type),
            day,
            time,
            // The ticket's location is where the violation happened. A map must not send the driver
            // there on the day of court.
            place: Some(COURT_PLACE.to_owned()),
            notes: notes()
                .into_iter()
                .chain([format!("Where it happened: {}", ticket.filed.location)])
                .chain(as_written.map(|text| format!("Court time as written on the ticket: {text}")))
                .collect(),
        }
    });
    due.into_iter().chain(court).collect()
}

/// Returns the calendar entry for a parking ticket's due date; `None` if the parking ticket isn't owed, costs
/// nothing or has no due date.
pub fn appointment_of_parking(parking: &Parking, facts: &StandingFacts) -> Option<Appointment> {
    let standing = parking.standing(facts).standing;
    let filed = &parking.filed;
    let number = (filed.citation_number.as_deref(), filed.issuer.as_deref());
    parking.day_owed_by(standing).map(|day| Appointment {
        uid: format!("parking-{}-due@lanewise", parking.id),
        title: format!("Parking ticket due: {}", parking.filed.violation_type),
        day,
        time: None,
        place: Some(parking.filed.location.clone()),
        notes: vec![
            identifying_line(number, &filed.violation_type, filed.date),
            format!("Fine: {}", describe_fine(parking.fine(), is_estimated(&filed.amount))),
        ],
    })
}

/// Returns the calendar entry for a toll's due date; `None` if the toll isn't owed, costs nothing or has no due date.
pub fn appointment_of_toll(toll: &Toll, facts: &StandingFacts) -> Option<Appointment> {
    let standing = toll.standing(facts).standing;
    let filed = &toll.filed;
    let number = (filed.citation_number.as_deref(), filed.issuer.as_deref());
    toll.day_owed_by(standing).map(|day| Appointment {
        uid: format!("toll-{}-due@lanewise", toll.id),
        title: format!("Toll due: {}", toll.filed.toll_road),
        day,
        time: None,
        place: Some(toll.filed.toll_road.clone()),
        notes: vec![
            identifying_line(number, &filed.toll_road, filed.date),
            format!("Amount: {}", describe_fine(toll.fine(), is_estimated(&filed.amount))),
        ],
    })
}

/// Returns a line that identifies an item by its citation number and issuer or, without a number, by `label`
/// and the date. The line doesn't contain Lanewise's id of the item, because issuers don't know that id.
fn identifying_line(number_and_issuer: (Option<&str>, Option<&str>), label: &str, date: NaiveDate) -> String {
    match number_and_issuer {
        (Some(number), Some(issuer)) => format!("Citation number: {number}, {issuer}"),
        (Some(number), None) => format!("Citation number: {number}"),
        (None, _) => format!("{label}, {}", date.format("%b %-d, %Y")),
    }
}

/// Parses a time of day that is unambiguous: `9:30 AM`, `1:30 p.m.`, `9 am`, `13:30`, `00:15`. Without AM or
/// PM, an hour up to 12 is ambiguous and isn't parsed, except `00`.
pub fn parse_time(text: &str) -> Option<NaiveTime> {
    let text = text.trim();
    let (clock, half) = text.split_at(text.find(char::is_alphabetic).unwrap_or(text.len()));
    let half = half.replace(['.', ' '], "").to_ascii_lowercase();
    let afternoon = match half.as_str() {
        "am" => Some(false),
        "pm" => Some(true),
        "" => None,
        _ => return None,
    };
    let clock = clock.trim_end();
    let (hour, minute) = match (clock.split_once(':'), afternoon) {
        (Some((hour, minute)), _) if minute.len() == 2 => (hour, minute),
        (None, Some(_)) => (clock, "00"),
        _ => return None,
    };
    let number = |digits: &str| {
        let plain = (1..=2).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse::<u32>().ok().filter(|_| plain)
    };
    let is_midnight = hour == "00";
    let (hour, minute) = (number(hour)?, number(minute)?);
    let hour = match afternoon {
        None if is_midnight || hour > 12 => hour,
        None => return None,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some(afternoon) => hour % 12 + if afternoon { 12 } else { 0 },
    };
    NaiveTime::from_hms_opt(hour, minute, 0)
}
