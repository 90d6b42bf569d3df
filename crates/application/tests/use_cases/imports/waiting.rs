//! Citations that wait for a driver. Staff decide about them, each decision gets an audit entry, and their
//! import can be undone.

use application::imports::files::{StoreConfirmations, confirm_import, start_check, undo_import, upload};
use application::imports::waiting::{
    Decision, DecisionCounts, MAX_DECIDED, decide_citations, list_waiting_citations,
};
use application::jobs::{SLOW_WORKERS, run_due_jobs};
use domain::accounts::verification::{Claim, Verification, VerificationRecord};
use domain::imports::import::ImportKind;
use domain::security::audit::AuditAction;
use domain::shared::ids::{ImportId, WaitingId};
use ports::imports::files::Import;
use ports::imports::waiting::{WaitReason, WaitingCitation};
use ports::shared::paging::Page;

use crate::support::{DRIVER, World, admin, build, date, driver, outcome};

const ALL: Page = Page { limit: 200, offset: 0 };
const COLUMNS: [&str; 6] = ["email", "citation", "violation_type", "date", "location", "amount"];

const SPEEDING: &str = "Speeding,2026-02-01,Main St,$150";

/// Returns a world without tickets, in which no email, plate or license is verified.
fn world_without_tickets() -> World {
    let world = World::new();
    world.database.tables().tickets.clear();
    world.database.tables().users.iter_mut().for_each(|user| user.verified = Verification::default());
    world
}

/// Uploads and checks a file.
fn upload_and_check(world: &World, lines: &[String]) -> Import {
    let file = format!("{}\n{}\n", COLUMNS.join(","), lines.join("\n"));
    let id = upload(&world.deps, &admin(), ImportKind::Ticket, "x.csv", file.as_bytes()).unwrap().id;
    let columns = COLUMNS.map(|name| Some(name.to_owned())).to_vec();
    start_check(&world.deps, &admin(), id, &columns, None, None).unwrap();
    run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
    world.transact(|store| Ok(store.import(id)?)).unwrap().unwrap()
}

/// Checks, confirms and stores a file. Returns its import as it was before the job stored it.
fn import_lines(world: &World, lines: &[String]) -> Import {
    let import = confirm_import(
        &world.deps,
        &admin(),
        upload_and_check(world, lines).id,
        StoreConfirmations::default(),
    )
    .unwrap();
    run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
    import
}

/// Returns a world in which two lines were imported, and the import's id. One line names the
/// driver, and the other names no user.
fn world() -> (World, ImportId) {
    let world = world_without_tickets();
    let import = import_lines(
        &world,
        &[format!("user2@example.com,A1,{SPEEDING}"), format!("nobody@example.com,A2,{SPEEDING}")],
    );
    assert_eq!((import.counts.new, import.counts.queued, import.counts.unclaimed), (0, 1, 1));
    (world, import.id)
}

/// Marks the driver's email as confirmed, and proposes the driver for citations that wait.
fn confirm_email(world: &World) {
    let now = world.deps.clock.now();
    let mut tables = world.database.tables();
    let user = tables.users.iter_mut().find(|user| user.id == DRIVER).unwrap();
    user.verified.email = Some(VerificationRecord { at: now, basis: None });
    let user = user.clone();
    drop(tables);
    world.transact(|store| Ok(store.propose_driver_for_waiting_citations(&user, Claim::Email)?)).unwrap();
}

fn decide_on(world: &World, citations: &[&WaitingCitation], decision: Decision) -> DecisionCounts {
    let ids: Vec<_> = citations.iter().map(|one| one.id).collect();
    decide_citations(&world.deps, &admin(), &ids, decision).unwrap()
}

fn count_tickets(world: &World) -> usize {
    world.database.tables().tickets.len()
}

fn waiting_citations(world: &World, reason: WaitReason) -> Vec<WaitingCitation> {
    world.transact(|store| list_waiting_citations(store, &admin(), reason, None, ALL)).unwrap().items
}

fn count_audit_entries(world: &World, action: AuditAction) -> usize {
    world.database.tables().audit.iter().filter(|entry| entry.action == action).count()
}

/// The decision to file a citation for its proposed driver. Large amounts aren't confirmed.
const ACCEPT: Decision = Decision::Accept { are_large_amounts_confirmed: false };

#[test]
fn accepting_a_waiting_citation_files_its_ticket_and_is_audited() {
    let (world, _) = world();
    let offered = waiting_citations(&world, WaitReason::ForDecision);
    let ids = [offered[0].id, WaitingId(99)];
    let decided = decide_citations(&world.deps, &admin(), &ids, ACCEPT).unwrap();
    assert_eq!(decided, DecisionCounts { filed: 1, gone: 1, ..DecisionCounts::default() });
    assert_eq!(world.database.tables().tickets.len(), 1);
    assert_eq!(count_audit_entries(&world, AuditAction::CitationDecided), 1);
    assert_eq!(
        (
            waiting_citations(&world, WaitReason::ForDecision).len(),
            waiting_citations(&world, WaitReason::ForDriver).len()
        ),
        (0, 1)
    );
}

#[test]
fn citations_above_5000_dollars_are_filed_only_after_staff_confirm_the_amounts() {
    let world = world_without_tickets();
    import_lines(
        &world,
        &[
            "user2@example.com,A1,Speeding,2026-02-01,Main St,$5000.01".to_owned(),
            "user2@example.com,A2,Speeding,2026-02-02,Main St,$5000".to_owned(),
        ],
    );
    let offered = waiting_citations(&world, WaitReason::ForDecision);
    let ids: Vec<_> = offered.iter().map(|one| one.id).collect();
    let refused = decide_citations(&world.deps, &admin(), &ids, ACCEPT);
    assert_eq!(
        (outcome(&refused), count_tickets(&world)),
        ("LargeAmounts".to_owned(), 0),
        "no citation was filed"
    );
    let decided =
        decide_citations(&world.deps, &admin(), &ids, Decision::Accept { are_large_amounts_confirmed: true })
            .unwrap();
    assert_eq!(decided.filed, 2);
}

