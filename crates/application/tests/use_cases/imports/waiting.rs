//! Citations that no verified driver matches: for staff to decide, with an entry for each; and what an import stored, taken back.

use application::imports::files::{Yes, begin_check, confirm, undo, upload};
use application::imports::waiting::{Decided, Decision, MOST_DECIDED, decide, list};
use application::jobs::{SLOW_WORKERS, work_off};
use domain::accounts::verification::Verification;
use domain::imports::import::ImportKind;
use domain::security::audit::AuditAction;
use domain::shared::ids::{ImportId, WaitingId};
use ports::imports::waiting::{WaitingCitation, Waits};
use ports::shared::paging::Page;

use crate::support::{World, admin, driver, outcome};

const ALL: Page = Page { limit: 200, offset: 0 };
const COLUMNS: [&str; 6] = ["email", "citation", "violation_type", "date", "location", "amount"];

/// Nobody's e-mail is confirmed; a file with a line for a driver and one for nobody is stored.
fn world() -> (World, ImportId) {
    let world = World::new();
    world.database.tables().tickets.clear();
    world.database.tables().users.iter_mut().for_each(|user| user.verified = Verification::default());
    let lines = "user2@example.com,A1,Speeding,2026-02-01,Main St,$150\nnobody@example.com,A2,Speeding,2026-02-01,Main St,$150\n";
    let file = format!("{}\n{lines}", COLUMNS.join(","));
    let id = upload(&world.deps, &admin(), ImportKind::Ticket, "x.csv", file.as_bytes()).unwrap().id;
    let columns = COLUMNS.map(|name| Some(name.to_owned())).to_vec();
    begin_check(&world.deps, &admin(), id, &columns, None).unwrap();
    work_off(&world.deps, SLOW_WORKERS).unwrap();
    let import = confirm(&world.deps, &admin(), id, Yes::default()).unwrap();
    assert_eq!((import.counts.new, import.counts.queued, import.counts.unclaimed), (0, 1, 1));
    work_off(&world.deps, SLOW_WORKERS).unwrap();
    (world, id)
}

fn waiting(world: &World, of: Waits) -> Vec<WaitingCitation> {
    world.transact(|store| list(store, &admin(), of, None, ALL)).unwrap().items
}

fn audited(world: &World, action: AuditAction) -> usize {
    world.database.tables().audit.iter().filter(|entry| entry.action == action).count()
}

#[test]
fn staff_decide_and_each_decision_is_on_record() {
    let (world, _) = world();
    let offered = waiting(&world, Waits::ForDecision);
    let ids = [offered[0].id, WaitingId(99)];
    let decided = decide(&world.deps, &admin(), &ids, Decision::Theirs).unwrap();
    assert_eq!(decided, Decided { filed: 1, gone: 1, ..Decided::default() });
    assert_eq!(world.database.tables().tickets.len(), 1);
    assert_eq!(audited(&world, AuditAction::CitationDecided), 1);
    assert_eq!((waiting(&world, Waits::ForDecision).len(), waiting(&world, Waits::ForDriver).len()), (0, 1));
}

#[test]
fn what_is_not_theirs_waits_for_another_driver() {
    let (world, _) = world();
    let offered = waiting(&world, Waits::ForDecision);
    let decided = decide(&world.deps, &admin(), &[offered[0].id], Decision::NotTheirs).unwrap();
    assert_eq!((decided.declined, world.database.tables().tickets.len()), (1, 0));
    assert_eq!((waiting(&world, Waits::ForDecision).len(), waiting(&world, Waits::ForDriver).len()), (0, 2));
}

#[test]
fn drivers_get_to_nothing_of_it_and_a_step_has_a_bound() {
    let (world, id) = world();
    let many: Vec<WaitingId> = (1..=201).map(WaitingId).collect();
    assert_eq!(many.len(), MOST_DECIDED + 1);
    let told = [
        outcome(&world.transact(|store| list(store, &driver(), Waits::ForDriver, None, ALL))),
        outcome(&decide(&world.deps, &driver(), &many[..1], Decision::Theirs)),
        outcome(&undo(&world.deps, &driver(), id)),
        outcome(&decide(&world.deps, &admin(), &many, Decision::Theirs)),
        outcome(&decide(&world.deps, &admin(), &[], Decision::Theirs)),
    ];
    assert_eq!(told, ["Forbidden", "Forbidden", "Forbidden", "Fields", "Fields"]);
}

#[test]
fn what_is_taken_back_waits_no_more() {
    let (world, id) = world();
    assert!(undo(&world.deps, &admin(), id).unwrap().undone_at.is_some());
    assert_eq!((waiting(&world, Waits::ForDecision).len(), waiting(&world, Waits::ForDriver).len()), (0, 0));
    assert_eq!(
        (outcome(&undo(&world.deps, &admin(), id)).as_str(), audited(&world, AuditAction::ImportUndone)),
        ("ImportElsewhere", 1)
    );
}
