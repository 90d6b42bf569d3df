//! Inquiries and chats: permissions, messages, and notifications.

use application::help::inquiries::{
    create_inquiry, join_chat, list_messages, send_message, set_inquiry_status,
};
use application::shared::lists::list;
use chrono::TimeDelta;
use domain::help::inquiry::{
    ChatMessage, ClientMessageId, HelpInquiry, HelpRequest, InquiryStatus, MessageText, SenderType,
};
use domain::security::audit::AuditAction;
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::{ChatMessageId, InquiryId, UserId};
use domain::shared::person::phone::Phone;
use ports::help::lists::InquiryQuery;
use ports::shared::feed::Announcement;
use ports::shared::paging::Page;
use rstest::rstest;

use crate::support::*;

const PAGE: Page = Page { limit: 50, offset: 0 };
const CHAT: InquiryId = InquiryId(1);
const CHANGED_BY_STAFF: Announcement =
    Announcement::DeskChanged { record: DeskRecord { kind: DeskKind::Inquiry, id: CHAT.0 }, by: Some(ADMIN) };

fn text(text: &str) -> MessageText {
    MessageText::parse(text).unwrap()
}

fn chat_request() -> HelpRequest {
    HelpRequest::Chat { message: text("My ticket is missing."), phone: None }
}

fn callback_request() -> HelpRequest {
    HelpRequest::Callback { phone: Phone::parse("5551234567").unwrap(), message: None }
}

/// Returns a world with a driver's chat inquiry.
fn world() -> (World, HelpInquiry) {
    let world = World::new();
    let inquiry = create_inquiry(&world.deps, &driver(), DRIVER, chat_request()).unwrap();
    (world, inquiry)
}

/// Parses the id that a client gives to a message.
fn client_message_id(name: &str) -> ClientMessageId {
    ClientMessageId::parse(name).unwrap()
}

fn send_as(
    world: &World,
    sender: UserId,
    message: &str,
    client_id: &str,
) -> application::error::Result<ChatMessage> {
    send_message(&world.deps, &actor(sender), CHAT, &text(message), Some(&client_message_id(client_id)))
}

#[test]
fn an_inquiry_for_a_closed_account_returns_not_found() {
    let world = World::new();
    world.database.tables().closed_users.push(DRIVER);
    assert_eq!(outcome(&create_inquiry(&world.deps, &admin(), DRIVER, callback_request())), "NotFound");
}

#[rstest]
#[case::oneself(DRIVER, DRIVER, "Ok")]
#[case::another_driver(OTHER, DRIVER, "Forbidden")]
#[case::an_unknown_user(OTHER, UserId(99), "Forbidden")]
#[case::staff_for_a_driver(ADMIN, DRIVER, "Ok")]
#[case::staff_for_an_unknown_user(ADMIN, UserId(99), "NotFound")]
fn drivers_can_ask_for_help_only_for_themselves_and_staff_for_any_driver(
    #[case] caller: UserId,
    #[case] user: UserId,
    #[case] expected: &str,
) {
    let world = World::new();
    assert_eq!(outcome(&create_inquiry(&world.deps, &actor(caller), user, chat_request())), expected);
    assert_eq!(outcome(&create_inquiry(&world.deps, &actor(caller), user, callback_request())), expected);
}

#[test]
fn a_chat_starts_with_the_drivers_request_and_a_callback_has_no_messages() {
    let (world, inquiry) = world();
    assert_eq!((inquiry.id, inquiry.status), (CHAT, InquiryStatus::Pending));
    let messages = world.database.tables().chat.clone();
    assert_eq!(messages.len(), 1);
    assert_eq!(
        (messages[0].message.as_str(), messages[0].sender_type),
        ("My ticket is missing.", SenderType::User)
    );
    create_inquiry(&world.deps, &driver(), DRIVER, callback_request()).unwrap();
    assert_eq!(world.database.tables().chat.len(), 1);
}

#[test]
fn a_repeated_request_for_help_returns_the_pending_inquiry_of_the_last_minutes() {
    let (world, inquiry) = world();
    let again = |request| create_inquiry(&world.deps, &driver(), DRIVER, request).unwrap();
    world.advance(TimeDelta::minutes(5));
    assert_eq!(again(chat_request()), inquiry);
    assert_eq!(world.database.tables().chat.len(), 1);
    let phone = Phone::parse("5551234567").unwrap();
    let other_phone = HelpRequest::Chat { message: text("My ticket is missing."), phone: Some(phone) };
    assert_ne!(again(other_phone).id, inquiry.id);
    assert_ne!(again(callback_request()).id, inquiry.id);
    world.advance(TimeDelta::minutes(1));
    let later = again(chat_request());
    assert_ne!(later.id, inquiry.id, "a request after more than five minutes is new");
    set_inquiry_status(&world.deps, &admin(), later.id, InquiryStatus::Resolved).unwrap();
    assert_ne!(again(chat_request()).id, later.id, "a request after a resolved one is new");
}

