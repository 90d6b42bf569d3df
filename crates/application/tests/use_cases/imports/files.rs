//! Imports of files, which only staff can use. Nothing is stored before staff confirm an import. Then either all of
//! its lines are stored or none, and no line is stored twice. Every import ends, even if its job fails.

use std::fmt::Write as _;

use application::access::Actor;
use application::imports::files::{
    StoreConfirmations, cancel_import, confirm_import, delete_stale_files, list_imports, list_invalid_lines,
    list_lines, show_import, start_check, upload,
};
use application::jobs::{SLOW_WORKERS, run_due_jobs};
use application::shared::outbox::{Outcome, Worker};
use chrono::TimeDelta;
use domain::accounts::user::Role;
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::security::audit::AuditAction;
use domain::shared::ids::ImportId;
use domain::shared::job::JobKind;
use ports::imports::files::Import;
use ports::shared::jobs::JobEnd;
use ports::shared::paging::Page;
use ports::shared::store_error::StoreError;
use ports::store::in_transaction;
use rstest::rstest;

use crate::support::{ADMIN, DRIVER, OTHER, World, actor, admin, driver, outcome};

const ALL: Page = Page { limit: 200, offset: 0 };
const COLUMNS: [&str; 6] = ["email", "violation_type", "date", "location", "amount", "citation"];
const GOOD: &str = "user2@example.com,Speeding,2026-02-01,Main St,$150,\n";
const BAD: &str = "user2@example.com,Speeding,2026-02-01,Main St,12.345,\n";

fn world() -> World {
    let world = World::new();
    world.database.tables().tickets.clear();
    world.database.set_narrow();
    world
}

fn upload_file(world: &World, actor: &Actor, rows: &str) -> application::error::Result<Import> {
    let file = format!("{}\n{rows}", COLUMNS.join(","));
    upload(&world.deps, actor, ImportKind::Ticket, "x.csv", file.as_bytes())
}

fn columns() -> Vec<Option<String>> {
    COLUMNS.map(|name| Some(name.to_owned())).to_vec()
}

/// Runs the jobs of imports that are due. Returns how many were tried.
fn run_import_jobs(world: &World) -> usize {
    run_due_jobs(&world.deps, SLOW_WORKERS).unwrap()
}

fn show(world: &World, id: ImportId) -> Import {
    world.transact(|store| show_import(store, &admin(), id)).unwrap()
}

/// Uploads a file with these rows, chooses its columns and checks it. Returns its import.
fn upload_and_check(world: &World, rows: &str) -> Import {
    let id = upload_file(world, &admin(), rows).unwrap().id;
    start_check(&world.deps, &admin(), id, &columns(), None, None).unwrap();
    assert_eq!(run_import_jobs(world), 1);
    show(world, id)
}

/// Returns how many lines are new, how many already exist, and how many are invalid.
fn counts(import: &Import) -> [i32; 3] {
    [import.counts.new, import.counts.existing, import.counts.bad]
}

/// Uploads and checks a file with these rows, and confirms its import. The job that stores the
/// import hasn't run yet.
fn upload_and_confirm(world: &World, rows: &str) -> ImportId {
    let id = upload_and_check(world, rows).id;
    confirm_import(&world.deps, &admin(), id, StoreConfirmations::default()).unwrap();
    id
}

/// Uploads, checks, confirms and stores a file with these rows. Returns its import.
fn import_rows(world: &World, rows: &str) -> Import {
    let id = upload_and_confirm(world, rows);
    assert_eq!(run_import_jobs(world), 1);
    let import = show(world, id);
    assert_eq!(import.status, ImportStatus::Stored, "{import:?}");
    import
}

fn count_tickets(world: &World) -> usize {
    world.database.tables().tickets.len()
}

/// Returns whether the database has no files, lines or keys of imports, and no tickets.
fn has_no_import_data(world: &World) -> bool {
    let tables = world.database.tables();
    let imports = &tables.imports;
    imports.files.is_empty()
        && imports.lines.is_empty()
        && imports.keys.is_empty()
        && tables.tickets.is_empty()
}

