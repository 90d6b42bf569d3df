//! Sending of planned notices. Each notice is sent once, and composed when it is sent.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use application::jobs::{WORKERS, run_due_jobs};
use application::notices::numbers::{change_reminder_choices, confirm_number, resend_code, unsubscribe};
use application::notices::{appearance, desk};
use application::requests::text_requests::request_texts;
use application::shared::outgoing::TextSender;
use chrono::TimeDelta;
use domain::driving_record::citation::Citation;
use domain::driving_record::contesting::deadline::ContestDeadline;
use domain::driving_record::contesting::letter::{ContestLetter, LetterContents, SendingDetails};
use domain::notices::change::{ItemChange, ItemDates};
use domain::notices::notice::{
    Channel, Notice, NoticeKind, NoticeStatus, PhoneState, ReminderChanges, ReminderChoices,
};
use domain::security::audit::AuditAction;
use domain::shared::ids::{NoticeId, ParkingId, TextNotificationId, TicketId, TollId};
use domain::shared::payable::Payable;
use domain::shared::person::phone::Phone;
use ports::notices::mail::MailError;
use ports::notices::planning::NewsItem;
use ports::notices::texts::{MockTextMessenger, TextError};
use rstest::rstest;

use crate::support::store::notices::{MemoryChange, MemoryNews};
use crate::support::*;

const NUMBER: &str = "5551234567";
const REQUEST: TextNotificationId = TextNotificationId(1);

/// Returns a world in which it is 10 AM in the driver's state. The driver's ticket is due in a week, and its court date
/// is in three days. `arrange` sets the calls that the text messenger expects.
fn world(arrange: impl FnOnce(&mut MockTextMessenger)) -> World {
    let mut world = World::new();
    let mut texts = MockTextMessenger::new();
    arrange(&mut texts);
    world.deps.texts = Some(TextSender::new(Arc::new(texts)));
    request_texts(&world.deps, &driver(), DRIVER, &Phone::parse(NUMBER).unwrap()).unwrap();
    world.confirm_number(REQUEST);
    world.advance(TimeDelta::hours(3));
    let mut tables = world.database.tables();
    let filed = &mut tables.tickets[0].filed;
    filed.due_date = Some(date("2026-03-09"));
    filed.is_court_required = true;
    filed.court_date = Some(date("2026-03-05"));
    filed.court_time = Some("9:30 AM".to_owned());
    filed.consequence = Some("License suspension".to_owned());
    drop(tables);
    world
}

/// Plans notice 10 to the driver, which is due now.
fn plan_notice_to_driver(world: &World, channel: Channel, kind: NoticeKind) {
    let notice = Notice {
        id: NoticeId(10),
        user_id: DRIVER,
        channel,
        kind,
        day: date("2026-03-02"),
        request_id: (channel == Channel::Text).then_some(REQUEST),
        phone: (channel == Channel::Text).then(|| NUMBER.to_owned()),
        due_at: world.deps.clock.now(),
        status: NoticeStatus::Planned,
        batch: (kind == NoticeKind::Change).then_some(7),
        body: None,
        reason: None,
        sent_at: None,
        confirmed_at: None,
    };
    world.plan_notice(notice);
}

fn run_jobs(world: &World) -> usize {
    run_due_jobs(&world.deps, WORKERS).unwrap()
}

/// Returns the notice of these tests, which has the id 10.
fn notice(world: &World) -> Notice {
    world.database.tables().notices.notices.iter().find(|one| one.id == NoticeId(10)).unwrap().clone()
}

fn notice_status_and_reason(world: &World) -> (NoticeStatus, Option<String>) {
    let notice = notice(world);
    (notice.status, notice.reason)
}

#[test]
fn all_reminders_of_a_day_are_sent_once_in_one_text() {
    let world = world(|texts| {
        let says = |text: &str| {
            text.contains("Court is Thursday, Mar 5 at 9:30 AM") && text.contains("is due Monday, Mar 9")
        };
        texts
            .expect_send_with_status_reports()
            .times(1)
            .withf(move |phone, text, mark| phone == NUMBER && says(text) && mark == "10")
            .returning(|_, _, _| Ok(()));
    });
    plan_notice_to_driver(&world, Channel::Text, NoticeKind::Reminder);
    assert_eq!(run_jobs(&world), 1);
    assert_eq!(run_jobs(&world), 0);
    assert_eq!(notice_status_and_reason(&world), (NoticeStatus::Sent, None));
}

