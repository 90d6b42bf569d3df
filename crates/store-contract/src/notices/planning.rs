use chrono::{DateTime, NaiveDate, Utc};
use domain::driving_record::added::DriverEntry;
use domain::driving_record::kinds::ItemKind;
use domain::notices::notice::{Channel, Notice, NoticeKind, NoticeStatus, ReminderChoices};
use domain::shared::ids::UserId;
use domain::shared::job::JobKind;
use domain::shared::payable::Payable;
use ports::driving_record::filing::Removal;
use ports::notices::planning::{AvailableChannels, ChangeFilter, DayPlan, NewsFilter, NewsItem};
use ports::store::{Database, Store};

use crate::support::{TICKET_FIELDS, at, date, details, item, transaction, user};

const BOTH: AvailableChannels = AvailableChannels { text: true, mail: true };

/// Returns a time that is later than all news and changes. Their times come from the database's
/// clock, which tests can't set.
fn far_future() -> DateTime<Utc> {
    "2999-01-01T00:00:00Z".parse().unwrap()
}

/// Adds a driver in Texas with a confirmed email address and phone number. Staff have prepared the driver's record.
fn ready_driver(store: &mut dyn Store, email: &str) -> UserId {
    let user = user(store, email);
    store.set_record_updated(user, at(0)).unwrap();
    store.set_email_verified(user, at(0)).unwrap();
    let number = store.insert_text_request(user, &format!("555{:07}", user.0), at(0)).unwrap();
    store.confirm_number(number.id, at(0)).unwrap();
    user
}

/// Adds a ticket with this due date.
fn ticket_due(store: &mut dyn Store, user: UserId, due_date: &str) -> Payable {
    let fields: Vec<_> = TICKET_FIELDS.iter().copied().chain([("due_date", due_date)]).collect();
    store.insert_item(user, &details(ItemKind::Ticket, &fields), None, at(0)).unwrap().payable()
}

/// Adds a driver who can get emails and texts, with a ticket that is due on 2026-12-08.
pub(super) fn driver_with_due_ticket(store: &mut dyn Store, email: &str) -> UserId {
    let user = ready_driver(store, email);
    ticket_due(store, user, "2026-12-08");
    user
}

/// Returns the plan for reminders about the date 2026-12-08. The reminders are sent on 2026-12-01
/// to drivers in Texas.
fn reminder(channels: AvailableChannels) -> DayPlan {
    DayPlan {
        kind: NoticeKind::Reminder,
        day: date("2026-12-01"),
        states: vec!["Texas"],
        stateless: false,
        dates: vec![date("2026-12-08")],
        at: at(0),
        channels,
    }
}

/// Plans the messages of [`reminder`] on both channels, for up to nine drivers.
pub(super) fn plan_reminder(store: &mut dyn Store) {
    store.plan_messages_for_day(&reminder(BOTH), UserId(0), 9).unwrap();
}

/// Returns the channels of a user's messages, sorted by name.
fn channels(store: &mut dyn Store, user: UserId) -> Vec<Channel> {
    let mut channels: Vec<_> = store.notices_of(user, 9).unwrap().iter().map(|one| one.channel).collect();
    channels.sort_by_key(|channel| channel.as_str());
    channels
}

pub fn the_notices_of_a_day_are_marked_as_planned_by_time_zone_and_kind_of_notice(database: &dyn Database) {
    transaction(database, |store| {
        let (zone, kind, day) = ("America/Chicago", NoticeKind::Reminder, date("2026-12-01"));
        assert!(!store.is_day_planned(zone, kind, day).unwrap());
        store.store_planned_day(zone, kind, day, at(0)).unwrap();
        store.store_planned_day(zone, kind, day, at(1)).unwrap();
        assert!(store.is_day_planned(zone, kind, day).unwrap());
        assert!(!store.is_day_planned("America/New_York", kind, day).unwrap());
        assert!(!store.is_day_planned(zone, NoticeKind::CourtDay, day).unwrap());
        assert!(!store.is_day_planned(zone, kind, date("2026-12-02")).unwrap());
    });
}

