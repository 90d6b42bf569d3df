//! Incoming texts from drivers.

use std::sync::Arc;

use application::notices::desk::{self, ReplyDecision};
use application::notices::replies::{TextWebhookCall, handle_webhook};
use application::requests::text_requests::request_texts;
use application::shared::outgoing::TextSender;
use domain::notices::notice::{Channel, Notice, NoticeKind, NoticeStatus, PhoneState};
use domain::security::audit::AuditAction;
use domain::shared::ids::{NoticeId, ReplyId, TextNotificationId};
use domain::shared::person::phone::Phone;
use ports::notices::texts::MockTextMessenger;
use rstest::rstest;

use crate::support::*;

const NUMBER: &str = "5551234567";

/// Returns a world in which a reminder was sent to a driver's number.
fn world() -> World {
    let mut world = World::new();
    let mut texts = MockTextMessenger::new();
    texts.expect_is_genuine().returning(|_, _, signature| signature == "good");
    world.deps.texts = Some(TextSender::new(Arc::new(texts)));
    request_texts(&world.deps, &driver(), DRIVER, &Phone::parse(NUMBER).unwrap()).unwrap();
    world.confirm_number(TextNotificationId(1));
    let now = world.deps.clock.now();
    world.plan_notice(Notice {
        id: NoticeId(10),
        user_id: DRIVER,
        channel: Channel::Text,
        kind: NoticeKind::Reminder,
        day: date("2026-03-02"),
        request_id: Some(TextNotificationId(1)),
        phone: Some(NUMBER.to_owned()),
        due_at: now,
        status: NoticeStatus::Sent,
        batch: None,
        body: Some("Court is tomorrow".to_owned()),
        reason: None,
        sent_at: Some(now),
        confirmed_at: None,
    });
    world
}

/// Builds a webhook call. `mark` is the id of the notice that a status report is about; `None` for a reply.
fn webhook_call(form: &[(&str, &str)], mark: Option<&str>, signature: &str) -> TextWebhookCall {
    TextWebhookCall {
        url: "https://lanewise.test/api/webhooks/twilio".to_owned(),
        form: form.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        signature: signature.to_owned(),
        mark: mark.map(str::to_owned),
    }
}

/// Delivers a text from a phone number. Returns Lanewise's answer; `None` if
/// Lanewise sends no answer.
fn receive_reply(world: &World, id: &str, sender: &str, body: &str) -> Option<&'static str> {
    handle_webhook(
        &world.deps,
        &webhook_call(&[("MessageSid", id), ("From", sender), ("Body", body)], None, "good"),
    )
    .unwrap()
}

/// Returns the state of the first stored number; `None` if texts to all numbers are allowed.
fn phone_state(world: &World) -> Option<PhoneState> {
    world.database.tables().notices.phones.values().next().map(|(state, _)| *state)
}

fn count_open_replies(world: &World) -> usize {
    world.transact(|store| desk::list_open_replies(store, &admin())).unwrap().0.len()
}

#[rstest]
#[case("STOP", Some(PhoneState::Stopped), 0, false)]
#[case("please stop texting me", Some(PhoneState::Paused), 1, true)]
#[case("1", None, 0, true)]
#[case("yes", None, 0, true)]
#[case("HELP", None, 0, false)]
#[case("I can't come", None, 1, true)]
#[case("who is this", None, 1, true)]
fn a_text_reply_stops_texts_confirms_the_appearance_or_goes_to_staff(
    #[case] body: &str,
    #[case] expected: Option<PhoneState>,
    #[case] queued: usize,
    #[case] is_answered: bool,
) {
    let world = world();
    assert_eq!(receive_reply(&world, "SM1", "+15551234567", body).is_some(), is_answered);
    assert_eq!((phone_state(&world), count_open_replies(&world)), (expected, queued));
    let confirmed =
        world.database.tables().notices.notices.iter().any(|notice| notice.confirmed_at.is_some());
    assert_eq!(confirmed, ["1", "yes"].contains(&body));
}

#[rstest]
#[case("1", 1)]
#[case("yes", 0)]
fn a_text_reply_to_a_news_message_does_not_confirm_a_court_appearance(
    #[case] body: &str,
    #[case] queued: usize,
) {
    let world = world();
    world.database.tables().notices.notices.iter_mut().for_each(|notice| notice.kind = NoticeKind::News);
    let answer = receive_reply(&world, "SM1", "+15551234567", body).unwrap_or_default();
    assert!(!answer.contains("confirming"), "{answer}");
    assert_eq!((phone_state(&world), count_open_replies(&world)), (None, queued));
    assert!(world.database.tables().notices.notices.iter().all(|notice| notice.confirmed_at.is_none()));
}

#[rstest]
#[case(true)]
#[case(false)]
fn a_text_reply_from_a_numbers_new_owner_confirms_no_appearance_of_the_former_owner(
    #[case] is_confirmed: bool,
) {
    let world = world();
    world.database.tables().text_requests.iter_mut().for_each(|request| request.user_id = Some(OTHER));
    if !is_confirmed {
        world.database.tables().notices.confirmed.clear();
    }
    receive_reply(&world, "SM1", "+15551234567", "1");
    receive_reply(&world, "SM2", "+15551234567", "who is this");
    let tables = world.database.tables();
    assert!(tables.notices.notices.iter().all(|notice| notice.confirmed_at.is_none()));
    let owners: Vec<_> = tables.notices.replies.iter().map(|(_, reply)| reply.user_id).collect();
    assert_eq!(owners, if is_confirmed { vec![Some(OTHER); 2] } else { vec![] });
}