#[rstest]
#[case::paid_only_court_is_left(|world: &World| world.database.tables().tickets[0].is_paid = true, "Sent")]
#[case::appearance_waived_only_the_fine_is_left(|world: &World| {
    appearance::set_appearance_needed(&world.deps, &admin(), TicketId(1), false).unwrap();
}, "Sent")]
#[case::both(|world: &World| {
    world.database.tables().tickets[0].is_paid = true;
    appearance::set_appearance_needed(&world.deps, &admin(), TicketId(1), false).unwrap();
}, "There was nothing left to report.")]
#[case::stopped(|world: &World| {
    world.database.tables().notices.phones.insert(NUMBER.to_owned(), (PhoneState::Stopped, noon()));
}, "Texts to this number are off.")]
#[case::paused(|world: &World| {
    world.database.tables().notices.phones.insert(NUMBER.to_owned(), (PhoneState::Paused, noon()));
}, "Texts to this number are off.")]
#[case::never_confirmed(|world: &World| {
    world.database.tables().notices.confirmed.remove(&REQUEST);
}, "Texts to this number are off.")]
#[case::not_wanted(|world: &World| {
    let less = ReminderChoices { text_reminders: false, ..ReminderChoices::default() };
    world.database.tables().notices.choices.push((DRIVER, less));
}, "The driver turned these messages off.")]
#[case::closed(|world: &World| world.database.tables().closed_users.push(DRIVER), "The account is closed.")]
#[case::in_the_evening(|world: &World| world.advance(TimeDelta::hours(10)), "It was too late in the day.")]
#[case::the_next_day(|world: &World| world.advance(TimeDelta::hours(24)), "It was too late in the day.")]
fn a_text_reminder_is_composed_from_current_data_when_it_is_sent(
    #[case] change_world: fn(&World),
    #[case] expected: &str,
) {
    let world = world(|texts| {
        let sends = usize::from(expected == "Sent");
        texts.expect_send_with_status_reports().times(sends).returning(|_, _, _| Ok(()));
    });
    plan_notice_to_driver(&world, Channel::Text, NoticeKind::Reminder);
    change_world(&world);
    run_jobs(&world);
    let (status, reason) = notice_status_and_reason(&world);
    if expected == "Sent" {
        assert_eq!(status, NoticeStatus::Sent);
    } else {
        assert_eq!((status, reason.as_deref()), (NoticeStatus::Skipped, Some(expected)));
    }
}

/// Returns a letter about the parking ticket. The last day to contest is calculated from the ticket's date.
fn letter(sent_on: Option<&str>) -> ContestLetter {
    ContestLetter {
        item: PARKING.into(),
        user_id: DRIVER,
        contents: LetterContents::default(),
        files: vec![],
        deadline: ContestDeadline { is_on_notice: true, counted: Some(date("2026-03-09")) },
        sent: sent_on.map(|day| SendingDetails {
            sent_on: date(day),
            made_disputed: true,
            is_own_form: false,
        }),
        version: 1,
    }
}

#[rstest]
#[case::counted(|_: &World| (), None, "The last day to contest a parking ticket is Monday, Mar 9, by our count from its date.")]
#[case::on_the_notice(|world: &World| {
    world.database.tables().parking[0].filed.due_date = Some(date("2026-03-09"));
}, None, "A parking ticket for $65 is due Monday, Mar 9. That is also the last day to contest it")]
#[case::a_later_date_on_the_notice(|world: &World| {
    world.database.tables().parking[0].filed.due_date = Some(date("2026-04-09"));
}, None, "")]
#[case::sent_30_days_ago(|_: &World| (), Some("2026-01-31"), "You sent a letter about a parking ticket on Jan 31.")]
#[case::staff_ended_the_dispute(|world: &World| {
    world.database.tables().parking[0].filed.is_disputed = false;
}, Some("2026-01-31"), "")]
#[case::sent_29_days_ago(|_: &World| (), Some("2026-02-01"), "")]
#[case::paid_since(|world: &World| world.database.tables().parking[0].is_paid = true, Some("2026-01-31"), "")]
fn a_letter_has_a_reminder_before_the_last_day_to_contest_and_30_days_after_it_was_sent(
    #[case] arrange: fn(&World),
    #[case] sent_on: Option<&str>,
    #[case] expected: &'static str,
) {
    let world = world(|texts| {
        texts
            .expect_send_with_status_reports()
            .withf(move |_, text, _| {
                let says = !expected.is_empty() && text.contains(expected);
                says || (expected.is_empty() && !text.contains("letter") && !text.contains("contest"))
            })
            .returning(|_, _, _| Ok(()));
    });
    let mut tables = world.database.tables();
    // Besides the letter's date, the message has only the ticket's court date.
    tables.tickets[0].is_paid = true;
    tables.letters.push(letter(sent_on));
    tables.parking[0].filed.is_disputed = sent_on.is_some();
    drop(tables);
    arrange(&world);
    plan_notice_to_driver(&world, Channel::Text, NoticeKind::Reminder);
    run_jobs(&world);
    assert_eq!(notice_status_and_reason(&world), (NoticeStatus::Sent, None));
}