#[test]
fn drivers_cannot_use_any_import_function() {
    let world = world();
    let id = upload_and_check(&world, GOOD).id;
    let before = (show(&world, id), world.database.tables().jobs.len());
    let (deps, driver) = (&world.deps, driver());
    let results = [
        outcome(&upload_file(&world, &driver, GOOD)),
        outcome(&start_check(deps, &driver, id, &columns(), None, None)),
        outcome(&confirm_import(deps, &driver, id, StoreConfirmations::default())),
        outcome(&cancel_import(deps, &driver, id)),
        outcome(&world.transact(|store| list_imports(store, &driver, ALL))),
        outcome(&world.transact(|store| show_import(store, &driver, id))),
        outcome(&world.transact(|store| list_lines(store, &driver, id, None, ALL))),
        outcome(&world.transact(|store| list_invalid_lines(store, &driver, id, 0))),
        outcome(&confirm_import(deps, &driver, ImportId(99), StoreConfirmations::default())),
    ];
    assert_eq!(results, [const { "Forbidden" }; 9].map(str::to_owned));
    assert_eq!((show(&world, id), world.database.tables().jobs.len()), before);
}

#[test]
fn an_import_is_stored_once_and_only_after_its_confirmation() {
    let world = world();
    let id = upload_file(&world, &admin(), &GOOD.repeat(2)).unwrap().id;
    let yes = || outcome(&confirm_import(&world.deps, &admin(), id, StoreConfirmations::default()));
    assert_eq!(yes(), "ImportStatusChanged", "the columns aren't assigned yet");
    start_check(&world.deps, &admin(), id, &columns(), None, None).unwrap();
    assert_eq!(yes(), "ImportStatusChanged", "the file is being read");
    assert_eq!(
        outcome(&start_check(&world.deps, &admin(), id, &columns(), None, None)),
        "ImportStatusChanged"
    );
    run_import_jobs(&world);
    assert_eq!((show(&world, id).status, count_tickets(&world)), (ImportStatus::Checked, 0));
    let mut second = actor(OTHER);
    second.user.role = Role::Admin;
    confirm_import(&world.deps, &second, id, StoreConfirmations::default()).unwrap();
    assert_eq!(
        (yes().as_str(), count_tickets(&world)),
        ("ImportStatusChanged", 0),
        "the job stores the items, once"
    );
    assert_eq!(outcome(&cancel_import(&world.deps, &admin(), id)), "ImportStatusChanged");
    run_import_jobs(&world);
    let import = show(&world, id);
    assert_eq!((import.status, import.stored, import.items), (ImportStatus::Stored, 2, Some((1, 2))));
    assert_eq!((count_tickets(&world), run_import_jobs(&world)), (2, 0));
    let tables = world.database.tables();
    assert!(tables.imports.lines.is_empty() && tables.imports.files.is_empty());
    let entry = tables.audit.last().unwrap();
    assert_eq!((entry.action, entry.actor), (AuditAction::ItemsImported, Some(OTHER)));
    assert!(
        entry.after.contains(&("stored", "2".to_owned()))
            && entry.after.contains(&("items", "1-2".to_owned()))
    );
}

#[test]
fn one_invalid_line_blocks_the_whole_import() {
    let world = world();
    let import = upload_and_check(&world, &[GOOD, BAD, GOOD, "short\n"].concat());
    assert_eq!(counts(&import), [2, 0, 2]);
    assert_eq!(
        outcome(&confirm_import(&world.deps, &admin(), import.id, StoreConfirmations::default())),
        "ImportHasProblems"
    );
    assert_eq!((run_import_jobs(&world), count_tickets(&world)), (0, 0));
    let of = |outcome| world.transact(|store| list_lines(store, &admin(), import.id, outcome, ALL)).unwrap();
    let bad = of(Some(LineOutcome::Invalid));
    assert_eq!((bad.total, of(None).total), (2, 4));
    assert_eq!(bad.items.iter().map(|line| line.line).collect::<Vec<_>>(), [3, 5]);
    assert_eq!(bad.items[0].problems[0].0, "amount");
    let later = world.transact(|store| list_invalid_lines(store, &admin(), import.id, 3)).unwrap();
    assert_eq!(later.iter().map(|line| line.line).collect::<Vec<_>>(), [5]);
}

