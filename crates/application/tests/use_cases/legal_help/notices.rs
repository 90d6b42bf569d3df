//! Emails and texts about a case.

use std::sync::Arc;

use application::driving_record::standing::add_standing;
use application::jobs::{WORKERS, run_due_jobs};
use application::legal_help::cases::agreement::sign;
use application::legal_help::cases::deadlines::handle_case_deadlines;
use application::legal_help::cases::offers::{accept, decline};
use application::legal_help::cases::steps::LawyerStep;
use application::notices::compose::compose;
use application::shared::outgoing::TextSender;
use chrono::TimeDelta;
use domain::driving_record::standing::Standing;
use domain::notices::notice::{Channel, Notice, NoticeKind, NoticeStatus};
use domain::requests::case_update::CaseKind;
use domain::shared::ids::{NoticeId, TicketId};
use domain::shared::job::JobKind;
use ports::notices::texts::MockTextMessenger;
use ports::store::Store;
use rstest::rstest;

use super::build::*;
use crate::support::*;

/// Returns the recipients and subjects of all emails about the case.
fn emails(world: &World) -> Vec<(String, String)> {
    run_due_jobs(&world.deps, WORKERS).unwrap();
    let about_money = ["Your receipt", "Your refund"];
    let mut sent = world.mailbox.sent();
    sent.retain(|(_, subject)| !about_money.contains(&subject.as_str()));
    sent
}

/// Returns the recipient and the subject of an email to this user.
fn mail(user: i32, subject: &str) -> (String, String) {
    (format!("user{user}@example.com"), subject.to_owned())
}

#[test]
fn the_driver_and_the_lawyer_are_emailed_when_they_must_act() {
    let world = world_with_hire(1);
    let mut expected = vec![mail(11, "You have a new case offer")];
    assert_eq!(emails(&world), expected);
    accept(&world.deps, &lawyer(1), CASE, None, None).unwrap();
    expected.push(mail(2, "A lawyer accepted your case"));
    assert_eq!(emails(&world), expected);
    send_text(&world, &lawyer(1), "We agree.").unwrap();
    expected.push(mail(2, "Your lawyer's agreement is ready to sign"));
    assert_eq!(emails(&world), expected);
    sign(&world.deps, &driver(), CASE, "Dana Driver", false, None).unwrap();
    expected.push(mail(11, "Your client signed the agreement"));
    assert_eq!(emails(&world), expected);
    record_by_lawyer(&world, LawyerStep::Appearance, None).unwrap();
    record_by_lawyer(&world, LawyerStep::Plea, Some("No points.")).unwrap();
    expected.push(mail(2, "Your lawyer needs your answer"));
    assert_eq!(emails(&world), expected);
}

#[rstest]
#[case::offered(world_with_hire(1), true)]
#[case::accepted(world_with_accepted_case(1), true)]
#[case::signed(world_with_signed_agreement(1), false)]
#[case::handled_by_staff(world_with_hire(0), false)]
fn the_driver_is_reminded_of_the_due_date_until_a_lawyer_represents_them(
    #[case] world: World,
    #[case] is_reminded: bool,
) {
    let due = date("2026-03-20");
    world.database.tables().tickets[0].filed.due_date = Some(due);
    let notice = Notice {
        id: NoticeId(1),
        user_id: DRIVER,
        channel: Channel::Mail,
        kind: NoticeKind::Reminder,
        day: due - TimeDelta::days(7),
        request_id: None,
        phone: None,
        due_at: noon(),
        status: NoticeStatus::Planned,
        batch: None,
        body: None,
        reason: None,
        sent_at: None,
        confirmed_at: None,
    };
    let composed = world.transact(|store| {
        let user = store.user(DRIVER)?.unwrap();
        compose(store, &user, &notice, noon())
    });
    let text = composed.unwrap().map(|message| message.text("https://lanewise.test")).unwrap_or_default();
    assert_eq!(text.contains("No lawyer represents you yet."), is_reminded, "{text}");
    let item_standing = |store: &mut dyn Store| {
        let ticket = store.ticket(TicketId(1))?.unwrap();
        Ok(add_standing(&world.deps, store, ticket)?.item_standing)
    };
    let item_standing = world.transact(item_standing).unwrap();
    assert_eq!((item_standing.standing, item_standing.awaits_lawyer), (Standing::WithLawyer, is_reminded));
}

#[test]
fn the_driver_is_notified_of_the_last_day_to_sign_if_the_agreement_is_late() {
    let world = world_with_accepted_case(1);
    let before = emails(&world);
    world.advance(TimeDelta::hours(48));
    handle_case_deadlines(&world.deps).unwrap();
    let both =
        [mail(2, "Your lawyer's agreement is late"), mail(11, "Please send your client the agreement")];
    assert_eq!(emails(&world), [before.as_slice(), &both].concat());
    let mails = world.mailbox.mails();
    let late = mails.iter().find(|mail| mail.subject == "Your lawyer's agreement is late").unwrap();
    assert!(late.text.contains("The last day to sign is Monday, March 16."), "{}", late.text);
}

#[test]
fn emails_to_driver_and_lawyer_name_the_citation() {
    let world = world_with_hire(1);
    {
        let mut tables = world.database.tables();
        let ticket = tables.tickets.iter_mut().find(|ticket| ticket.id.0 == LAWYER.item_id()).unwrap();
        ticket.filed.citation_number = Some("A-1047".into());
        ticket.filed.issuer = Some("City of Austin".into());
    }
    emails(&world);
    accept(&world.deps, &lawyer(1), CASE, None, None).unwrap();
    emails(&world);
    let mails = world.mailbox.mails();
    let about_case: Vec<_> = mails.iter().filter(|mail| mail.text.contains("See your case")).collect();
    assert_eq!(about_case.len(), 2);
    for mail in about_case {
        assert!(mail.text.contains("\nCitation number: A-1047, City of Austin\n"), "{}", mail.text);
    }
}

#[test]
fn an_offer_that_has_ended_is_not_emailed() {
    let world = world_with_hire(2);
    decline(&world.deps, &lawyer(1), CASE, "No time.", None).unwrap();
    assert_eq!(emails(&world), [mail(12, "You have a new case offer")]);
}

#[test]
fn the_driver_is_emailed_if_no_lawyer_takes_the_case() {
    let world = world_with_hire(1);
    decline(&world.deps, &lawyer(1), CASE, "No time.", None).unwrap();
    assert_eq!(emails(&world), [mail(2, "No lawyer could take your case")]);
}

#[test]
fn the_driver_gets_one_text_about_a_cases_news_and_none_about_the_hires_status() {
    let mut world = world_with_hire(1);
    let mut texts = MockTextMessenger::new();
    texts.expect_send().never();
    world.deps.texts = Some(TextSender::new(Arc::new(texts)));
    application::requests::text_requests::request_texts(
        &world.deps,
        &driver(),
        DRIVER,
        &domain::shared::person::phone::Phone::parse("(555) 123-4567").unwrap(),
    )
    .unwrap();
    accept(&world.deps, &lawyer(1), CASE, None, None).unwrap();
    let jobs = world.database.tables().jobs.clone();
    let texted = jobs.iter().filter(|row| row.job.kind == JobKind::SendText);
    let sent_texts: Vec<_> = texted
        .filter_map(|row| {
            Some((row.job.payload.get("kind")?.clone(), row.job.payload.get("status")?.clone()))
        })
        .collect();
    assert_eq!(sent_texts, [(CaseKind::CaseNews.as_str().to_owned(), "accepted".to_owned())]);
}