#[test]
fn a_news_text_that_is_too_late_for_today_is_skipped_and_its_news_waits_for_a_later_text() {
    let world = world(|texts| {
        texts.expect_send_with_status_reports().times(0);
    });
    plan_notice_to_driver(&world, Channel::Text, NoticeKind::News);
    let news = NewsItem { item: TICKET, amount_before: None };
    let message_day = Some(date("2026-03-02"));
    let planned = MemoryNews { user: DRIVER, news, noted_at: noon(), message_day };
    world.database.tables().notices.news.push(planned);
    world.advance(TimeDelta::hours(10));
    run_jobs(&world);
    assert_eq!(notice_status_and_reason(&world).0, NoticeStatus::Skipped);
    assert_eq!(world.database.tables().notices.news[0].message_day, None, "the news is unsent again");
}

#[test]
fn news_of_a_parking_ticket_compares_its_amount_with_the_estimate_for_parking_violations() {
    let world = world(|texts| {
        texts.expect_send_with_status_reports().times(1).returning(|_, _, _| Ok(()));
    });
    plan_notice_to_driver(&world, Channel::Text, NoticeKind::News);
    // Its fine was estimated at $75. An estimate by its violation type would be $100.
    let news =
        NewsItem { item: Payable::Parking(ParkingId(1)), amount_before: Some("See notice".to_owned()) };
    let mut tables = world.database.tables();
    tables.parking[0].filed.amount = "90".to_owned();
    let message_day = Some(date("2026-03-02"));
    tables.notices.news.push(MemoryNews { user: DRIVER, news, noted_at: noon(), message_day });
    drop(tables);
    run_jobs(&world);
    assert_eq!(notice_status_and_reason(&world), (NoticeStatus::Sent, None));
}

/// Adds the changes of the planned notice.
fn set_changes(world: &World, changes: &[ItemChange]) {
    let mut tables = world.database.tables();
    for (id, change) in (1..).zip(changes) {
        for channel in [Channel::Text, Channel::Mail] {
            let (change, noted_at) = (change.clone(), noon());
            let planned = MemoryChange { id, user: DRIVER, channel, change, noted_at, batch: Some(7) };
            tables.notices.changes.push(planned);
        }
    }
}

/// Returns a change of an item's due date from March 9 to March 20.
fn due_date_change(item: Payable) -> ItemChange {
    let dates = |due: &str| ItemDates { due_date: Some(date(due)), ..ItemDates::default() };
    ItemChange {
        item,
        citation: Citation::default(),
        item_date: date("2026-02-01"),
        before: dates("2026-03-09"),
        after: dates("2026-03-20"),
        is_removed: false,
        must_appear: false,
    }
}

#[test]
fn a_change_text_that_is_too_late_for_today_is_skipped_and_its_change_waits_for_a_later_text() {
    let world = world(|texts| {
        texts.expect_send_with_status_reports().times(0);
    });
    set_changes(&world, &[due_date_change(Payable::Ticket(TicketId(1)))]);
    plan_notice_to_driver(&world, Channel::Text, NoticeKind::Change);
    world.advance(TimeDelta::hours(10));
    run_jobs(&world);
    assert_eq!(notice_status_and_reason(&world).0, NoticeStatus::Skipped);
    let tables = world.database.tables();
    let batches: Vec<_> = tables.notices.changes.iter().map(|one| (one.channel, one.batch)).collect();
    assert_eq!(
        batches,
        [(Channel::Text, None), (Channel::Mail, Some(7))],
        "the text's change is unsent again"
    );
}

