//! Lines with citation numbers and issuers, several tolls on one day, and lines that earlier releases stored
//! under other keys.

use application::imports::files::{StoreConfirmations, confirm_import, start_check, upload};
use application::imports::waiting::{Decision, decide_citations, list_waiting_citations};
use application::jobs::{SLOW_WORKERS, run_due_jobs};
use application::payments::remittances::merging::{MergeRequest, merge_authorities};
use application::payments::remittances::register;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{ItemDetails, ItemDraft};
use domain::imports::duplicates::comparable_contents_of;
use domain::imports::import::{ImportKind, ImportStatus};
use domain::payments::remittances::authority::{Authority, AuthorityDetails, AuthorityKind};
use domain::shared::ids::UserId;
use ports::imports::files::Import;
use ports::imports::waiting::{WaitReason, WaitingCitation};
use ports::shared::paging::Page;

use crate::support::{DRIVER, OTHER, World, admin, date, outcome};

const TOLL: [&str; 6] = ["user_id", "toll_road", "date", "amount", "citation", "issuer"];
const MORNING: &str = "2,GWB Upper,02/20/2026 08:01 AM,14.75,,";
const EVENING: &str = "2,GWB Upper,02/20/2026 05:44 PM,14.75,,";
const NUMBERED: &str = "2,GWB Upper,02/20/2026 08:01 AM,14.75,AB-1,Port Authority";

fn world() -> World {
    let world = World::new();
    world.database.tables().tolls.clear();
    world.database.set_narrow();
    world
}

fn upload_and_check(world: &World, lines: &[&str]) -> Import {
    let file = format!("{}\n{}\n", TOLL.join(","), lines.join("\n"));
    let id = upload(&world.deps, &admin(), ImportKind::Toll, "x.csv", file.as_bytes()).unwrap().id;
    let columns = TOLL.map(|name| Some(name.to_owned()));
    start_check(&world.deps, &admin(), id, &columns, None, None).unwrap();
    run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
    world.transact(|store| Ok(store.import(id)?)).unwrap().unwrap()
}

/// Imports lines. Returns how many are new, how many already exist, and how many wait for a driver.
fn import_lines(world: &World, lines: &[&str]) -> [i32; 3] {
    let import = upload_and_check(world, lines);
    assert_eq!(import.counts.bad, 0, "{import:?}");
    let waits = import.counts.queued + import.counts.unclaimed;
    if import.counts.new + waits > 0 {
        confirm_import(&world.deps, &admin(), import.id, StoreConfirmations::default()).unwrap();
        run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
    }
    [import.counts.new, import.counts.existing, waits]
}

fn waiting_citations(world: &World) -> Vec<WaitingCitation> {
    let all = Page { limit: 200, offset: 0 };
    world
        .transact(|store| list_waiting_citations(store, &admin(), WaitReason::ForDecision, None, all))
        .unwrap()
        .items
}

fn count_tolls(world: &World) -> usize {
    world.database.tables().tolls.len()
}

#[derive(Debug, PartialEq, Eq)]
struct FiledAndExisting {
    filed: usize,
    existing: usize,
}

/// Accepts a citation for its driver, and returns how many items were filed, and how many existed already.
fn accept_citation(world: &World, citation: &WaitingCitation) -> FiledAndExisting {
    let decided = decide_citations(
        &world.deps,
        &admin(),
        &[citation.id],
        Decision::Accept { are_large_amounts_confirmed: false },
    )
    .unwrap();
    FiledAndExisting { filed: decided.filed, existing: decided.existing }
}

#[test]
fn two_tolls_on_one_day_at_different_times_are_separate_and_each_is_imported_once() {
    let world = world();
    assert_eq!(import_lines(&world, &[MORNING]), [1, 0, 0]);
    assert_eq!(import_lines(&world, &[EVENING]), [1, 0, 0], "another file, the same plate and day");
    assert_eq!(import_lines(&world, &[MORNING, EVENING]), [0, 2, 0]);
    let tables = world.database.tables();
    let times: Vec<_> = tables.tolls.iter().map(|toll| toll.filed.time_of_day.clone().unwrap()).collect();
    assert_eq!(times, ["8:01 AM", "5:44 PM"]);
}