pub fn drivers_with_a_due_item_get_one_reminder_per_channel(database: &dyn Database) {
    transaction(database, |store| {
        let ann = driver_with_due_ticket(store, "ann@example.com");
        let bob = driver_with_due_ticket(store, "bob@example.com");
        let later = ready_driver(store, "later@example.com");
        ticket_due(store, later, "2026-12-09");
        let unready = user(store, "unready@example.com");
        ticket_due(store, unready, "2026-12-08");
        let elsewhere = ready_driver(store, "elsewhere@example.com");
        item(store, elsewhere, ItemKind::Toll);
        assert_eq!(store.plan_messages_for_day(&reminder(BOTH), UserId(0), 1).unwrap(), Some(ann));
        assert_eq!(store.plan_messages_for_day(&reminder(BOTH), ann, 9).unwrap(), Some(bob));
        assert_eq!(store.plan_messages_for_day(&reminder(BOTH), bob, 9).unwrap(), None);
        assert_eq!(
            store.plan_messages_for_day(&reminder(BOTH), UserId(0), 9).unwrap(),
            Some(bob),
            "planned once"
        );
        for user in [ann, bob] {
            assert_eq!(channels(store, user), [Channel::Mail, Channel::Text]);
        }
        for user in [later, unready, elsewhere] {
            assert_eq!(channels(store, user), []);
        }
        let notices = store.notices_of(ann, 9).unwrap();
        let is_planned = |one: &Notice| one.status == NoticeStatus::Planned && one.day == date("2026-12-01");
        assert!(notices.iter().all(is_planned));
        let email = notices.iter().find(|one| one.channel == Channel::Mail).unwrap();
        assert_eq!((email.due_at, email.phone.as_deref(), email.batch), (at(0), None, None));
        let job = store.claim_job(&[JobKind::SendMail], at(0)).unwrap().unwrap();
        assert_eq!((job.payload["letter"].as_str(), &job.payload["of"]), ("notice", &email.id.to_string()));
        let text = notices.iter().find(|one| one.channel == Channel::Text).unwrap();
        let job = store.claim_job(&[JobKind::SendText], at(1)).unwrap().unwrap();
        assert_eq!(job.payload["notice"], text.id.to_string());
        assert!(text.due_at > at(0), "texts are planned no faster than the provider accepts them");
    });
}

pub fn a_reminder_is_planned_only_on_channels_that_are_confirmed_and_wanted(database: &dyn Database) {
    transaction(database, |store| {
        let ann = driver_with_due_ticket(store, "ann@example.com");
        let bob = driver_with_due_ticket(store, "bob@example.com");
        let cid = driver_with_due_ticket(store, "cid@example.com");
        let choices = ReminderChoices { mail_reminders: false, ..ReminderChoices::default() };
        store.set_reminder_choices(ann, choices, at(0)).unwrap();
        let phone = store.text_numbers_of(bob).unwrap()[0].phone.clone();
        store.stop_texts(&phone, at(0)).unwrap();
        store.set_email(cid, "new@example.com").unwrap();
        let number = store.text_numbers_of(cid).unwrap()[0].id;
        store.delete_text_request(number).unwrap();
        store.insert_text_request(cid, "5559999999", at(0)).unwrap();
        plan_reminder(store);
        assert_eq!(channels(store, ann), [Channel::Text]);
        assert_eq!(channels(store, bob), [Channel::Mail]);
        assert_eq!(channels(store, cid), [], "neither the email nor the number is confirmed");
    });
}