#[rstest]
#[case(DRIVER, 1)]
#[case(OTHER, 0)]
#[case(ADMIN, 1)]
fn drivers_list_their_own_inquiries_and_staff_list_all_inquiries(#[case] caller: UserId, #[case] total: i64) {
    let (world, _) = world();
    assert_eq!(
        world.transact(|store| list(store, &actor(caller), InquiryQuery::all(PAGE))).unwrap().total,
        total
    );
}

#[rstest]
#[case::the_owner(DRIVER, CHAT, "Ok", &[Announcement::NewMessage(CHAT)])]
#[case::staff(ADMIN, CHAT, "Ok", &[Announcement::NewMessage(CHAT), CHANGED_BY_STAFF])]
#[case::another_driver(OTHER, CHAT, "NotFound", &[])]
#[case::no_such_inquiry(DRIVER, InquiryId(9), "NotFound", &[])]
fn only_the_driver_and_staff_can_read_and_write_a_chat(
    #[case] caller: UserId,
    #[case] id: InquiryId,
    #[case] expected: &str,
    #[case] announcements: &[Announcement],
) {
    let (world, _) = world();
    let caller = actor(caller);
    assert_eq!(outcome(&world.transact(|store| list_messages(store, &caller, id, None, PAGE))), expected);
    assert_eq!(outcome(&world.transact(|store| join_chat(store, &caller, id))), expected);
    assert_eq!(outcome(&send_message(&world.deps, &caller, id, &text("Hello"), None)), expected);
    assert_eq!(world.database.tables().announced, announcements);
}

#[test]
fn a_messages_sender_comes_from_the_session() {
    let (world, _) = world();
    let message = send_as(&world, ADMIN, "How can we help?", "a").unwrap();
    assert_eq!((message.sender_id, message.sender_type), (ADMIN, SenderType::Admin));
    let newer = world
        .transact(|store| list_messages(store, &driver(), CHAT, Some(ChatMessageId(1)), PAGE))
        .unwrap()
        .1;
    assert_eq!(newer.items, vec![message.clone()]);
    assert_eq!(world.transact(|store| join_chat(store, &driver(), CHAT)).unwrap(), Some(message.id));
}

#[test]
fn a_resent_message_is_stored_once() {
    let (world, _) = world();
    let first = send_as(&world, DRIVER, "Hello", "m1").unwrap();
    world.advance(TimeDelta::minutes(1));
    assert_eq!(send_as(&world, DRIVER, "Hello", "m1").unwrap(), first);
    assert_eq!(outcome(&send_as(&world, DRIVER, "Something else", "m1")), "Fields");
    assert_eq!(outcome(&send_as(&world, ADMIN, "Hello", "m1")), "Fields");
    assert_eq!(world.database.tables().announced.len(), 1);
    send_as(&world, DRIVER, "Hello", "m2").unwrap();
    assert_eq!(world.database.tables().chat.len(), 3);
}

#[test]
fn a_resolved_chat_can_be_read_but_not_written() {
    let (world, _) = world();
    let before = send_as(&world, DRIVER, "Hello", "m1").unwrap();
    let resolved = set_inquiry_status(&world.deps, &admin(), CHAT, InquiryStatus::Resolved).unwrap();
    assert_eq!((resolved.status, resolved.resolved_at), (InquiryStatus::Resolved, Some(noon())));
    assert_eq!(outcome(&send_as(&world, DRIVER, "More", "m2")), "InquiryResolved");
    assert_eq!(outcome(&send_as(&world, ADMIN, "More", "m3")), "InquiryResolved");
    assert_eq!(
        send_as(&world, DRIVER, "Hello", "m1").unwrap(),
        before,
        "a message resent after a lost answer returns the stored one"
    );
    assert_eq!(world.transact(|store| list_messages(store, &driver(), CHAT, None, PAGE)).unwrap().1.total, 2);
    let tables = world.database.tables();
    assert_eq!(tables.announced.last(), Some(&Announcement::Resolved(CHAT)));
    let entry = tables.audit.last().unwrap();
    assert_eq!((entry.action, entry.actor, entry.subject_id), (AuditAction::InquiryResolved, Some(ADMIN), 1));
}

#[rstest]
#[case::staff(ADMIN, CHAT, "Ok")]
#[case::the_owner(DRIVER, CHAT, "Forbidden")]
#[case::another_driver(OTHER, InquiryId(9), "Forbidden")]
#[case::no_such_inquiry(ADMIN, InquiryId(9), "NotFound")]
fn only_staff_can_resolve_an_inquiry_and_only_once(
    #[case] caller: UserId,
    #[case] id: InquiryId,
    #[case] expected: &str,
) {
    let (world, _) = world();
    assert_eq!(
        outcome(&set_inquiry_status(&world.deps, &actor(caller), id, InquiryStatus::Resolved)),
        expected
    );
    if expected == "Ok" {
        assert_eq!(
            outcome(&set_inquiry_status(&world.deps, &actor(caller), id, InquiryStatus::Resolved)),
            "InquiryResolved"
        );
    }
}