fn toll_without_time(user: UserId) -> ItemDetails {
    let draft = ItemDraft::new(ItemKind::Toll).with("toll_road", "GWB Upper").with("date", "2026-02-20");
    let details = draft.with("amount", "14.75").validate(date("2026-02-21"), None).unwrap();
    assert_eq!(comparable_contents_of(user, &details).split('\u{1f}').count(), 7);
    details
}

fn hash(world: &World, parts: &[&str]) -> [u8; 32] {
    world.deps.tokens.hash(&parts.join("\u{1e}")).0
}

/// Files a toll as earlier releases did: without its time of day and with this key. `is_citation` says whether the key
/// was made from a citation number.
fn file_as_earlier_release(world: &World, key: [u8; 32], is_citation: bool) {
    world
        .transact(|store| {
            let item = store.insert_item(DRIVER, &toll_without_time(DRIVER), None, world.deps.clock.now())?;
            Ok(store.store_import_key(ImportKind::Toll, key, is_citation, item.payable().item_id(), None)?)
        })
        .unwrap();
}

#[test]
fn importing_a_file_that_an_earlier_release_imported_creates_nothing() {
    let world = world();
    let contents = hash(&world, &["like", &comparable_contents_of(DRIVER, &toll_without_time(DRIVER))]);
    let contents: String = contents.iter().map(|byte| format!("{byte:02x}")).collect();
    for ordinal in ["1", "2"] {
        file_as_earlier_release(&world, hash(&world, &["plain", &contents, ordinal]), false);
    }
    assert_eq!(import_lines(&world, &[MORNING, EVENING]), [0, 2, 0]);
    assert_eq!((count_tolls(&world), waiting_citations(&world).len()), (2, 0));
}

#[test]
fn a_toll_filed_without_a_time_counts_as_the_first_imported_toll_of_its_day() {
    let world = world();
    world
        .transact(|store| {
            Ok(store.insert_item(DRIVER, &toll_without_time(DRIVER), None, world.deps.clock.now())?)
        })
        .unwrap();
    assert_eq!(import_lines(&world, &[MORNING, EVENING]), [1, 1, 0]);
    assert_eq!(import_lines(&world, &[MORNING, EVENING]), [0, 2, 0]);
}

#[test]
fn an_imported_line_waits_for_staff_if_its_key_exists_with_different_contents() {
    let world = world();
    file_as_earlier_release(&world, hash(&world, &["citation", "2", "AB-1"]), true);
    assert_eq!(import_lines(&world, &[NUMBERED]), [0, 1, 0]);
    let another_city = "2,Bay Bridge,02/20/2026,8.00,AB-1,Bay Area";
    assert_eq!(import_lines(&world, &[another_city]), [0, 0, 1]);
    let [waits] = waiting_citations(&world).try_into().unwrap();
    assert_eq!(
        waits.reason.as_deref(),
        Some("This citation number is already on file with different details: toll 1.")
    );
    // Staff have seen that the contents differ, and accept the citation.
    assert_eq!(
        (accept_citation(&world, &waits), count_tolls(&world)),
        (FiledAndExisting { filed: 1, existing: 0 }, 2)
    );
    assert_eq!(import_lines(&world, &[NUMBERED, another_city]), [0, 2, 0]);
}

#[test]
fn one_citation_number_from_two_issuers_is_imported_as_two_citations() {
    let world = world();
    let other = "2,Bay Bridge,02/20/2026,8.00,AB-1,Bay Area";
    assert_eq!(import_lines(&world, &[NUMBERED, other]), [2, 0, 0]);
    assert_eq!(import_lines(&world, &[other, NUMBERED]), [0, 2, 0]);
    let written_otherwise = "2,GWB Upper,02/20/2026 08:01 AM,14.75,ab 1,PORT AUTHORITY";
    assert_eq!(import_lines(&world, &[written_otherwise]), [0, 1, 0]);
    let without_issuer = "2,GWB Upper,02/20/2026 08:01 AM,14.75,AB1,";
    assert_eq!(import_lines(&world, &[without_issuer]), [0, 1, 0]);
}

