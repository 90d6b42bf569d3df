//! Tests of the wording of messages.

use chrono::{NaiveDate, NaiveTime};
use domain::driving_record::citation::Citation;
use domain::driving_record::contesting::letter::answer_day;
use domain::driving_record::contesting::sent::SentContest;
use domain::notices::notice::{CODE_MINUTES, NoticeKind};
use domain::notices::reminder_dates::{DateKind, DueState, ItemNews, UpcomingDate, is_news, upcoming_dates};
use domain::notices::wording::{code_text, news, reminder};
use domain::shared::ids::{ParkingId, TicketId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;

const TICKET: Payable = Payable::Ticket(TicketId(1));

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn court(date_text: &str, time: Option<&str>, consequence: Option<&str>) -> UpcomingDate {
    let at = time.and_then(|time| time.parse::<NaiveTime>().ok());
    UpcomingDate {
        day: day(date_text),
        date: DateKind::Court { item: TICKET, time: at, as_written: time.map(str::to_owned) },
        citation: Citation::default(),
        consequence: consequence.map(str::to_owned),
    }
}

fn due(date_text: &str, dollars: i64) -> UpcomingDate {
    let date = DateKind::Due {
        item: Payable::Parking(ParkingId(1)),
        amount: Money::from_dollars(dollars),
        is_estimated: false,
        state: DueState::ToPay,
    };
    UpcomingDate { day: day(date_text), date, citation: Citation::default(), consequence: None }
}

fn text(coming: &[UpcomingDate], today: &str) -> String {
    reminder(coming, day(today)).unwrap().text("https://lanewise.test")
}

#[test]
fn a_court_reminder_asks_when_the_driver_will_leave_and_states_the_consequence() {
    let coming = court("2026-12-01", Some("09:30:00"), Some("Your license can be suspended"));
    assert_eq!(
        text(&[coming], "2026-11-24"),
        "Lanewise: Court is Tuesday, Dec 1 at 9:30 AM at the court named on your ticket. What time will you leave? If you miss it: Your \
         license can be suspended. https://lanewise.test/due Reply 1 if you will be there, STOP to end texts."
    );
}

#[test]
fn a_reminder_of_an_item_that_staff_have_not_confirmed_states_where_to_pay_the_item() {
    let mut coming = due("2026-11-30", 65);
    if let DateKind::Due { state, .. } = &mut coming.date {
        *state = DueState::BeingChecked;
    }
    assert_eq!(
        text(&[coming], "2026-11-23"),
        "Lanewise: A parking ticket for $65 is due Monday, Nov 30. We are still checking it. You can pay the court or agency now, \
         or pay here once it is confirmed. https://lanewise.test/due Reply STOP to end texts."
    );
}

#[test]
fn a_reminder_does_not_ask_for_payment_of_an_item_that_is_disputed_or_awaits_a_lawyer() {
    let with_state = |new_state| {
        let mut coming = due("2026-11-30", 65);
        if let DateKind::Due { state, .. } = &mut coming.date {
            *state = new_state;
        }
        text(&[coming], "2026-11-23")
    };
    let disputed = with_state(DueState::Disputed);
    assert!(
        disputed.contains("due Monday, Nov 30. You are disputing it. Did the court or agency answer?"),
        "{disputed}"
    );
    let unsent = with_state(DueState::LetterNotSent);
    assert!(
        unsent.contains("the last day to contest it, and your letter is not marked as sent."),
        "{unsent}"
    );
    let without_lawyer = with_state(DueState::AwaitsLawyer);
    assert!(
        without_lawyer.contains("is due Monday, Nov 30. No lawyer represents you yet."),
        "{without_lawyer}"
    );
    assert!([disputed, unsent, without_lawyer].iter().all(|text| !text.contains("pay it")));
}

fn about_letter(date_text: &str, date: DateKind) -> UpcomingDate {
    UpcomingDate { day: day(date_text), date, citation: Citation::default(), consequence: None }
}

#[test]
fn a_reminder_names_the_last_day_to_contest_while_the_letter_is_not_sent() {
    let last = |is_counted| about_letter("2026-11-30", DateKind::LastToContest { item: TICKET, is_counted });
    assert_eq!(
        text(&[last(false)], "2026-11-23"),
        "Lanewise: The last day to contest a traffic ticket is Monday, Nov 30. Your letter is not marked as sent. \
         https://lanewise.test/due Reply STOP to end texts."
    );
    assert!(
        text(&[last(true)], "2026-11-23")
            .contains("is Monday, Nov 30, by our count from its date. Your letter")
    );
    assert_eq!(
        reminder(&[last(false)], day("2026-11-23")).unwrap().subject,
        "The last day to contest is Monday, Nov 30"
    );
}

#[test]
fn a_driver_is_asked_only_on_the_30th_day_after_the_letter_whether_the_issuer_answered() {
    let sent_on = day("2026-11-01");
    let asked_on = answer_day(sent_on).unwrap();
    assert_eq!(asked_on, day("2026-12-01"));
    let sent = SentContest { sent_on, is_own_form: false };
    let answer = || vec![about_letter("2026-12-01", DateKind::Answer { item: TICKET, sent })];
    for today in ["2026-11-17", "2026-11-24", "2026-11-30", "2026-12-02"] {
        assert_eq!(upcoming_dates(NoticeKind::Reminder, day(today), answer()), vec![], "{today}");
    }
    assert_eq!(upcoming_dates(NoticeKind::CourtDay, asked_on, answer()), vec![]);
    let asked = upcoming_dates(NoticeKind::Reminder, asked_on, answer());
    assert_eq!(
        text(&asked, "2026-12-01"),
        "Lanewise: You sent a letter about a traffic ticket on Nov 1. Did the court or agency answer? https://lanewise.test/due \
         Reply STOP to end texts."
    );
    assert_eq!(reminder(&asked, asked_on).unwrap().subject, "Did the court or agency answer your letter?");
    let form = DateKind::Answer { item: TICKET, sent: SentContest { is_own_form: true, ..sent } };
    let asked_about_form = [about_letter("2026-12-01", form)];
    assert!(
        text(&asked_about_form, "2026-12-01").contains("You sent a form about a traffic ticket on Nov 1.")
    );
    assert_eq!(
        reminder(&asked_about_form, asked_on).unwrap().subject,
        "Did the court or agency answer your form?"
    );
    let with_court = [answer(), vec![court("2026-12-02", None, None)]].concat();
    let first = &upcoming_dates(NoticeKind::Reminder, asked_on, with_court)[0];
    assert!(matches!(first.date, DateKind::Court { .. }), "court tomorrow is more urgent");
}

#[test]
fn a_reminder_of_an_item_without_a_consequence_names_no_consequence() {
    let message = text(&[court("2026-12-01", None, None)], "2026-11-30");
    assert!(message.contains("Court is tomorrow, Tuesday, Dec 1, at the court named"), "{message}");
    assert!(!message.contains("If you miss"), "{message}");
    let message = text(&[due("2026-11-30", 65)], "2026-11-23");
    assert_eq!(
        message,
        "Lanewise: A parking ticket for $65 is due Monday, Nov 30. Which day will you pay it? https://lanewise.test/due Reply STOP to end texts."
    );
}

#[test]
fn all_dates_to_remind_of_on_one_day_are_in_one_message_nearest_first() {
    let dates = upcoming_dates(
        NoticeKind::Reminder,
        day("2026-11-23"),
        vec![
            due("2026-12-07", 1),
            due("2026-11-24", 2),
            due("2026-11-25", 3),
            court("2026-11-24", None, None),
            due("2026-11-26", 4),
        ],
    );
    assert_eq!(dates.len(), 4, "no reminder is due two days before");
    assert!(matches!(dates[0].date, DateKind::Court { .. }));
    let message = text(&dates, "2026-11-23");
    assert!(
        message.contains("$2 ") && message.contains("$4 ") && message.contains(" See 1 more at "),
        "{message}"
    );
    let today = upcoming_dates(
        NoticeKind::CourtDay,
        day("2026-11-24"),
        vec![due("2026-11-24", 2), court("2026-11-24", None, None)],
    );
    assert_eq!(today.len(), 1, "on the day of court only court is mentioned");
    assert!(text(&today, "2026-11-24").contains("Court is today, "));
    assert_eq!(reminder(&[], day("2026-11-24")), None);
}

fn with_number(coming: UpcomingDate, number: &str) -> UpcomingDate {
    UpcomingDate { citation: Citation::new(Some(number), Some("City of Austin")), ..coming }
}

#[test]
fn an_email_names_the_citation_number_and_the_issuer_and_a_text_only_the_number() {
    let coming = [with_number(due("2026-11-30", 65), "AB-123")];
    let message = reminder(&coming, day("2026-11-23")).unwrap();
    assert_eq!(
        message.email_lines(),
        [
            "A parking ticket for $65 is due Monday, Nov 30. Which day will you pay it? Citation: City of Austin AB-123."
        ]
    );
    let message_text = message.text("https://lanewise.test");
    assert!(message_text.contains("will you pay it? Citation AB-123. https"), "{message_text}");
    assert!(!message_text.contains("Austin"), "others may see the phone: {message_text}");
    let named = |number, issuer| {
        let citation = Citation::new(number, issuer);
        let coming = UpcomingDate { citation, ..court("2026-12-01", None, None) };
        reminder(&[coming], day("2026-11-23")).unwrap().email_lines().remove(0)
    };
    assert!(named(Some("AB-123"), None).ends_with("leave? Citation: AB-123."));
    assert!(named(None, Some("City of Austin")).ends_with("leave? Issued by City of Austin."));
    assert!(named(None, None).ends_with("What time will you leave?"));
}

#[test]
fn a_reminder_text_omits_citation_numbers_that_are_too_long_and_keeps_all_its_lines() {
    let long = "7".repeat(64);
    let court = court("2026-12-01", Some("09:30:00"), Some(&"Suspension ".repeat(12)));
    let coming: Vec<UpcomingDate> = vec![court, due("2026-12-01", 65)];
    let with: Vec<UpcomingDate> = coming.iter().map(|one| with_number(one.clone(), &long)).collect();
    let without = text(&coming, "2026-11-24");
    assert!(without.contains("$65") && !without.contains("See 1 more"), "{without}");
    assert_eq!(text(&with, "2026-11-24"), without);
    assert!(text(&[with_number(due("2026-12-01", 65), &long)], "2026-11-24").contains(&long));
}

#[test]
fn a_long_consequence_is_cut_between_words() {
    let message = text(&[court("2026-12-01", None, Some(&"Suspension ".repeat(40)))], "2026-11-30");
    assert!(message.contains("Suspension ... https"), "{message}");
    assert!(message.len() < 480, "{}", message.len());
}

#[test]
fn a_consequence_whose_first_word_is_too_long_is_cut_within_that_word() {
    let message = text(&[court("2026-12-01", None, Some(&"x".repeat(400)))], "2026-11-30");
    assert!(message.contains(&format!(" {} ... https", "x".repeat(140))), "{message}");
}

#[test]
fn drivers_are_notified_of_new_and_raised_amounts_but_not_of_lowered_amounts() {
    let news_item = |before: Option<i64>| ItemNews {
        item: TICKET,
        citation: Citation::default(),
        amount: Money::from_dollars(180),
        is_estimated: false,
        before: before.map(Money::from_dollars),
        due: Some(day("2026-12-04")),
    };
    assert_eq!(
        [None, Some(130), Some(180), Some(200)].map(|before| is_news(&news_item(before))),
        [true, true, false, false]
    );
    let message = news(&[news_item(Some(130))], day("2026-11-23")).unwrap();
    assert_eq!(message.subject, "A traffic ticket now costs more");
    assert_eq!(message.email_lines(), ["A traffic ticket now costs $180, up from $130, due Friday, Dec 4."]);
    assert_eq!(
        news(&[news_item(None), news_item(None)], day("2026-11-23")).unwrap().subject,
        "2 tickets or tolls are new or cost more"
    );
}

#[test]
fn dates_in_another_year_show_the_year_and_past_due_dates_are_worded_in_the_past_tense() {
    let new = |due: &str| {
        let one = ItemNews {
            item: TICKET,
            citation: Citation::default(),
            amount: Money::from_dollars(150),
            is_estimated: false,
            due: Some(day(due)),
            before: None,
        };
        news(&[one], day("2026-11-24")).unwrap().email_lines().remove(0)
    };
    assert!(new("2009-04-03").ends_with("; it was due Friday, Apr 3, 2009."), "{}", new("2009-04-03"));
    assert!(new("2026-11-23").ends_with("; it was due Monday, Nov 23."), "{}", new("2026-11-23"));
    assert!(new("2026-11-24").ends_with(", due today."), "{}", new("2026-11-24"));
    assert!(new("2027-01-04").ends_with(", due Monday, Jan 4, 2027."), "{}", new("2027-01-04"));
    let message = text(&[court("2027-01-04", None, None)], "2026-12-28");
    assert!(message.contains("Court is Monday, Jan 4, 2027"), "{message}");
}

#[test]
fn a_confirmation_code_is_sent_with_the_time_for_which_it_is_valid() {
    let text = code_text("123456");
    assert!(text.starts_with("Lanewise: 123456 is your code."), "{text}");
    assert!(text.contains(&format!(" It expires in {CODE_MINUTES} minutes. ")), "{text}");
}