#[test]
fn a_text_reply_delivered_twice_has_no_second_effect() {
    let world = world();
    receive_reply(&world, "SM1", "+15551234567", "STOP");
    receive_reply(&world, "SM2", "+15551234567", "START");
    assert_eq!(phone_state(&world), None);
    receive_reply(&world, "SM1", "+15551234567", "STOP");
    assert_eq!(phone_state(&world), None, "a replayed STOP doesn't stop the number");
    assert_eq!(world.database.tables().notices.replies.len(), 2);
}

#[test]
fn a_reply_without_a_valid_signature_is_refused() {
    let world = world();
    let forged =
        webhook_call(&[("MessageSid", "SM1"), ("From", "+15551234567"), ("Body", "STOP")], None, "bad");
    assert_eq!(outcome(&handle_webhook(&world.deps, &forged)), "BadSignature");
    assert_eq!(phone_state(&world), None);
    let without = World::new();
    assert_eq!(
        outcome(&handle_webhook(&without.deps, &forged)),
        "BadSignature",
        "refused without a provider too"
    );
}

#[rstest]
#[case::abroad("+445551234567", "STOP", 0)]
#[case::no_number("Lanewise", "hello", 0)]
#[case::a_stranger("+15550000000", "hello", 0)]
#[case::doubtful("+15550000000", "cancel my order", 0)]
#[case::a_strangers_stop("+15550000000", "STOP", 1)]
#[case::a_strangers_start("+15550000000", "start", 1)]
fn replies_from_unknown_numbers_are_stored_only_if_they_are_stop_or_start(
    #[case] sender: &str,
    #[case] body: &str,
    #[case] stored_count: usize,
) {
    let world = world();
    assert_eq!(receive_reply(&world, "SM1", sender, body), None);
    assert_eq!(world.database.tables().notices.replies.len(), stored_count);
    assert_eq!(count_open_replies(&world), 0);
}

#[test]
fn replying_start_allows_texts_to_a_number_without_a_text_request() {
    let world = world();
    receive_reply(&world, "SM1", "+15550000000", "STOP");
    let request_number =
        || request_texts(&world.deps, &driver(), DRIVER, &Phone::parse("5550000000").unwrap());
    assert_eq!(outcome(&request_number()), "Fields");
    receive_reply(&world, "SM2", "+15550000000", "START");
    assert_eq!(outcome(&request_number()), "Ok");
}

#[rstest]
#[case("Wrong number, this is Bob of 12 Elm Street", Some(PhoneState::Stopped))]
#[case("STOP", Some(PhoneState::Stopped))]
#[case("who is this", None)]
#[case("I can't come", None)]
fn replies_from_an_unconfirmed_number_are_stored_without_the_user_and_the_message(
    #[case] body: &str,
    #[case] expected: Option<PhoneState>,
) {
    let world = world();
    world.database.tables().notices.confirmed.remove(&TextNotificationId(1));
    world.database.tables().notices.notices.clear();
    assert_eq!(receive_reply(&world, "SM1", "+15551234567", body), None);
    assert_eq!((phone_state(&world), count_open_replies(&world)), (expected, 0));
    let replies = world.database.tables().notices.replies.clone();
    assert!(replies.iter().all(|(_, reply)| reply.user_id.is_none() && reply.body.is_none()), "{replies:?}");
    receive_reply(&world, "SM2", "+15551234567", "START");
    assert_eq!(phone_state(&world), None);
}

#[test]
fn a_driver_who_stopped_texts_gets_no_answer_but_staff_see_the_message() {
    let world = world();
    receive_reply(&world, "SM1", "+15551234567", "STOP");
    assert_eq!(receive_reply(&world, "SM2", "+15551234567", "and another thing"), None);
    assert_eq!(count_open_replies(&world), 1, "staff still see the reply");
}

#[rstest]
#[case(ReplyDecision::Stop, Some(PhoneState::Stopped))]
#[case(ReplyDecision::Resume, None)]
fn staff_decide_whether_an_unclear_reply_means_stop(
    #[case] verdict: ReplyDecision,
    #[case] expected: Option<PhoneState>,
) {
    let world = world();
    receive_reply(&world, "SM1", "+15551234567", "leave me alone");
    assert_eq!(outcome(&desk::solve_reply(&world.deps, &driver(), ReplyId(1), verdict)), "Forbidden");
    for _ in 0..2 {
        assert!(desk::solve_reply(&world.deps, &admin(), ReplyId(1), verdict).unwrap().is_solved);
    }
    assert_eq!((phone_state(&world), count_open_replies(&world)), (expected, 0));
    assert_eq!(world.audited(), [AuditAction::ReplySolved], "audited once");
}

#[test]
fn a_texts_delivery_status_is_updated_until_it_is_final() {
    let world = world();
    let report_status = |status: &str, mark: &str| {
        handle_webhook(
            &world.deps,
            &webhook_call(&[("MessageStatus", status), ("ErrorCode", "30003")], Some(mark), "good"),
        )
        .unwrap();
        world.database.tables().notices.notices.iter().find(|one| one.id == NoticeId(10)).unwrap().status
    };
    assert_eq!(report_status("queued", "10"), NoticeStatus::Sent);
    assert_eq!(report_status("delivered", "99"), NoticeStatus::Sent);
    assert_eq!(report_status("delivered", "10"), NoticeStatus::Delivered);
    assert_eq!(report_status("sent", "10"), NoticeStatus::Delivered, "a late status is ignored");
    assert_eq!(report_status("undelivered", "10"), NoticeStatus::Delivered, "a late status is ignored");
}