/// The file of one city or court often has no column for the issuer.
#[test]
fn the_issuer_that_staff_name_applies_to_rows_without_an_issuer() {
    let world = world();
    let import = |line: &str, issuer: Option<&str>| {
        let file = format!("{}\n{line}\n", TOLL.join(","));
        let id = upload(&world.deps, &admin(), ImportKind::Toll, "x.csv", file.as_bytes()).unwrap().id;
        let columns = TOLL.map(|name| Some(name.to_owned()));
        start_check(&world.deps, &admin(), id, &columns, None, issuer).map(|_| {
            run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
            let counts = world.transact(|store| Ok(store.import(id)?)).unwrap().unwrap().counts;
            if counts.new > 0 {
                confirm_import(&world.deps, &admin(), id, StoreConfirmations::default()).unwrap();
                run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
            }
            [counts.new, counts.existing]
        })
    };
    let unnamed = "2,GWB Upper,02/20/2026 08:01 AM,14.75,AB-1,";
    assert_eq!(import(unnamed, Some(" Port Authority ")).unwrap(), [1, 0]);
    let issuers = || -> Vec<_> {
        world.database.tables().tolls.iter().map(|toll| toll.filed.issuer.clone().unwrap()).collect()
    };
    assert_eq!(issuers(), ["Port Authority"]);
    assert_eq!(import(NUMBERED, Some("Bay Area")).unwrap(), [0, 1], "the row names its own issuer");
    assert_eq!(import("2,Bay Bridge,02/20/2026,8.00,AB-1,", Some("Bay Area")).unwrap(), [1, 0]);
    assert_eq!(issuers(), ["Port Authority", "Bay Area"]);
    assert_eq!(outcome(&import(unnamed, Some(&"x".repeat(201)))), "Fields");
}

#[test]
fn an_imported_line_waits_for_staff_if_its_citation_number_exists_with_other_contents() {
    let world = world();
    assert_eq!(import_lines(&world, &[NUMBERED]), [1, 0, 0]);
    let dearer = "2,GWB Upper,02/20/2026 08:01 AM,99.00,AB-1,Port Authority";
    let another_drivers = "3,GWB Upper,02/20/2026 08:01 AM,14.75,AB-1,Port Authority";
    assert_eq!(import_lines(&world, &[dearer]), [0, 0, 1]);
    assert_eq!(import_lines(&world, &[another_drivers]), [0, 0, 1]);
    assert_eq!(
        waiting_citations(&world).iter().map(|one| one.candidate).collect::<Vec<_>>(),
        [Some(DRIVER), Some(OTHER)]
    );
    assert_eq!(world.database.tables().tolls[0].filed.amount, "14.75");
    // The citation isn't filed a second time.
    for one in waiting_citations(&world) {
        assert_eq!(
            (accept_citation(&world, &one), count_tolls(&world)),
            (FiledAndExisting { filed: 0, existing: 1 }, 1)
        );
    }
}

#[test]
fn an_item_that_staff_removed_is_not_imported_again() {
    let world = world();
    assert_eq!(import_lines(&world, &[NUMBERED]), [1, 0, 0]);
    world.database.tables().tolls.clear();
    assert_eq!((import_lines(&world, &[NUMBERED]), count_tolls(&world)), ([0, 1, 0], 0));
}

#[test]
fn a_citation_number_that_a_file_repeats_in_another_spelling_is_an_error() {
    let twice = upload_and_check(&world(), &["2,GWB,02/20/2026,1,A-2,City", "2,GWB,02/20/2026,1,a2,CITY"]);
    assert_eq!((twice.counts.new, twice.counts.bad), (1, 1));
}

fn authority(world: &World, name: &str) -> Authority {
    let details = AuthorityDetails::parse(name, AuthorityKind::TollAgency, &[], None).unwrap();
    register::add_authority(&world.deps, &admin(), &details).unwrap()
}

/// Adds the same authority under two spellings. Returns the request to merge the second into the first.
fn two_spellings(world: &World) -> MergeRequest {
    let (skip, merged) = (authority(world, "Port Authority"), authority(world, "PANYNJ"));
    MergeRequest { merged: (merged.id, merged.version), into: (skip.id, skip.version) }
}

