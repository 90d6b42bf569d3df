//! Open inquiries, their assignees, and saved replies.

use application::help::inquiries::{
    assign_inquiry, create_inquiry, mark_inquiry_seen, send_message, set_inquiry_status,
};
use application::help::templates::{change_template, list_templates, remove_template, save_template};
use chrono::TimeDelta;
use domain::help::inquiry::{HelpInquiry, HelpRequest, InquiryStatus, MessageText};
use domain::help::template::{NewTemplate, TemplateTitle};
use domain::security::audit::AuditAction;
use domain::shared::ids::{InquiryId, UserId};
use rstest::rstest;

use crate::support::*;

const CHAT: InquiryId = InquiryId(1);

fn text(text: &str) -> MessageText {
    MessageText::parse(text).unwrap()
}

fn world() -> World {
    let world = World::new();
    create_inquiry(&world.deps, &driver(), DRIVER, HelpRequest::Chat { message: text("Hello"), phone: None })
        .unwrap();
    world
}

fn inquiry(world: &World) -> HelpInquiry {
    world.database.tables().inquiries[0].clone()
}

/// Sends a chat message one minute later.
fn send_later(world: &World, sender: UserId) {
    world.advance(TimeDelta::minutes(1));
    send_message(&world.deps, &actor(sender), CHAT, &text("More"), None).unwrap();
}

#[test]
fn the_waiting_time_of_a_chat_starts_at_the_drivers_first_unanswered_message() {
    let world = world();
    let minute = |minute: i64| Some(noon() + TimeDelta::minutes(minute));
    let stands = |world: &World| (inquiry(world).waits_since(), inquiry(world).is_unread());
    assert_eq!(stands(&world), (minute(0), true));
    send_later(&world, DRIVER);
    assert_eq!(stands(&world), (minute(0), true), "the wait starts at the first message");
    send_later(&world, ADMIN);
    assert_eq!(stands(&world), (None, false), "answering marks the chat as read");
    send_later(&world, DRIVER);
    send_later(&world, DRIVER);
    assert_eq!(stands(&world), (minute(3), true));
    set_inquiry_status(&world.deps, &admin(), CHAT, InquiryStatus::Resolved).unwrap();
    assert_eq!(stands(&world), (None, false));
}

#[test]
fn a_solved_chat_reopens_when_the_driver_sends_a_message() {
    let world = world();
    world.database.tables().inquiries[0].is_solved = true;
    send_later(&world, ADMIN);
    assert!(inquiry(&world).is_solved, "a staff message keeps the chat solved");
    send_later(&world, DRIVER);
    assert!(!inquiry(&world).is_solved);
}

#[rstest]
#[case::staff(ADMIN, CHAT, "Ok")]
#[case::the_owner(DRIVER, CHAT, "Forbidden")]
#[case::no_such_inquiry(ADMIN, InquiryId(9), "NotFound")]
fn only_staff_can_mark_a_chat_as_seen_and_it_is_audited_once(
    #[case] caller: UserId,
    #[case] id: InquiryId,
    #[case] expected: &str,
) {
    let world = world();
    for _ in 0..2 {
        assert_eq!(outcome(&mark_inquiry_seen(&world.deps, &actor(caller), id)), expected);
    }
    let audited = if expected == "Ok" { vec![AuditAction::InquirySeen] } else { vec![] };
    assert_eq!((inquiry(&world).is_unread(), world.audited()), (expected != "Ok", audited));
}