#[test]
fn a_citation_that_staff_declined_for_one_driver_waits_for_another_driver() {
    let (world, _) = world();
    let offered = waiting_citations(&world, WaitReason::ForDecision);
    let decided = decide_citations(&world.deps, &admin(), &[offered[0].id], Decision::Decline).unwrap();
    assert_eq!((decided.declined, world.database.tables().tickets.len()), (1, 0));
    assert_eq!(
        (
            waiting_citations(&world, WaitReason::ForDecision).len(),
            waiting_citations(&world, WaitReason::ForDriver).len()
        ),
        (0, 2)
    );
}

#[test]
fn only_staff_can_decide_waiting_citations_and_at_most_200_at_a_time() {
    let (world, id) = world();
    let many: Vec<WaitingId> = (1..=201).map(WaitingId).collect();
    assert_eq!(many.len(), MAX_DECIDED + 1);
    let results = [
        outcome(
            &world
                .transact(|store| list_waiting_citations(store, &driver(), WaitReason::ForDriver, None, ALL)),
        ),
        outcome(&decide_citations(&world.deps, &driver(), &many[..1], ACCEPT)),
        outcome(&undo_import(&world.deps, &driver(), id)),
        outcome(&decide_citations(&world.deps, &admin(), &many, ACCEPT)),
        outcome(&decide_citations(&world.deps, &admin(), &[], ACCEPT)),
    ];
    assert_eq!(results, ["Forbidden", "Forbidden", "Forbidden", "Fields", "Fields"]);
}

#[test]
fn undoing_an_import_removes_its_citations_from_the_waiting_lists() {
    let (world, id) = world();
    assert!(undo_import(&world.deps, &admin(), id).unwrap().undone_at.is_some());
    assert_eq!(
        (
            waiting_citations(&world, WaitReason::ForDecision).len(),
            waiting_citations(&world, WaitReason::ForDriver).len()
        ),
        (0, 0)
    );
    assert_eq!(
        (
            outcome(&undo_import(&world.deps, &admin(), id)).as_str(),
            count_audit_entries(&world, AuditAction::ImportUndone)
        ),
        ("ImportStatusChanged", 1)
    );
}

#[test]
fn a_declined_citation_is_not_filed_when_its_file_is_imported_again() {
    let (world, _) = world();
    decide_on(&world, &[&waiting_citations(&world, WaitReason::ForDecision)[0]], Decision::Decline);
    confirm_email(&world);
    let again = import_lines(&world, &[format!("user2@example.com,A1,{SPEEDING}")]);
    assert_eq!((again.counts.new, again.counts.unclaimed), (0, 1));
    assert_eq!((count_tickets(&world), waiting_citations(&world, WaitReason::ForDecision).len()), (0, 0));
    assert_eq!(waiting_citations(&world, WaitReason::ForDriver).len(), 2, "each citation waits once");
}

#[test]
fn two_identical_lines_without_a_number_become_two_tickets_in_either_order_of_acceptance() {
    for (first, last) in [(0, 1), (1, 0)] {
        let world = world_without_tickets();
        let line = format!("user2@example.com,,{SPEEDING}");
        import_lines(&world, &[line.clone(), line.clone()]);
        let offered = waiting_citations(&world, WaitReason::ForDecision);
        let filed = [first, last].map(|one: usize| decide_on(&world, &[&offered[one]], ACCEPT).filed);
        assert_eq!((filed, count_tickets(&world)), ([1, 1], 2));
        confirm_email(&world);
        let again = upload_and_check(&world, &[line.clone(), line]);
        assert_eq!((again.counts.new, again.counts.existing), (0, 2));
    }
}

#[test]
fn accepting_a_waiting_citation_that_staff_filed_by_hand_files_no_second_ticket() {
    for number in ["A1", ""] {
        let world = world_without_tickets();
        let line = format!("user2@example.com,{number},{SPEEDING}");
        import_lines(&world, &[line.clone(), line.replace("A1", "B1")]);
        let mut by_hand = build::ticket(1);
        (by_hand.filed.date, by_hand.filed.location) = (date("2026-02-01"), "Main St".to_owned());
        world.database.tables().tickets.push(by_hand);
        let offered = waiting_citations(&world, WaitReason::ForDecision);
        let first = decide_on(&world, &[&offered[0]], ACCEPT);
        let second = decide_on(&world, &[&offered[1]], ACCEPT);
        assert_eq!((first.existing, first.filed), (1, 0), "{number}");
        assert_eq!((second.existing, second.filed, count_tickets(&world)), (0, 1, 2), "{number}");
    }
}

#[test]
fn a_citation_without_a_driver_goes_to_staff_after_a_later_import_finds_its_driver() {
    let world = world_without_tickets();
    let line = format!("later@example.com,A1,{SPEEDING}");
    import_lines(&world, std::slice::from_ref(&line));
    assert_eq!(
        (
            waiting_citations(&world, WaitReason::ForDecision).len(),
            waiting_citations(&world, WaitReason::ForDriver).len()
        ),
        (0, 1)
    );
    world.database.tables().users.iter_mut().find(|user| user.id == DRIVER).unwrap().email =
        "later@example.com".to_owned();
    import_lines(&world, &[line]);
    assert_eq!(
        (
            waiting_citations(&world, WaitReason::ForDecision).len(),
            waiting_citations(&world, WaitReason::ForDriver).len()
        ),
        (1, 0)
    );
}