#[test]
fn a_change_is_texted_with_old_and_new_values_and_a_removed_ticket_keeps_its_court_date() {
    let world = world(|texts| {
        let says_all = |text: &str| {
            text.contains("Your toll from Feb 1 is now due Friday, Mar 20. It was due Monday, Mar 9.")
                && text.contains("was removed from your profile. You must still appear in court on Thursday, Mar 5 at 9:30 AM.")
        };
        texts
            .expect_send_with_status_reports()
            .times(1)
            .withf(move |_, text, _| says_all(text))
            .returning(|_, _, _| Ok(()));
    });
    let ticket = due_date_change(Payable::Ticket(TicketId(1)));
    let court = ItemDates {
        needs_court: true,
        court_date: Some(date("2026-03-05")),
        court_time: Some("9:30 AM".to_owned()),
        due_date: None,
    };
    let removed = ItemChange { is_removed: true, before: court.clone(), after: court, ..ticket };
    set_changes(&world, &[due_date_change(Payable::Toll(TollId(1))), removed]);
    plan_notice_to_driver(&world, Channel::Text, NoticeKind::Change);
    run_jobs(&world);
    assert_eq!(notice_status_and_reason(&world).0, NoticeStatus::Sent);
}

#[test]
fn paying_a_ticket_keeps_its_court_reminder() {
    let world = world(|texts| {
        let court_alone = |text: &str| text.contains("Court is") && !text.contains(" due ");
        texts
            .expect_send_with_status_reports()
            .times(1)
            .withf(move |_, text, _| court_alone(text))
            .returning(|_, _, _| Ok(()));
    });
    world.database.tables().tickets[0].is_paid = true;
    plan_notice_to_driver(&world, Channel::Text, NoticeKind::Reminder);
    run_jobs(&world);
}

/// The response was lost, or the process was killed after the text was sent. Before another
/// attempt, Lanewise asks the provider whether the text was sent.
#[rstest]
#[case::it_was_sent(true, 1)]
#[case::it_was_not_sent(false, 2)]
fn a_text_whose_response_was_lost_is_never_sent_twice(#[case] was_accepted: bool, #[case] sends: usize) {
    let world = world(|texts| {
        let mut calls = 0;
        texts.expect_send_with_status_reports().times(sends).returning(move |_, _, _| {
            calls += 1;
            if calls == 1 { Err(TextError::Lost("timeout".into())) } else { Ok(()) }
        });
        texts.expect_was_sent().times(1).returning(move |_, _, _| Ok(was_accepted));
    });
    plan_notice_to_driver(&world, Channel::Text, NoticeKind::Reminder);
    assert_eq!(run_jobs(&world), 1);
    assert_eq!(notice_status_and_reason(&world).0, NoticeStatus::Sending);
    world.advance(TimeDelta::minutes(5));
    assert_eq!(run_jobs(&world), 1);
    assert_eq!(notice_status_and_reason(&world).0, NoticeStatus::Sent);
}

#[test]
fn a_number_that_the_provider_reports_as_opted_out_gets_no_more_texts() {
    let world = world(|texts| {
        let refused = || Err(TextError::Refused("Twilio refused the text: error 21610".to_owned()));
        texts.expect_send_with_status_reports().times(1).returning(move |_, _, _| refused());
    });
    plan_notice_to_driver(&world, Channel::Text, NoticeKind::Reminder);
    run_jobs(&world);
    assert_eq!(notice_status_and_reason(&world).0, NoticeStatus::Failed);
    assert_eq!(world.database.tables().notices.phones[NUMBER].0, PhoneState::Stopped);
    let result = request_texts(&world.deps, &other_driver(), OTHER, &Phone::parse(NUMBER).unwrap());
    assert_eq!(outcome(&result), "Fields", "no confirmation code is sent to a stopped number");
}

/// Lines that `tracing` logs during a test.
#[derive(Clone, Default)]
struct LogLines(Arc<Mutex<Vec<u8>>>);

impl Write for LogLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_number_of_a_texts_segments_is_logged() {
    let world = world(|texts| {
        texts.expect_send_with_status_reports().returning(|_, _, _| Ok(()));
    });
    plan_notice_to_driver(&world, Channel::Text, NoticeKind::Reminder);
    // Without a global subscriber, another test could register the log line's call site first, and
    // `tracing` would then disable the line.
    let _there_already = tracing::subscriber::set_global_default(tracing_subscriber::registry());
    let lines = LogLines::default();
    let log = lines.clone();
    let subscriber = tracing_subscriber::fmt().with_ansi(false).with_writer(move || log.clone()).finish();
    tracing::subscriber::with_default(subscriber, || run_jobs(&world));
    let log = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("sending a text to the provider notice=10 segments=3"), "{log}");
}

