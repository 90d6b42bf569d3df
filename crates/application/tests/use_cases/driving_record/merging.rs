//! Merging an added item into another item that is the same citation. The added item's letter and hardship
//! requests move to the other item.

use application::driving_record::added::check::{CheckDecision, decide};
use application::driving_record::contesting::save::{LetterInput, save_letter};
use application::driving_record::contesting::sending::set_sent;
use application::requests::hardship::{HardshipForm, answer, send_hardship_request};
use chrono::TimeDelta;
use domain::driving_record::contesting::deadline::ContestDeadline;
use domain::driving_record::contesting::ground::Ground;
use domain::driving_record::contesting::letter::{
    ContestLetter, LetterContents, LetterDraft, SendingDetails,
};
use domain::requests::hardship::{NeedKind, Situation};
use domain::security::audit::AuditAction;
use domain::shared::payable::Payable;
use ports::driving_record::added::AddedItemSummary;
use rstest::rstest;

use super::added::{add_item, new_ticket};
use crate::support::*;

/// Returns a letter about an item. The driver has sent it, and one of its grounds exists only for tickets.
pub(super) fn sent_letter(item: Payable) -> ContestLetter {
    ContestLetter {
        item: item.into(),
        user_id: DRIVER,
        contents: LetterContents {
            grounds: vec![Ground::NotDriver, Ground::Emergency],
            ..LetterContents::default()
        },
        files: vec![],
        deadline: ContestDeadline { is_on_notice: false, counted: Some(date("2026-04-01")) },
        sent: Some(SendingDetails { sent_on: date("2026-03-02"), made_disputed: true, is_own_form: false }),
        version: 2,
    }
}

/// Adds a ticket, and a letter that contests it. If the letter was sent, the ticket is disputed.
fn added_with_letter(world: &World, sent: bool) -> AddedItemSummary {
    let one = add_item(world, new_ticket());
    let letter = sent_letter(one.added.item);
    let mut tables = world.database.tables();
    let ticket = tables.tickets.iter_mut().find(|ticket| Payable::Ticket(ticket.id) == one.added.item);
    ticket.unwrap().filed.is_disputed = sent;
    tables.letters.push(ContestLetter { sent: letter.sent.filter(|_| sent), ..letter });
    drop(tables);
    one
}

fn merge(world: &World, summary: &AddedItemSummary, into: Payable) {
    decide(&world.deps, &admin(), summary.added.id, summary.version, &CheckDecision::SameAs(into)).unwrap();
}

/// Returns the only letter in the database.
fn letter(world: &World) -> ContestLetter {
    let letters = world.database.tables().letters.clone();
    assert_eq!(letters.len(), 1);
    letters[0].clone()
}

fn is_parking_disputed(world: &World) -> bool {
    world.database.tables().parking[0].filed.is_disputed
}

/// Counts the audit entries about changed items.
fn count_item_changes(world: &World) -> usize {
    world.audited().iter().filter(|action| **action == AuditAction::ItemChanged).count()
}

#[rstest]
fn a_merged_items_letter_moves_to_the_remaining_item_unless_that_item_has_a_letter(
    #[values(false, true)] has_letter: bool,
) {
    let world = World::new();
    let one = added_with_letter(&world, true);
    if has_letter {
        world.database.tables().letters.push(ContestLetter { version: 7, ..sent_letter(TICKET) });
    }
    merge(&world, &one, TICKET);
    let stored = letter(&world);
    assert_eq!((stored.item.payable(), stored.version), (TICKET, if has_letter { 7 } else { 3 }));
    let tables = world.database.tables();
    let kept = tables.tickets.iter().find(|ticket| Payable::Ticket(ticket.id) == TICKET).unwrap();
    assert_eq!(kept.filed.is_disputed, !has_letter);
    drop(tables);
    assert_eq!(count_item_changes(&world), usize::from(!has_letter), "the dispute is in the audit trail");
}