#[test]
fn an_invalid_line_keeps_the_cells_of_unmapped_columns() {
    let world = world();
    let file = b"email,violation_type,Officer,date,location,amount\nuser2@example.com,Speeding,Lee,2026-02-01,'-5 Main,12.345\n";
    let id = upload(&world.deps, &admin(), ImportKind::Ticket, "x.csv", file).unwrap().id;
    let names = ["email", "violation_type", "", "date", "location", "amount"];
    let columns = names.map(|name| Some(name.to_owned()).filter(|name| !name.is_empty()));
    start_check(&world.deps, &admin(), id, &columns, None, None).unwrap();
    run_import_jobs(&world);
    let bad = world.transact(|store| list_invalid_lines(store, &admin(), id, 0)).unwrap();
    assert_eq!((bad[0].field("#2"), bad[0].field("location")), (Some("Lee"), Some("'-5 Main")));
}

#[test]
fn importing_a_file_again_creates_nothing_and_identical_lines_are_separate_items() {
    let world = world();
    let rows = [GOOD, GOOD, "user2@example.com,Speeding,2026-02-01,Main St,$150,a-1\n"].concat();
    assert_eq!(import_rows(&world, &rows).stored, 3);
    let again = upload_and_check(&world, &rows.replace("$150", "150.00").replace("Main St", "MAIN  st"));
    assert_eq!(counts(&again), [0, 3, 0]);
    assert_eq!(
        outcome(&confirm_import(&world.deps, &admin(), again.id, StoreConfirmations::default())),
        "ImportHasProblems"
    );
    // Lines of an earlier import are recognized, even after their tickets were deleted.
    world.database.tables().tickets.clear();
    assert_eq!(counts(&upload_and_check(&world, &rows)), [0, 3, 0]);
    assert_eq!(
        counts(&upload_and_check(&world, &[rows.as_str(), GOOD].concat())),
        [1, 3, 0],
        "a third line equal to two filed ones is new"
    );
    let numbered = "user2@example.com,Speeding,2026-02-01,Main St,$150,A-1\n".repeat(2);
    assert_eq!(counts(&upload_and_check(&world, &numbered)), [0, 1, 1], "a citation number is filed once");
}

#[test]
fn two_identical_files_that_were_both_checked_before_storing_create_their_items_once() {
    let world = world();
    let (one, other) = (upload_and_check(&world, GOOD).id, upload_and_check(&world, GOOD).id);
    confirm_import(&world.deps, &admin(), one, StoreConfirmations::default()).unwrap();
    confirm_import(&world.deps, &admin(), other, StoreConfirmations::default()).unwrap();
    assert_eq!(run_import_jobs(&world), 2);
    assert_eq!((show(&world, one).stored, show(&world, other).stored, count_tickets(&world)), (1, 0, 1));
}

/// Returns a file that is checked and stored in two batches.
fn file_with_many_rows() -> String {
    let mut rows = String::new();
    for number in 0..1_200 {
        writeln!(rows, "user2@example.com,Speeding,2026-02-01,Main St {number},$150,").unwrap();
    }
    rows
}

/// Returns an error that counts as temporary, so that the job is retried.
fn temporary_error() -> StoreError {
    StoreError::Unavailable("canceling statement due to lock timeout".into())
}

/// Returns an error that counts as a defect, so that the job isn't retried.
fn permanent_error() -> StoreError {
    StoreError::Failed("violates a check".into())
}

/// Makes storing of this line and of later lines fail with this error; `None` ends the failures.
fn set_storing_error(world: &World, trouble: Option<(i32, fn() -> StoreError)>) {
    world.database.tables().imports.trouble = trouble;
}

#[test]
fn an_import_that_fails_halfway_stores_nothing_and_is_retried_in_full() {
    let world = world();
    let id = upload_and_confirm(&world, &file_with_many_rows());
    set_storing_error(&world, Some((1_100, temporary_error)));
    assert_eq!(
        (run_import_jobs(&world), count_tickets(&world)),
        (1, 0),
        "the first thousand were rolled back"
    );
    assert!(world.database.tables().imports.keys.is_empty());
    assert_eq!(show(&world, id).status, ImportStatus::Storing);
    set_storing_error(&world, None);
    world.advance(TimeDelta::seconds(15));
    world.database.crash_at_next_commit();
    run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
    assert_eq!(count_tickets(&world), 0, "killed at the commit");
    world.advance(TimeDelta::minutes(6));
    assert_eq!((run_import_jobs(&world), count_tickets(&world)), (1, 1_200));
    assert_eq!(show(&world, id).stored, 1_200);
}