#[test]
fn a_reminder_email_is_sent_once_with_an_unsubscribe_link() {
    let world = world(|_| {});
    plan_notice_to_driver(&world, Channel::Mail, NoticeKind::Reminder);
    assert_eq!(run_jobs(&world), 1);
    let mail = world.mailbox.mails().pop().unwrap();
    assert_eq!(mail.subject, "Court is Thursday, Mar 5");
    let (html, end) = (mail.html.unwrap(), mail.unsubscribe.unwrap());
    assert!(
        mail.text.contains(&end) && html.contains(&end) && html.contains("<p>Court is Thursday"),
        "{html}"
    );
    let token = end.rsplit('/').next().unwrap();
    for _ in 0..2 {
        assert_eq!(unsubscribe(&world.deps, token).unwrap(), DRIVER);
    }
    assert_eq!(outcome(&unsubscribe(&world.deps, "another")), "NotFound");
    let (_, choices) = world.database.tables().notices.choices.last().copied().unwrap();
    let no_emails = ReminderChoices { mail_reminders: false, mail_news: false, ..ReminderChoices::default() };
    assert_eq!(choices, no_emails);
    // An account page that was loaded before the driver unsubscribed still shows emails as on. The
    // page sends only the changed choice, so the emails stay off.
    let no_texts = ReminderChanges { text_news: Some(false), ..ReminderChanges::default() };
    let settings = change_reminder_choices(&world.deps, &driver(), no_texts).unwrap();
    assert_eq!(settings.choices, ReminderChoices { text_news: false, ..no_emails });
}

#[test]
fn a_reminder_email_names_the_citations_number_and_issuer() {
    let world = world(|_| {});
    let cite = |world: &World| {
        let filed = &mut world.database.tables().tickets[0].filed;
        filed.citation_number = Some("AB-123".to_owned());
        filed.issuer = Some("Court & City".to_owned());
    };
    cite(&world);
    plan_notice_to_driver(&world, Channel::Mail, NoticeKind::Reminder);
    run_jobs(&world);
    let mail = world.mailbox.mails().pop().unwrap();
    assert_eq!(mail.text.matches("Citation: Court & City AB-123.").count(), 2, "{}", mail.text);
    assert!(mail.html.unwrap().contains("Citation: Court &amp; City AB-123.</p>"));
    assert!(notice(&world).body.unwrap().contains("Citation: Court & City AB-123."));
}

#[test]
fn an_email_about_a_change_names_the_citation() {
    let world = world(|_| {});
    world.database.tables().tickets[0].filed.citation_number = Some("AB-123".to_owned());
    set_changes(&world, &[due_date_change(Payable::Ticket(TicketId(1)))]);
    plan_notice_to_driver(&world, Channel::Mail, NoticeKind::Change);
    run_jobs(&world);
    let mail = world.mailbox.mails().pop().unwrap();
    assert!(mail.text.contains("It was due Monday, Mar 9. Citation: AB-123."), "{}", mail.text);
}

#[rstest]
#[case::refused(MailError::Refused("no".into()), NoticeStatus::Failed, 1)]
#[case::lost(MailError::Lost("gone".into()), NoticeStatus::Sent, 1)]
#[case::deferred(MailError::Deferred("later".into()), NoticeStatus::Sent, 2)]
fn a_failed_email_is_sent_again_only_if_the_mail_server_deferred_it(
    #[case] fails: MailError,
    #[case] expected: NoticeStatus,
    #[case] tries: usize,
) {
    let world = world(|_| {});
    plan_notice_to_driver(&world, Channel::Mail, NoticeKind::Reminder);
    world.mailbox.fail_once(fails);
    assert_eq!(run_jobs(&world), 1);
    world.advance(TimeDelta::minutes(1));
    assert_eq!(run_jobs(&world), tries - 1);
    assert_eq!(notice_status_and_reason(&world).0, expected);
}

#[test]
fn an_email_whose_sending_process_was_killed_is_not_sent_again() {
    let world = world(|_| {});
    plan_notice_to_driver(&world, Channel::Mail, NoticeKind::Reminder);
    world
        .database
        .tables()
        .notices
        .notices
        .iter_mut()
        .for_each(|notice| notice.status = NoticeStatus::Sending);
    run_jobs(&world);
    assert_eq!(notice_status_and_reason(&world).0, NoticeStatus::Failed);
    assert!(world.mailbox.mails().is_empty());
}

