use domain::requests::report::{ReportStatus, TicketReportType};
use domain::shared::ids::{ReportId, TextNotificationId, UserId};
use domain::shared::us_state::UsState;
use ports::accounts::account::Accounts;
use ports::accounts::users::Users;
use ports::requests::reports::{NewReport, Reports};
use ports::requests::text_requests::TextRequests;
use ports::shared::list::Lists;

use crate::support::{World, at, reports, text_requests};

#[test]
fn a_stored_report_is_returned_as_pending_until_its_status_changes() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let new = |user_id| NewReport {
        user_id,
        state: UsState::NewYork,
        ticket_type: TicketReportType::RedLight,
        reported_at: at(0),
    };
    let mut store = world.store();
    let first = store.insert_report(&new(ann)).unwrap();
    assert_eq!(
        (first.state, first.ticket_type, first.status),
        (UsState::NewYork, TicketReportType::RedLight, ReportStatus::Pending)
    );
    assert_eq!(store.pending_report_like(&new(ann)).unwrap().as_ref(), Some(&first));
    assert_eq!(store.pending_report_like(&new(bob)).unwrap(), None);
    let other = NewReport { ticket_type: TicketReportType::Speeding, ..new(ann) };
    assert_eq!(store.pending_report_like(&other).unwrap(), None);
    assert_eq!(store.count_pending_reports(ann).unwrap(), 1);
    let changed = store.set_report_status(first.id, ReportStatus::NotFound, None).unwrap().unwrap();
    assert_eq!(changed.status, ReportStatus::NotFound);
    assert_eq!(store.count_pending_reports(ann).unwrap(), 0);
    assert_eq!(store.pending_report_like(&new(ann)).unwrap(), None);
    assert_eq!(store.lock_report(first.id).unwrap(), Some(changed));
    assert_eq!(store.lock_report(ReportId(99)).unwrap(), None);
    assert_eq!(store.set_report_status(ReportId(99), ReportStatus::Found, None).unwrap(), None);
}

#[test]
fn reports_are_listed_newest_first_for_one_driver_or_all() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let mut store = world.store();
    for user_id in [ann, bob, ann] {
        store
            .insert_report(&NewReport {
                user_id,
                state: UsState::Texas,
                ticket_type: TicketReportType::Parking,
                reported_at: at(0),
            })
            .unwrap();
    }
    let of_ann = store.list(&reports(Some(ann))).unwrap();
    assert_eq!((of_ann.total, of_ann.items.len()), (2, 2));
    assert!(of_ann.items[0].id > of_ann.items[1].id);
    assert_eq!(store.list(&reports(None)).unwrap().total, 3);
}

#[test]
fn a_driver_can_have_only_one_text_request_per_number() {
    let mut world = World::new();
    let (ann, bob) = (world.user("ann@example.com"), world.user("bob@example.com"));
    let mut store = world.store();
    let first = store.insert_text_request(ann, "5551234567", at(0)).unwrap();
    assert_eq!(store.insert_text_request(ann, "5551234567", at(9)).unwrap(), first);
    store.insert_text_request(bob, "5551234567", at(0)).unwrap();
    assert_eq!(store.list(&text_requests(None)).unwrap().total, 2);
    assert_eq!(store.list(&text_requests(Some(ann))).unwrap().items, std::slice::from_ref(&first));
    assert!(!first.is_sent && first.sent_at.is_none());
    store.mark_text_sent(first.id, at(60)).unwrap();
    let sent = store.text_request(first.id).unwrap().unwrap();
    assert_eq!((sent.is_sent, sent.sent_at), (true, Some(at(60))));
    store.delete_text_request(first.id).unwrap();
    assert_eq!(store.text_request(first.id).unwrap(), None);
    store.mark_text_sent(TextNotificationId(99), at(60)).unwrap();
}

#[test]
fn a_user_can_be_locked_only_while_their_account_is_open() {
    let mut world = World::new();
    let ann = world.user("ann@example.com");
    let mut store = world.store();
    assert_eq!(store.lock_user(ann).unwrap().unwrap().id, ann);
    assert_eq!(store.lock_user(UserId(99)).unwrap(), None);
    store.close_user(ann, at(0)).unwrap();
    assert_eq!(store.lock_user(ann).unwrap(), None);
}