pub fn court_reminders_leave_out_waived_appearances(database: &dyn Database) {
    transaction(database, |store| {
        let ann = ready_driver(store, "ann@example.com");
        let court = [("is_court_required", "true"), ("court_date", "2026-12-08")];
        let fields: Vec<_> = TICKET_FIELDS.iter().copied().chain(court).collect();
        let ticket = store.insert_item(ann, &details(ItemKind::Ticket, &fields), None, at(0)).unwrap();
        let Payable::Ticket(ticket) = ticket.payable() else { unreachable!("the item is a ticket") };
        let plan =
            DayPlan { kind: NoticeKind::CourtDay, ..reminder(AvailableChannels { text: false, mail: true }) };
        store.set_appearance_waiver(ticket, Some((ann, at(1)))).unwrap();
        assert_eq!(store.plan_messages_for_day(&plan, UserId(0), 9).unwrap(), None);
        store.set_appearance_waiver(ticket, None).unwrap();
        assert_eq!(store.plan_messages_for_day(&plan, UserId(0), 9).unwrap(), Some(ann));
        let elsewhere = DayPlan { states: vec!["Ohio"], ..plan };
        assert_eq!(store.plan_messages_for_day(&elsewhere, UserId(0), 9).unwrap(), None);
    });
}

/// Selects the drivers in Texas who can be notified of news on this day.
fn news_filter(day: NaiveDate) -> NewsFilter {
    NewsFilter { day, states: vec!["Texas"], stateless: false, stored_before: far_future() }
}

pub fn news_is_planned_once_a_day_and_can_be_postponed(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, bob) = (ready_driver(store, "ann@example.com"), ready_driver(store, "bob@example.com"));
        let first = ticket_due(store, ann, "2026-12-08");
        let (day, next) = (date("2026-12-01"), date("2026-12-02"));
        assert_eq!(store.drivers_with_news(&news_filter(day), UserId(0), 9).unwrap(), [ann]);
        assert_eq!(store.drivers_with_news(&news_filter(day), ann, 9).unwrap(), []);
        let ohio = NewsFilter { states: vec!["Ohio"], ..news_filter(day) };
        assert_eq!(store.drivers_with_news(&ohio, UserId(0), 9).unwrap(), []);
        assert!(store.plan_news(ann, day, (at(0), at(600)), BOTH).unwrap());
        let news = [NewsItem { item: first, amount_before: None }];
        assert_eq!(store.news_of(ann, day).unwrap(), news);
        assert_eq!(channels(store, ann), [Channel::Mail, Channel::Text]);
        let second = ticket_due(store, ann, "2026-12-09");
        assert!(!store.plan_news(ann, day, (at(0), at(600)), BOTH).unwrap(), "one message a day");
        assert_eq!(store.drivers_with_news(&news_filter(day), UserId(0), 9).unwrap(), []);
        assert_eq!(store.drivers_with_news(&news_filter(next), UserId(0), 9).unwrap(), [ann]);
        store.postpone_news(ann, day).unwrap();
        assert_eq!(store.news_of(ann, day).unwrap(), []);
        assert!(store.plan_news(ann, next, (at(0), at(600)), BOTH).unwrap());
        let both = [first, second].map(|item| NewsItem { item, amount_before: None });
        assert_eq!(store.news_of(ann, next).unwrap(), both);
        assert_eq!(store.news_of(bob, next).unwrap(), []);
        assert_eq!(store.delete_old_news(next).unwrap(), 0);
        assert_eq!(store.delete_old_news(date("2026-12-03")).unwrap(), 2);
    });
}

pub fn news_that_was_passed_to_the_provider_is_not_postponed(database: &dyn Database) {
    transaction(database, |store| {
        let ann = driver_with_due_ticket(store, "ann@example.com");
        let day = date("2026-12-01");
        assert!(!store.plan_news(ann, day, (at(0), at(1)), BOTH).unwrap(), "too late for a text");
        assert!(store.plan_news(ann, day, (at(0), at(600)), BOTH).unwrap());
        let notice = store.notices_of(ann, 9).unwrap()[0].id;
        store.start_notice(notice, None, None).unwrap();
        store.postpone_news(ann, day).unwrap();
        assert_eq!(store.news_of(ann, day).unwrap().len(), 1);
    });
}