#[test]
fn a_defect_fails_an_import_without_a_retry_and_reports_that_nothing_was_stored() {
    let world = world();
    let id = upload_and_confirm(&world, &file_with_many_rows());
    set_storing_error(&world, Some((1_100, permanent_error)));
    run_import_jobs(&world);
    let import = show(&world, id);
    assert_eq!((import.status, import.ended_at.is_some()), (ImportStatus::Failed, true));
    assert!(import.message.unwrap().contains("Nothing was stored"));
    assert!(has_no_import_data(&world));
}

#[test]
fn an_import_fails_if_a_driver_closed_their_account_after_the_check() {
    let world = world();
    let id =
        upload_and_confirm(&world, &[GOOD, "user3@example.com,Speeding,2026-02-01,Main St,$150,\n"].concat());
    world.database.tables().closed_users.push(DRIVER);
    run_import_jobs(&world);
    let import = show(&world, id);
    assert_eq!(import.status, ImportStatus::Failed);
    assert!(import.message.unwrap().starts_with("Drivers closed their accounts"));
    assert!(has_no_import_data(&world));
}

/// Runs the import's job until it has failed permanently.
fn run_until_abandoned(world: &World) {
    for _ in 1..=12 {
        assert_eq!(run_import_jobs(world), 1);
        world.advance(TimeDelta::hours(5));
    }
    assert_eq!(run_import_jobs(world), 0);
}

/// Returns how the newest job ended; `None` if it hasn't ended.
fn last_end(world: &World) -> Option<JobEnd> {
    world.database.tables().jobs.last().and_then(|row| row.end.clone())
}

#[rstest]
#[case::storing(JobKind::StoreImport)]
#[case::checking(JobKind::CheckImport)]
fn an_import_whose_job_is_abandoned_fails(#[case] kind: JobKind) {
    let world = world();
    let id = upload_file(&world, &admin(), GOOD).unwrap().id;
    start_check(&world.deps, &admin(), id, &columns(), None, None).unwrap();
    if kind == JobKind::StoreImport {
        run_import_jobs(&world);
        confirm_import(&world.deps, &admin(), id, StoreConfirmations::default()).unwrap();
    }
    set_storing_error(&world, Some((0, temporary_error)));
    run_until_abandoned(&world);
    assert!(matches!(last_end(&world), Some(JobEnd::Failed(_))));
    let import = show(&world, id);
    assert_eq!((import.status, import.ended_at.is_some()), (ImportStatus::Failed, true));
    assert!(import.message.unwrap().contains("Nothing was stored"));
    assert!(has_no_import_data(&world));
    set_storing_error(&world, None);
    assert_eq!(import_rows(&world, GOOD).stored, 1, "the file can be uploaded again");
}

#[test]
fn a_job_that_keeps_crashing_its_worker_is_abandoned() {
    let world = world();
    let id = upload_and_confirm(&world, GOOD);
    for _ in 1..=12 {
        let now = world.deps.clock.now();
        let claimed = world
            .transact(|store| store.claim_job(&[JobKind::StoreImport], now).map_err(Into::into))
            .unwrap();
        assert!(claimed.is_some());
        world.advance(TimeDelta::minutes(6));
    }
    assert_eq!((run_import_jobs(&world), count_tickets(&world)), (1, 0));
    assert!(matches!(last_end(&world), Some(JobEnd::Failed(_))));
    assert_eq!(show(&world, id).status, ImportStatus::Failed);
}

#[test]
fn an_abandoned_job_and_its_failed_import_are_stored_in_one_transaction() {
    let world = world();
    let id = upload_and_confirm(&world, GOOD);
    let never: Worker = |_, _| Outcome::GiveUp("no".to_owned());
    let work = || run_due_jobs(&world.deps, &[(JobKind::StoreImport, never)]);
    world.database.crash_at_next_commit();
    work().unwrap_err();
    assert_eq!((last_end(&world), show(&world, id).status), (None, ImportStatus::Storing));
    world.advance(TimeDelta::minutes(6));
    work().unwrap();
    assert!(matches!(last_end(&world), Some(JobEnd::Failed(_))));
    assert_eq!(show(&world, id).status, ImportStatus::Failed);
}

