//! Tests of notices to drivers about changed dates and removed items.

use chrono::NaiveDate;
use domain::driving_record::citation::Citation;
use domain::notices::change::{ItemChange, ItemDates};
use domain::notices::change_wording::changes;
use domain::notices::clock::{clocks_of, may_send};
use domain::notices::notice::{Channel, NoticeKind};
use domain::shared::ids::{ParkingId, TicketId};
use domain::shared::payable::Payable;
use domain::shared::us_state::UsState::{self, NewYork, Texas};
use rstest::rstest;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn dates(court: Option<(&str, &str)>, due: &str) -> ItemDates {
    let (court_date, court_time) = court.unzip();
    ItemDates {
        needs_court: court.is_some(),
        court_date: court_date.filter(|date| !date.is_empty()).map(day),
        court_time: court_time.filter(|time| !time.is_empty()).map(str::to_owned),
        due_date: (!due.is_empty()).then(|| day(due)),
    }
}

fn change(before: ItemDates, after: ItemDates) -> ItemChange {
    let item = Payable::Ticket(TicketId(1));
    let citation = Citation::default();
    ItemChange {
        item,
        citation,
        item_date: day("2026-10-03"),
        before,
        after,
        is_removed: false,
        must_appear: true,
    }
}

const AT_NINE: Option<(&str, &str)> = Some(("2026-11-28", "9:30 AM"));

#[rstest]
#[case::date(AT_NINE, Some(("2026-12-04", "1:30 PM")), "Court for your traffic ticket from Oct 3 is now on Friday, Dec 4 at 1:30 PM. It was on Saturday, Nov 28 at 9:30 AM.")]
#[case::time(AT_NINE, Some(("2026-11-28", "10:30")), "Court for your traffic ticket from Oct 3 is now on Saturday, Nov 28, 10:30. It was on Saturday, Nov 28 at 9:30 AM.")]
#[case::first_date(Some(("", "")), AT_NINE, "Court for your traffic ticket from Oct 3 is now on Saturday, Nov 28 at 9:30 AM. No date was set before.")]
#[case::no_date(AT_NINE, Some(("", "")), "Court for your traffic ticket from Oct 3 no longer has a date. It was on Saturday, Nov 28 at 9:30 AM.")]
#[case::required(None, Some(("2027-01-04", "")), "You must now appear in court for your traffic ticket from Oct 3. Court is on Monday, Jan 4, 2027. Court wasn’t required before.")]
#[case::required_without_a_date(None, Some(("", "")), "You must now appear in court for your traffic ticket from Oct 3. We don’t have the court date. Check your ticket or ask the court. Court wasn’t required before.")]
#[case::not_required(
    AT_NINE,
    None,
    "You no longer have to appear in court for your traffic ticket from Oct 3. Court was on Saturday, Nov 28 at 9:30 AM."
)]
fn the_notice_of_a_changed_court_appearance_states_the_old_and_new_values(
    #[case] before: Option<(&str, &str)>,
    #[case] after: Option<(&str, &str)>,
    #[case] expected: &str,
) {
    let changed = change(dates(before, ""), dates(after, ""));
    assert_eq!(changes(&[changed], day("2026-11-20")).unwrap().email_lines(), [expected]);
}

#[rstest]
#[case(
    "2026-11-28",
    "2026-12-04",
    "Your parking ticket from Oct 3 is now due Friday, Dec 4. It was due Saturday, Nov 28."
)]
#[case(
    "",
    "2026-12-04",
    "Your parking ticket from Oct 3 is now due Friday, Dec 4. It had no due date before."
)]
#[case(
    "2026-11-28",
    "",
    "Your parking ticket from Oct 3 no longer has a due date. It was due Saturday, Nov 28."
)]
fn the_notice_of_a_changed_due_date_states_the_old_and_new_dates(
    #[case] before: &str,
    #[case] after: &str,
    #[case] expected: &str,
) {
    let item = Payable::Parking(ParkingId(1));
    let changed = ItemChange { item, ..change(dates(None, before), dates(None, after)) };
    let message = changes(&[changed], day("2026-11-20")).unwrap();
    assert_eq!(message.email_lines(), [expected]);
    assert_eq!(message.subject, "The due date of your parking ticket changed");
}