const OLD_SPELLING: &str = "2,GWB Upper,02/20/2026 08:01 AM,14.75,AB-1,PANYNJ";

#[test]
fn importing_a_toll_again_under_either_spelling_of_a_merged_issuer_creates_no_second_toll() {
    let world = world();
    let request = two_spellings(&world);
    assert_eq!(import_lines(&world, &[OLD_SPELLING]), [1, 0, 0]);
    merge_authorities(&world.deps, &admin(), request).unwrap();
    assert_eq!(import_lines(&world, &[OLD_SPELLING]), [0, 1, 0]);
    assert_eq!(import_lines(&world, &[NUMBERED]), [0, 1, 0]);
    let dearer = "2,GWB Upper,02/20/2026 08:01 AM,99.00,AB-1,Port Authority";
    assert_eq!(import_lines(&world, &[dearer]), [0, 0, 1]);
    assert_eq!(count_tolls(&world), 1);
}

/// Confirms and stores a checked import. Returns its status and message.
fn confirm_and_store(world: &World, import: &Import) -> (ImportStatus, String) {
    confirm_import(&world.deps, &admin(), import.id, StoreConfirmations::default()).unwrap();
    run_due_jobs(&world.deps, SLOW_WORKERS).unwrap();
    let import = world.transact(|store| Ok(store.import(import.id)?)).unwrap().unwrap();
    (import.status, import.message.unwrap_or_default())
}

#[test]
fn an_import_fails_if_a_merge_of_issuers_after_its_check_makes_a_citation_a_duplicate() {
    let second = "3,Bay Bridge,02/20/2026,8.00,ab1,Port Authority";
    for (filed, lines) in [(&[second][..], &[OLD_SPELLING][..]), (&[], &[OLD_SPELLING, second])] {
        let world = world();
        let request = two_spellings(&world);
        if !filed.is_empty() {
            import_lines(&world, filed);
        }
        let import = upload_and_check(&world, lines);
        assert_eq!((import.counts.new, import.counts.bad), (i32::try_from(lines.len()).unwrap(), 0));
        merge_authorities(&world.deps, &admin(), request).unwrap();
        let (status, message) = confirm_and_store(&world, &import);
        assert_eq!((status, count_tolls(&world)), (ImportStatus::Failed, filed.len()));
        assert!(message.contains("Upload the file again."), "{message}");
        // A new check of the file uses the register after the merge.
        let again = upload_and_check(&world, lines);
        let expected = if filed.is_empty() { (1, 1, 0) } else { (0, 0, 1) };
        assert_eq!((again.counts.new, again.counts.bad, again.counts.queued), expected);
    }
}

#[test]
fn an_import_is_not_stored_if_staff_filed_one_of_its_citations_after_the_check() {
    let world = world();
    let import = upload_and_check(&world, &[NUMBERED]);
    let draft = ItemDraft::new(ItemKind::Toll).with("toll_road", "GWB Upper").with("date", "2026-02-20");
    let draft =
        draft.with("amount", "14.75").with("citation_number", "AB 1").with("issuer", "PORT AUTHORITY");
    application::driving_record::filing::file_item(&world.deps, &admin(), OTHER, &draft, false).unwrap();
    assert_eq!((confirm_and_store(&world, &import).0, count_tolls(&world)), (ImportStatus::Failed, 1));
}

#[test]
fn two_drivers_with_the_same_citation_in_a_file_are_an_error_if_the_file_names_the_issuer() {
    let another_drivers = "3,GWB Upper,02/20/2026 08:01 AM,14.75,ab1,PORT AUTHORITY";
    let twice = upload_and_check(&world(), &[NUMBERED, another_drivers]);
    assert_eq!((twice.counts.new, twice.counts.bad), (1, 1));
    let without_issuers = ["2,GWB,02/20/2026,1,A-2,", "3,GWB,02/20/2026,1,A-2,"];
    assert_eq!(upload_and_check(&world(), &without_issuers).counts.new, 2);
}