#[test]
fn a_job_of_a_canceled_import_ends_without_changing_the_import() {
    let world = world();
    let id = upload_file(&world, &admin(), GOOD).unwrap().id;
    start_check(&world.deps, &admin(), id, &columns(), None, None).unwrap();
    set_storing_error(&world, Some((0, temporary_error)));
    run_import_jobs(&world);
    cancel_import(&world.deps, &admin(), id).unwrap();
    world.advance(TimeDelta::hours(5));
    assert_eq!((run_import_jobs(&world), last_end(&world)), (1, Some(JobEnd::Done)));
    assert_eq!(show(&world, id).status, ImportStatus::Cancelled);
    assert!(has_no_import_data(&world));
}

#[test]
fn columns_can_be_reassigned_until_the_import_is_confirmed() {
    let world = world();
    let import = upload_and_check(&world, GOOD);
    let mut wrong = columns();
    wrong.swap(1, 2);
    start_check(&world.deps, &admin(), import.id, &wrong, None, None).unwrap();
    assert_eq!(run_import_jobs(&world), 1);
    assert_eq!(counts(&show(&world, import.id)), [0, 0, 1]);
    assert_eq!(world.database.tables().imports.lines.len(), 1, "the lines read before are deleted");
    wrong[0] = None;
    assert_eq!(outcome(&start_check(&world.deps, &admin(), import.id, &wrong, None, None)), "Fields");
    assert_eq!(show(&world, import.id).status, ImportStatus::Checked);
    assert_eq!(
        outcome(&start_check(&world.deps, &admin(), ImportId(99), &columns(), None, None)),
        "NotFound"
    );
}

#[test]
fn staff_can_have_twenty_unfinished_imports_and_unconfirmed_imports_are_deleted_after_a_day() {
    let world = world();
    let confirmed = upload_and_confirm(&world, GOOD);
    for _ in 1..20 {
        upload_file(&world, &admin(), GOOD).unwrap();
    }
    assert_eq!(outcome(&upload_file(&world, &admin(), GOOD)), "TooManyImports");
    let forget = || in_transaction(&*world.database, |store| delete_stale_files(&world.deps, store)).unwrap();
    world.advance(TimeDelta::hours(24));
    assert_eq!(forget(), 0);
    world.advance(TimeDelta::seconds(1));
    assert_eq!((forget(), forget()), (19, 0));
    assert_eq!(show(&world, confirmed).status, ImportStatus::Storing, "a confirmed import isn't canceled");
    assert_eq!(outcome(&upload_file(&world, &admin(), GOOD)), "Ok");
}

#[rstest]
#[case(b"", "file")]
#[case(b"email\n", "file")]
#[case(b"PK\x03\x04\0\0", "file")]
fn an_uploaded_file_that_is_not_a_table_is_not_stored(#[case] content: &[u8], #[case] field: &str) {
    let world = world();
    let Err(application::Error::Fields(wrong)) =
        upload(&world.deps, &admin(), ImportKind::Ticket, "x.csv", content)
    else {
        panic!("the file was stored")
    };
    assert_eq!(wrong[0].0, field);
    assert!(world.database.tables().imports.all.is_empty());
    let nameless = upload(&world.deps, &admin(), ImportKind::Ticket, "a\u{202e}b", b"a\nb\n");
    assert_eq!(outcome(&nameless), "Fields");
}

#[test]
fn imports_are_listed_newest_first_with_their_uploader() {
    let world = world();
    let (one, other) =
        (upload_file(&world, &admin(), GOOD).unwrap(), upload_file(&world, &admin(), GOOD).unwrap());
    let listed = world.transact(|store| list_imports(store, &admin(), ALL)).unwrap();
    assert_eq!(listed.items.iter().map(|import| import.id).collect::<Vec<_>>(), [other.id, one.id]);
    assert_eq!((one.by, one.counts.total), (ADMIN, 1));
}
