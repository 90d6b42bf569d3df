use domain::notices::notice::{NoticeStatus, ReminderChoices};
use domain::shared::ids::{NoticeId, UserId};
use ports::shared::secrets::TokenHash;
use ports::store::{Database, Store};

use super::planning::{driver_with_due_ticket, plan_reminder};
use crate::support::{at, transaction, user};

const TOKEN: TokenHash = TokenHash([7; 32]);

/// Adds a driver, plans a reminder by text and one by email, and returns the ids of the driver, the text and the email.
fn plan_reminders(store: &mut dyn Store) -> (UserId, NoticeId, NoticeId) {
    let ann = driver_with_due_ticket(store, "ann@example.com");
    plan_reminder(store);
    let notices = store.notices_of(ann, 9).unwrap();
    assert_eq!(notices.len(), 2);
    let text = notices.iter().find(|notice| notice.phone.is_some()).unwrap();
    let email = notices.iter().find(|notice| notice.phone.is_none()).unwrap();
    (ann, text.id, email.id)
}

fn status(store: &mut dyn Store, id: NoticeId) -> NoticeStatus {
    store.notice(id).unwrap().unwrap().status
}

pub fn a_started_message_can_be_planned_again_until_it_is_sent(database: &dyn Database) {
    use NoticeStatus::{Delivered, Failed, Planned, Sending, Sent, Skipped};
    transaction(database, |store| {
        let (_, id, _) = plan_reminders(store);
        assert!(!store.end_notice(id, Sent, None, at(1)).unwrap(), "it isn't being sent yet");
        assert!(store.start_notice(id, Some("Court\0 is tomorrow"), None).unwrap());
        assert!(!store.start_notice(id, Some("again"), None).unwrap());
        assert!(store.end_notice(id, Planned, Some("no answer"), at(1)).unwrap());
        assert_eq!(status(store, id), Planned);
        assert!(store.start_notice(id, Some("Court\0 is tomorrow"), None).unwrap());
        assert!(!store.end_notice(id, Sending, None, at(2)).unwrap());
        assert!(store.end_notice(id, Sent, None, at(2)).unwrap());
        let sent = store.notice(id).unwrap().unwrap();
        assert_eq!((sent.status, sent.sent_at, sent.reason), (Sent, Some(at(2)), None));
        assert_eq!(sent.body.as_deref(), Some("Court\u{fffd} is tomorrow"));
        for refused in [Planned, Skipped, Sent] {
            assert!(!store.end_notice(id, refused, None, at(3)).unwrap(), "{refused}");
        }
        assert!(store.end_notice(id, Delivered, None, at(3)).unwrap());
        assert!(!store.end_notice(id, Failed, None, at(4)).unwrap());
        assert_eq!(store.notice(id).unwrap().unwrap().sent_at, Some(at(2)));
        assert!(!store.end_notice(NoticeId(99), Sent, None, at(1)).unwrap());
        assert!(!store.start_notice(NoticeId(99), None, None).unwrap());
        assert_eq!(store.notice(NoticeId(99)).unwrap(), None);
    });
}

pub fn a_message_can_be_skipped_or_fail_before_it_is_sent(database: &dyn Database) {
    transaction(database, |store| {
        let (_, text, email) = plan_reminders(store);
        assert!(store.end_notice(text, NoticeStatus::Skipped, Some("Too late."), at(1)).unwrap());
        assert!(store.end_notice(email, NoticeStatus::Failed, Some("Refused."), at(1)).unwrap());
        let [text, email] = [text, email].map(|id| store.notice(id).unwrap().unwrap());
        assert_eq!((text.status, text.reason.as_deref()), (NoticeStatus::Skipped, Some("Too late.")));
        assert_eq!((email.status, email.sent_at), (NoticeStatus::Failed, None));
    });
}

pub fn an_unsubscribe_token_is_stored_when_the_sending_of_its_email_starts(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, text, email) = plan_reminders(store);
        assert_eq!(store.user_of_unsubscribe_token(&TOKEN).unwrap(), None);
        assert!(store.start_notice(email, None, Some(&TOKEN)).unwrap());
        assert_eq!(store.user_of_unsubscribe_token(&TOKEN).unwrap(), Some(ann));
        assert!(store.end_notice(text, NoticeStatus::Skipped, None, at(1)).unwrap());
        let other = TokenHash([8; 32]);
        assert!(!store.start_notice(text, None, Some(&other)).unwrap());
        assert_eq!(
            store.user_of_unsubscribe_token(&other).unwrap(),
            None,
            "the message was no longer planned"
        );
    });
}

pub fn the_last_message_to_a_phone_is_the_newest_text_at_the_provider_that_is_not_a_code(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let (ann, text, _) = plan_reminders(store);
        let phone = store.notice(text).unwrap().unwrap().phone.unwrap();
        let request = store.text_numbers_of(ann).unwrap()[0].id;
        assert_eq!(store.last_notice_to(&phone).unwrap(), None);
        assert!(store.start_notice(text, Some("Court is tomorrow"), None).unwrap());
        store.plan_confirmation_code(ann, request, &phone, at(5)).unwrap();
        let code = store.notices_of(ann, 1).unwrap()[0].id;
        assert!(code > text && store.start_notice(code, None, None).unwrap());
        assert_eq!(store.last_notice_to(&phone).unwrap().map(|one| one.id), Some(text), "codes don't count");
        store.mark_appearance_confirmed(text, at(6)).unwrap();
        store.mark_appearance_confirmed(text, at(7)).unwrap();
        assert_eq!(store.notice(text).unwrap().unwrap().confirmed_at, Some(at(6)));
        assert!(store.end_notice(text, NoticeStatus::Failed, None, at(8)).unwrap());
        assert_eq!(store.last_notice_to(&phone).unwrap(), None);
    });
}

pub fn a_driver_has_the_default_reminder_choices_until_they_change_them(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (user(store, "ann@example.com"), user(store, "bob@example.com"));
        assert_eq!(store.reminder_choices(ann).unwrap(), ReminderChoices::default());
        let fewer = ReminderChoices { text_news: false, mail_reminders: false, ..ReminderChoices::default() };
        store.set_reminder_choices(ann, ReminderChoices { text_reminders: false, ..fewer }, at(1)).unwrap();
        store.set_reminder_choices(ann, fewer, at(2)).unwrap();
        assert_eq!(store.reminder_choices(ann).unwrap(), fewer);
        assert_eq!(store.reminder_choices(bob).unwrap(), ReminderChoices::default());
    });
}