#[rstest]
#[case::oneself(ADMIN, Some(ADMIN), None, "Ok")]
#[case::to_a_driver(ADMIN, Some(DRIVER), None, "Fields")]
#[case::to_an_unknown_user(ADMIN, Some(UserId(99)), None, "Fields")]
#[case::by_a_driver(DRIVER, Some(ADMIN), None, "Forbidden")]
#[case::from_a_stale_assignee(ADMIN, Some(ADMIN), Some(OTHER), "ChangedMeanwhile")]
fn only_staff_can_assign_an_inquiry_and_only_to_staff(
    #[case] caller: UserId,
    #[case] assignee: Option<UserId>,
    #[case] previous: Option<UserId>,
    #[case] expected: &str,
) {
    let world = world();
    assert_eq!(outcome(&assign_inquiry(&world.deps, &actor(caller), CHAT, assignee, previous)), expected);
    assert_eq!(inquiry(&world).assigned_to, assignee.filter(|_| expected == "Ok"));
    if expected == "Ok" {
        assign_inquiry(&world.deps, &actor(caller), CHAT, assignee, previous).unwrap();
        assign_inquiry(&world.deps, &actor(caller), CHAT, None, assignee).unwrap();
        assert_eq!(
            world.audited(),
            [AuditAction::InquiryAssigned; 2],
            "assigning the same person again is not audited"
        );
        assert_eq!(inquiry(&world).assigned_to, None);
    }
}

fn new_template(title: &str) -> NewTemplate {
    NewTemplate { title: TemplateTitle::parse(title).unwrap(), message: text("We are looking into it.") }
}

#[test]
fn saved_replies_have_unique_titles_and_a_maximum_number() {
    let world = World::new();
    let template = save_template(&world.deps, &admin(), &new_template("Looking into it")).unwrap();
    assert_eq!(outcome(&save_template(&world.deps, &admin(), &new_template("LOOKING INTO IT"))), "Fields");
    for number in 1..50 {
        save_template(&world.deps, &admin(), &new_template(&format!("Reply {number}"))).unwrap();
    }
    assert_eq!(outcome(&save_template(&world.deps, &admin(), &new_template("One too many"))), "Fields");
    remove_template(&world.deps, &admin(), template.id).unwrap();
    assert_eq!(outcome(&remove_template(&world.deps, &admin(), template.id)), "NotFound");
    assert_eq!(world.transact(|store| list_templates(store, &admin())).unwrap().len(), 49);
    assert_eq!(world.audited(), vec![AuditAction::TemplateChanged; 51]);
}

#[rstest]
#[case::by_staff(ADMIN, (1, 1), "Looking into it", "Ok")]
#[case::its_own_title_in_capitals(ADMIN, (1, 1), "HELLO", "Ok")]
#[case::a_title_that_another_reply_has(ADMIN, (1, 1), "goodbye", "Fields")]
#[case::a_stale_version(ADMIN, (1, 2), "Looking into it", "ChangedMeanwhile")]
#[case::no_such_reply(ADMIN, (9, 1), "Looking into it", "NotFound")]
#[case::by_a_driver(DRIVER, (1, 1), "Looking into it", "Forbidden")]
fn changing_a_saved_reply_needs_its_current_version_and_an_unused_title(
    #[case] caller: UserId,
    #[case] id_and_version: (i32, i32),
    #[case] title: &str,
    #[case] expected: &str,
) {
    let world = World::new();
    for title in ["Hello", "Goodbye"] {
        save_template(&world.deps, &admin(), &new_template(title)).unwrap();
    }
    let changed = change_template(&world.deps, &actor(caller), id_and_version, &new_template(title));
    assert_eq!(outcome(&changed), expected);
    let templates = world.transact(|store| list_templates(store, &admin())).unwrap();
    let template = templates.iter().find(|template| template.id == 1).unwrap();
    let is_changed = expected == "Ok";
    assert_eq!((template.title == title, template.version == 2), (is_changed, is_changed));
    assert_eq!(world.audited().len(), 2 + usize::from(is_changed), "only a successful change is audited");
}

#[test]
fn only_staff_can_use_saved_replies() {
    let world = World::new();
    save_template(&world.deps, &admin(), &new_template("Hello")).unwrap();
    assert_eq!(outcome(&save_template(&world.deps, &driver(), &new_template("Mine"))), "Forbidden");
    assert_eq!(outcome(&remove_template(&world.deps, &driver(), 1)), "Forbidden");
    assert_eq!(outcome(&world.transact(|store| list_templates(store, &driver()))), "Forbidden");
}