/// Changes the due date and the amount of a ticket.
fn change_ticket(store: &mut dyn Store, ticket: Payable, due_date: &str, amount: &str) {
    store.lock_item(ticket).unwrap();
    let with = [("due_date", due_date), ("amount", amount)];
    let fields: Vec<_> = TICKET_FIELDS.iter().copied().chain(with).collect();
    store.update_item(ticket, &details(ItemKind::Ticket, &fields)).unwrap();
}

pub fn news_of_a_changed_amount_includes_the_last_amount_in_a_message_to_the_driver(database: &dyn Database) {
    transaction(database, |store| {
        let ann = ready_driver(store, "ann@example.com");
        let ticket = ticket_due(store, ann, "2026-12-08");
        let (first, second) = (date("2026-12-01"), date("2026-12-02"));
        assert!(store.plan_news(ann, first, (at(0), at(600)), BOTH).unwrap());
        change_ticket(store, ticket, "2026-12-08", "$175");
        change_ticket(store, ticket, "2026-12-08", "$200");
        assert!(store.plan_news(ann, second, (at(0), at(600)), BOTH).unwrap());
        let news = [NewsItem { item: ticket, amount_before: Some("$150.50".to_owned()) }];
        assert_eq!(store.news_of(ann, second).unwrap(), news, "the amount that the driver knows");
    });
}

/// Selects the drivers in Texas with unsent changes.
fn change_filter(channel: Channel) -> ChangeFilter {
    ChangeFilter { channel, states: vec!["Texas"], stateless: false, stored_before: far_future() }
}

/// Adds a driver who can get emails and texts, with a ticket. The ticket's due date changes once before the message
/// about the new ticket is planned, and twice after it.
fn add_driver_with_changes(store: &mut dyn Store) -> (UserId, Payable) {
    let ann = ready_driver(store, "ann@example.com");
    let ticket = ticket_due(store, ann, "2026-12-08");
    change_ticket(store, ticket, "2026-12-09", "$150.50");
    assert_eq!(
        store.drivers_with_changes(&change_filter(Channel::Mail), UserId(0), 9).unwrap(),
        [],
        "the message about the new item will show the date"
    );
    store.plan_news(ann, date("2026-12-01"), (at(0), at(600)), BOTH).unwrap();
    change_ticket(store, ticket, "2026-12-10", "$150.50");
    change_ticket(store, ticket, "2026-12-11", "$150.50");
    (ann, ticket)
}

/// Plans the notice about a driver's unsent changes on a channel, checks that nothing is left to plan,
/// and returns the notice.
fn plan_changes(store: &mut dyn Store, user: UserId, channel: Channel) -> Notice {
    assert_eq!(store.drivers_with_changes(&change_filter(channel), UserId(0), 9).unwrap(), [user]);
    assert!(store.plan_changes(user, channel, date("2026-12-01"), (at(0), at(600))).unwrap());
    assert_eq!(store.drivers_with_changes(&change_filter(channel), UserId(0), 9).unwrap(), []);
    assert!(!store.plan_changes(user, channel, date("2026-12-01"), (at(0), at(600))).unwrap());
    let newest = store.notices_of(user, 1).unwrap().remove(0);
    assert_eq!((newest.kind, newest.channel), (NoticeKind::Change, channel));
    newest
}

/// Returns the due dates before and after the only change of a message.
fn due_dates(store: &mut dyn Store, message: &Notice) -> (Option<NaiveDate>, Option<NaiveDate>) {
    let changes = store.changes_of(message.user_id, message.channel, message.batch.unwrap()).unwrap();
    assert_eq!(changes.len(), 1);
    (changes[0].before.due_date, changes[0].after.due_date)
}

