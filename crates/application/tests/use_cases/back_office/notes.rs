//! Staff's internal notes, which drivers never see.

use application::back_office::notes::{add_note, list_notes, remove_note};
use domain::back_office::note::{MAX_NOTES, NoteText};
use domain::security::audit::AuditAction;
use domain::shared::desk::{DeskKind, DeskRecord};
use domain::shared::ids::UserId;
use rstest::rstest;

use crate::support::*;

const HIRE: DeskRecord = DeskRecord { kind: DeskKind::Hire, id: 1 };
const OWNER: DeskRecord = DeskRecord { kind: DeskKind::User, id: DRIVER.0 };

fn world() -> World {
    let world = World::new();
    world.database.tables().hires.push(hire(1, DRIVER));
    world
}

fn note() -> NoteText {
    NoteText::parse("Calls back on Monday.").unwrap()
}

#[rstest]
#[case::staff(ADMIN, HIRE, "Ok")]
#[case::about_a_driver(ADMIN, OWNER, "Ok")]
#[case::the_driver(DRIVER, HIRE, "Forbidden")]
#[case::another_driver(OTHER, HIRE, "Forbidden")]
#[case::no_such_hire(ADMIN, DeskRecord { kind: DeskKind::Hire, id: 9 }, "NotFound")]
#[case::a_kind_without_notes(ADMIN, DeskRecord { kind: DeskKind::Toll, id: 1 }, "NotFound")]
fn only_staff_can_add_a_note_to_a_record(
    #[case] caller: UserId,
    #[case] record: DeskRecord,
    #[case] expected: &str,
) {
    let world = world();
    assert_eq!(outcome(&add_note(&world.deps, &actor(caller), record, &note())), expected);
    let tables = world.database.tables();
    if expected == "Ok" {
        let (note, entry) = (&tables.notes[0], &tables.audit[0]);
        assert_eq!((note.user_id, note.author, note.record), (DRIVER, ADMIN, record));
        assert_eq!((entry.action, entry.subject_kind), (AuditAction::NoteAdded, record.kind.into()));
        assert!(
            !format!("{entry:?}").contains("Monday"),
            "the audit trail, which is never erased, must not contain the note"
        );
    } else {
        assert!(tables.notes.is_empty() && tables.audit.is_empty());
    }
}

#[test]
fn notes_are_listed_by_record_or_by_driver() {
    let world = world();
    for record in [HIRE, OWNER] {
        add_note(&world.deps, &admin(), record, &note()).unwrap();
    }
    let about = |record| world.transact(|store| list_notes(store, &admin(), record)).unwrap().len();
    let other = DeskRecord { kind: DeskKind::User, id: OTHER.0 };
    let driver_reads = world.transact(|store| list_notes(store, &driver(), OWNER));
    assert_eq!((about(HIRE), about(OWNER), about(other)), (1, 2, 0));
    assert_eq!(outcome(&driver_reads), "Forbidden");
}

#[test]
fn a_record_has_a_maximum_number_of_notes_and_deleting_a_note_is_audited() {
    let world = world();
    let first = add_note(&world.deps, &admin(), HIRE, &note()).unwrap();
    for _ in 1..MAX_NOTES {
        add_note(&world.deps, &admin(), HIRE, &note()).unwrap();
    }
    assert_eq!(outcome(&add_note(&world.deps, &admin(), HIRE, &note())), "Fields");
    assert_eq!(outcome(&remove_note(&world.deps, &driver(), first.id)), "Forbidden");
    remove_note(&world.deps, &admin(), first.id).unwrap();
    assert_eq!(outcome(&remove_note(&world.deps, &admin(), first.id)), "NotFound");
    assert_eq!(world.audited().last(), Some(&AuditAction::NoteRemoved));
    assert_eq!(outcome(&add_note(&world.deps, &admin(), HIRE, &note())), "Ok");
}