#[test]
fn a_notice_about_a_change_names_the_citation() {
    let citation = Citation::new(Some("AB-123"), Some("City of Austin"));
    let changed = ItemChange { citation, ..change(dates(None, "2026-11-28"), dates(None, "2026-12-04")) };
    let message = changes(&[changed], day("2026-11-20")).unwrap();
    assert_eq!(
        message.email_lines(),
        [
            "Your traffic ticket from Oct 3 is now due Friday, Dec 4. It was due Saturday, Nov 28. Citation: City of Austin AB-123."
        ]
    );
    assert!(message.text("https://lanewise.test").contains("Nov 28. Citation AB-123."));
}

#[test]
fn the_notice_of_a_removed_ticket_states_the_due_date_and_the_court_appearance() {
    let facts = dates(AT_NINE, "2026-12-04");
    let removed = ItemChange { is_removed: true, ..change(facts.clone(), facts) };
    let line = |change: &ItemChange| {
        changes(std::slice::from_ref(change), day("2026-11-20")).unwrap().email_lines().join(" ")
    };
    assert_eq!(
        line(&removed),
        "Your traffic ticket from Oct 3, due Friday, Dec 4, was removed from your profile. You must still appear in court on Saturday, \
         Nov 28 at 9:30 AM."
    );
    let waived = ItemChange { must_appear: false, ..removed };
    assert_eq!(
        line(&waived),
        "Your traffic ticket from Oct 3, due Friday, Dec 4, was removed from your profile."
    );
}

#[test]
fn a_date_that_was_only_reverted_or_reformatted_is_not_reported_as_changed() {
    let same = change(dates(AT_NINE, "2026-12-04"), dates(Some(("2026-11-28", "9:30 am")), "2026-12-04"));
    assert_eq!(changes(&[same], day("2026-11-20")), None);
}

#[test]
fn several_changes_of_an_item_are_reported_in_one_message() {
    let both = change(dates(AT_NINE, "2026-12-04"), dates(Some(("2026-11-30", "9:30 AM")), "2026-12-11"));
    let message = changes(&[both], day("2026-11-20")).unwrap();
    assert_eq!((message.subject.as_str(), message.lines.len()), ("2 changes to your record", 2));
}

#[rstest]
#[case(NewYork, Channel::Mail, "2026-12-02T08:00:00Z", true)]
#[case(NewYork, Channel::Text, "2026-12-02T08:00:00Z", false)]
#[case(NewYork, Channel::Text, "2026-12-02T14:00:00Z", true)]
#[case(NewYork, Channel::Text, "2026-12-02T13:59:59Z", false)]
#[case(NewYork, Channel::Text, "2026-12-03T00:59:59Z", true)]
#[case(NewYork, Channel::Text, "2026-12-03T01:00:00Z", false)]
// In Texas, texts are sent from 9 AM in El Paso (Mountain time) until 8 PM in Dallas (Central time).
#[case(Texas, Channel::Text, "2026-12-02T15:59:59Z", false)]
#[case(Texas, Channel::Text, "2026-12-02T16:00:00Z", true)]
#[case(Texas, Channel::Text, "2026-12-03T01:59:59Z", true)]
#[case(Texas, Channel::Text, "2026-12-03T02:00:00Z", false)]
#[case(Texas, Channel::Mail, "2026-12-03T02:00:00Z", true)]
fn an_email_about_a_change_is_sent_at_any_hour_and_a_text_from_9_am_to_8_pm(
    #[case] state: UsState,
    #[case] channel: Channel,
    #[case] now: &str,
    #[case] expected: bool,
) {
    let clocks = clocks_of(Some(state));
    let may = may_send((channel, NoticeKind::Change), day("2026-12-01"), now.parse().unwrap(), clocks);
    assert_eq!(may, expected);
}