#[test]
fn after_a_merge_a_driver_can_save_the_letter_that_moved_to_another_kind_of_item() {
    let world = World::new();
    let one = added_with_letter(&world, false);
    merge(&world, &one, PARKING);
    let stored = letter(&world);
    assert_eq!((stored.item.payable(), &*stored.contents.grounds), (PARKING, &[Ground::Emergency][..]));
    assert_eq!(stored.deadline, ContestDeadline { is_on_notice: true, counted: None }, "the kept item's");
    assert!(!is_parking_disputed(&world));
    let grounds = stored.contents.grounds.iter().map(Ground::to_string).collect();
    let input = LetterInput {
        version: Some(3),
        draft: LetterDraft { grounds, ..LetterDraft::default() },
        files: vec![],
    };
    save_letter(&world.deps, &driver(), PARKING.into(), &input).unwrap();
}

#[test]
fn a_sent_letter_that_a_merge_moved_keeps_all_its_grounds_until_it_is_marked_as_not_sent() {
    let world = World::new();
    let one = added_with_letter(&world, true);
    merge(&world, &one, PARKING);
    assert_eq!(letter(&world).contents.grounds, [Ground::NotDriver, Ground::Emergency]);
    set_sent(&world.deps, &driver(), PARKING.into(), Some(3), None).unwrap();
    assert_eq!(letter(&world).contents.grounds, [Ground::Emergency]);
}

#[rstest]
#[case::of_the_letter(false)]
#[case::of_staff(true)]
fn marking_a_moved_letter_as_not_sent_ends_the_items_dispute_unless_staff_had_started_it(
    #[case] was_disputed: bool,
) {
    let world = World::new();
    world.database.tables().parking[0].filed.is_disputed = was_disputed;
    let one = added_with_letter(&world, true);
    merge(&world, &one, PARKING);
    assert!(is_parking_disputed(&world));
    assert_eq!(count_item_changes(&world), usize::from(!was_disputed));
    set_sent(&world.deps, &driver(), PARKING.into(), Some(3), None).unwrap();
    assert_eq!(is_parking_disputed(&world), was_disputed);
}

#[test]
fn merging_an_item_does_not_restart_a_dispute_that_staff_ended() {
    let world = World::new();
    let one = added_with_letter(&world, true);
    world.database.tables().tickets.iter_mut().for_each(|ticket| ticket.filed.is_disputed = false);
    merge(&world, &one, PARKING);
    assert!(!is_parking_disputed(&world));
    assert_eq!(
        letter(&world).sent,
        Some(SendingDetails { sent_on: date("2026-03-02"), made_disputed: false, is_own_form: false })
    );
}

#[rstest]
#[case::none(None)]
#[case::an_older_one(Some(true))]
#[case::a_newer_one(Some(false))]
fn a_merged_items_hardship_requests_move_and_only_the_newest_stays_open(
    #[case] other_is_older: Option<bool>,
) {
    let world = World::new();
    let one = add_item(&world, new_ticket());
    let ask_about = |item: Payable| {
        world.clock.advance(TimeDelta::minutes(1));
        let answers = HardshipForm {
            need: NeedKind::MoreTime,
            amount: None,
            pay_by: Some(date("2026-04-01")),
            situation: Situation::Other,
        };
        send_hardship_request(&world.deps, &driver(), item.into(), &answers).unwrap().request.id
    };
    let first = ask_about(one.added.item);
    answer(&world.deps, &admin(), first, 1, "Call the court.".to_owned()).unwrap();
    let other = other_is_older.filter(|is_older| *is_older).map(|_| ask_about(TICKET));
    let of_added = ask_about(one.added.item);
    let newer = other_is_older.filter(|is_older| !is_older).map(|_| ask_about(TICKET));
    merge(&world, &one, TICKET);
    let tables = world.database.tables();
    assert!(tables.hardship.iter().all(|one| one.item.payable() == TICKET));
    let open: Vec<i64> =
        tables.hardship.iter().filter(|one| one.answer.is_none()).map(|one| one.id).collect();
    assert_eq!(open, [newer.unwrap_or(of_added)]);
    let joined = other.or(newer.map(|_| of_added));
    let answers = tables.hardship.iter().filter(|one| Some(one.id) == joined);
    assert!(
        answers
            .flat_map(|one| &one.answer)
            .all(|answer| answer.text.starts_with("You asked about this twice"))
    );
}