/// Returns the code in the last text that was sent.
fn code_in(messages: &std::sync::Mutex<Vec<String>>) -> String {
    let texts = messages.lock().unwrap();
    texts.last().unwrap().split_whitespace().nth(1).unwrap().to_owned()
}

#[test]
fn a_number_is_confirmed_by_its_newest_code_within_five_attempts_and_ten_minutes() {
    let texts_sent = Arc::new(std::sync::Mutex::new(vec![]));
    let sent_texts = texts_sent.clone();
    let world = world(|texts| {
        texts.expect_send_with_status_reports().returning(move |_, text, _| {
            sent_texts.lock().unwrap().push(text.to_owned());
            Ok(())
        });
    });
    world.database.tables().notices.confirmed.remove(&REQUEST);
    let again = || {
        resend_code(&world.deps, &driver(), REQUEST).unwrap();
        assert_eq!(run_jobs(&world), 1);
        code_in(&texts_sent)
    };
    let bring = |code: &str| outcome(&confirm_number(&world.deps, &driver(), REQUEST, code));
    assert_eq!(outcome(&resend_code(&world.deps, &other_driver(), REQUEST)), "NotFound");
    assert_eq!(
        outcome(&resend_code(&world.deps, &admin(), REQUEST)),
        "NotFound",
        "staff cannot request a driver's code"
    );
    let first = again();
    for _ in 0..5 {
        assert_eq!(bring("wrong"), "Fields");
    }
    assert_eq!(bring(&first), "Fields", "after five incorrect codes the code is void");
    let second = again();
    world.advance(TimeDelta::minutes(10));
    assert_eq!(bring(&second), "Fields", "the code has expired");
    let third = again();
    assert_eq!(bring(&format!(" {third} ")), "Ok");
    assert_eq!(bring("anything"), "Ok", "the number is already confirmed");
    let texts = texts_sent.lock().unwrap().len();
    resend_code(&world.deps, &driver(), REQUEST).unwrap();
    assert_eq!((run_jobs(&world), texts_sent.lock().unwrap().len()), (0, texts));
}

#[test]
fn each_driver_and_each_number_get_at_most_five_codes_a_day() {
    let world = world(|texts| {
        texts.expect_send_with_status_reports().returning(|_, _, _| Ok(()));
    });
    world.database.tables().notices.confirmed.remove(&REQUEST);
    // The driver got one code when adding the number.
    for _ in 0..4 {
        assert_eq!(outcome(&resend_code(&world.deps, &driver(), REQUEST)), "Ok");
    }
    assert_eq!(outcome(&resend_code(&world.deps, &driver(), REQUEST)), "Fields");
    let result = request_texts(&world.deps, &other_driver(), OTHER, &Phone::parse(NUMBER).unwrap());
    assert_eq!(outcome(&result), "Ok", "the answer doesn't reveal codes that others requested");
    let codes = world.database.tables().notices.notices.len();
    assert_eq!(codes, 5, "another account cannot send the number a sixth code");
    world.advance(TimeDelta::days(1));
    assert_eq!(outcome(&resend_code(&world.deps, &driver(), REQUEST)), "Ok");
}

#[test]
fn only_staff_can_set_whether_a_driver_must_appear_and_it_is_audited() {
    let world = world(|_| {});
    let set = |caller, needed| {
        outcome(&appearance::set_appearance_needed(&world.deps, &caller, TicketId(1), needed))
    };
    assert_eq!(set(driver(), false), "Forbidden");
    assert_eq!(set(admin(), true), "Ok");
    assert!(world.audited().is_empty(), "an unchanged setting is not audited");
    assert_eq!(set(admin(), false), "Ok");
    assert_eq!(set(admin(), true), "Ok");
    assert_eq!(world.audited(), [AuditAction::AppearanceChanged; 2]);
    assert_eq!(
        outcome(&appearance::set_appearance_needed(&world.deps, &admin(), TicketId(99), false)),
        "NotFound"
    );
    let notices = world.transact(|store| desk::driver_notices(&world.deps, store, &admin(), DRIVER)).unwrap();
    assert_eq!((notices.court_dates.len(), notices.numbers.len()), (1, 1));
}