pub fn changes_of_an_item_share_one_message_per_channel(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, ticket) = add_driver_with_changes(store);
        let email = plan_changes(store, ann, Channel::Mail);
        let from_to = |from, to| (Some(date(from)), Some(date(to)));
        assert_eq!(due_dates(store, &email), from_to("2026-12-09", "2026-12-11"));
        change_ticket(store, ticket, "2026-12-12", "$150.50");
        let later = plan_changes(store, ann, Channel::Mail);
        assert_eq!(due_dates(store, &later), from_to("2026-12-11", "2026-12-12"));
        let text = plan_changes(store, ann, Channel::Text);
        assert_eq!(due_dates(store, &text), from_to("2026-12-09", "2026-12-12"));
        assert_eq!(store.delete_old_changes(DateTime::UNIX_EPOCH).unwrap(), 0);
        assert_eq!(store.delete_old_changes(far_future()).unwrap(), 3);
    });
}

pub fn a_change_after_an_unsent_change_was_deleted_is_a_new_change(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, ticket) = add_driver_with_changes(store);
        let email = plan_changes(store, ann, Channel::Mail);
        assert_eq!(store.delete_unsent_changes(DateTime::UNIX_EPOCH).unwrap(), 0);
        assert_eq!(store.delete_unsent_changes(far_future()).unwrap(), 1, "the text's change");
        assert_eq!(due_dates(store, &email).1, Some(date("2026-12-11")));
        change_ticket(store, ticket, "2026-12-12", "$150.50");
        let text = plan_changes(store, ann, Channel::Text);
        assert_eq!(due_dates(store, &text), (Some(date("2026-12-11")), Some(date("2026-12-12"))));
    });
}

pub fn a_text_that_was_not_sent_in_time_is_merged_with_later_changes(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, ticket) = add_driver_with_changes(store);
        let text = plan_changes(store, ann, Channel::Text);
        change_ticket(store, ticket, "2026-12-12", "$150.50");
        store.mark_changes_unsent(ann, text.batch.unwrap()).unwrap();
        let next = (at(0), at(600));
        assert!(store.plan_changes(ann, Channel::Text, date("2026-12-02"), next).unwrap());
        let merged = store.notices_of(ann, 1).unwrap().remove(0);
        assert_eq!(due_dates(store, &merged), (Some(date("2026-12-09")), Some(date("2026-12-12"))));
        store.start_notice(merged.id, None, None).unwrap();
        store.mark_changes_unsent(ann, merged.batch.unwrap()).unwrap();
        assert_eq!(due_dates(store, &merged).1, Some(date("2026-12-12")), "the provider has the text");
    });
}

pub fn the_removal_of_an_item_is_planned_as_a_change(database: &dyn Database) {
    transaction(database, |store| {
        let (ann, ticket) = add_driver_with_changes(store);
        plan_changes(store, ann, Channel::Mail);
        store.lock_item(ticket).unwrap();
        store
            .remove_item(ticket, &Removal { by: ann, at: at(1), result: "Paid in court".to_owned() })
            .unwrap();
        let email = plan_changes(store, ann, Channel::Mail);
        let changes = store.changes_of(ann, Channel::Mail, email.batch.unwrap()).unwrap();
        assert_eq!(
            (changes[0].item, changes[0].is_removed, changes[0].item_date),
            (ticket, true, date("2026-01-02"))
        );
    });
}

pub fn drivers_with_changes_include_drivers_without_a_prepared_record(database: &dyn Database) {
    transaction(database, |store| {
        let ann = user(store, "ann@example.com");
        let fields = details(ItemKind::Ticket, TICKET_FIELDS);
        let ticket = store.insert_item(ann, &fields, Some(DriverEntry::Confirmed), at(0)).unwrap();
        change_ticket(store, ticket.payable(), "2026-12-09", "$150.50");
        let filter = change_filter(Channel::Mail);
        assert_eq!(store.drivers_with_changes(&filter, UserId(0), 9).unwrap(), [ann]);
    });
}
