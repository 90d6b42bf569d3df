use domain::driving_record::new_item::TicketDetails;
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::shared::ids::{ImportId, TicketId, UserId};
use ports::imports::files::{FileColumn, LineCounts, NewCitation, NewImport, StagedLine, StoredItems};
use ports::shared::paging::Page;
use ports::store::{Database, Store};

use crate::support::{ALL, admin, at, transaction, user};

/// The fields that have the same value in each line, for every kind of import.
const FIELDS: [(&str, &str); 12] = [
    ("violation_type", "Speeding"),
    ("toll_road", "SH 130"),
    ("date", "2026-02-01"),
    ("location", "Main St"),
    ("amount", "$150"),
    ("points", "3"),
    ("category", "speeding"),
    ("is_disputed", "false"),
    ("is_court_required", "false"),
    ("processing_fee_type", "percentage"),
    ("processing_fee_amount", "2.50"),
    ("our_processing_fee", "2.99"),
];

/// Returns a new line of an import, with a unique key. Its citation has this number and issuer.
fn cited(number: i32, user: UserId, citation: &str, issuer: &str) -> StagedLine {
    let others = [("citation_number", citation), ("issuer", issuer), ("status", "Unpaid")];
    let value_of = |name: &str| FIELDS.iter().chain(&others).find(|(known, _)| *known == name);
    let names = TicketDetails::FIELDS.iter().map(|field| field.name).chain(["toll_road"]);
    let fields = names.map(|name| (name, value_of(name).map_or("", |(_, text)| text)));
    StagedLine {
        line: number,
        outcome: LineOutcome::New,
        user: Some(user),
        fields: fields.map(|(name, text)| (name.to_owned(), text.to_owned())).collect(),
        problems: vec![],
        key: Some([u8::try_from(number).unwrap(); 32]),
        is_citation: false,
        item: None,
    }
}

/// Returns a new line of an import, with a unique key, but without a citation number and an issuer.
fn line(number: i32, user: UserId) -> StagedLine {
    cited(number, user, "", "")
}

/// Returns the line with the status "Fine", which a ticket can have.
fn as_fine(mut line: StagedLine) -> StagedLine {
    let status = line.fields.iter_mut().find(|(name, _)| name == "status").unwrap();
    status.1 = "Fine".to_owned();
    line
}

/// Returns a line whose date is invalid.
fn invalid_line(number: i32) -> StagedLine {
    StagedLine {
        outcome: LineOutcome::Invalid,
        user: None,
        fields: vec![("date".to_owned(), "so\0on".to_owned())],
        problems: vec![("date".to_owned(), "No day.".to_owned())],
        key: None,
        ..line(number, UserId(0))
    }
}

/// Adds an import whose file was just uploaded.
pub(super) fn add_import(store: &mut dyn Store, staff: UserId, kind: ImportKind) -> ImportId {
    let columns = [FileColumn { header: "Da\0te".to_owned(), samples: vec!["1".to_owned(), String::new()] }];
    let new = NewImport {
        kind,
        file_name: "x.csv",
        columns: &columns,
        total: 3,
        content: b"a,b\n\xff",
        by: staff,
        at: at(0),
    };
    store.insert_import(&new).unwrap().id
}

/// Adds an import with these lines, and confirms it as `staff`.
fn add_confirmed(store: &mut dyn Store, staff: UserId, kind: ImportKind, lines: &[StagedLine]) -> ImportId {
    let id = add_import(store, staff, kind);
    let mapping = [Some("date"), None];
    let checking = ImportStatus::Checking;
    assert!(
        store.change_import_status(id, &[ImportStatus::Uploaded], checking, Some(&mapping), None).unwrap()
    );
    let counts = LineCounts { total: 3, done: 3, new: 2, existing: 1, ..LineCounts::default() };
    assert!(store.stage_lines(id, lines, counts).unwrap());
    assert!(store.change_import_status(id, &[checking], ImportStatus::Checked, None, None).unwrap());
    assert!(
        store
            .change_import_status(id, &[ImportStatus::Checked], ImportStatus::Storing, None, Some(staff))
            .unwrap()
    );
    id
}

/// Stores the items of all lines of a confirmed import, and completes the import.
fn store_all(store: &mut dyn Store, id: ImportId, kind: ImportKind) -> StoredItems {
    store.lock_authority_register().unwrap();
    assert_eq!(store.lock_for_storing_and_count_closed_accounts(id).unwrap(), 0);
    let last = store.last_line_of_next_batch(id, 0, 1_000).unwrap().unwrap_or_default();
    let stored = store.store_lines(id, kind, (0, last), at(9)).unwrap();
    assert!(store.finish_import(id, stored, at(9)).unwrap());
    stored
}

pub fn an_import_round_trips_and_ending_it_deletes_its_file_and_lines(database: &dyn Database) {
    transaction(database, |store| {
        let (staff, ann) = (user(store, "staff@example.com"), user(store, "ann@example.com"));
        let id = add_confirmed(store, staff, ImportKind::Ticket, &[line(2, ann), invalid_line(3)]);
        let second = add_import(store, staff, ImportKind::Toll);
        let import = store.lock_import(id).unwrap().unwrap();
        let column =
            FileColumn { header: "Da\u{fffd}te".to_owned(), samples: vec!["1".to_owned(), String::new()] };
        assert_eq!(import.columns, [column]);
        assert_eq!(import.mapping, Some(vec![Some("date".to_owned()), None]));
        assert_eq!((import.confirmed_by, import.by_name.as_str()), (Some(staff), "Ann Example"));
        for (start, length, piece) in
            [(0, 9, &b"a,b\n\xff"[..]), (1, 3, b",b\n"), (4, 9, b"\xff"), (5, 9, b"")]
        {
            assert_eq!(store.import_piece(id, start, length).unwrap().unwrap(), piece);
        }
        let listed = store.imports(Page { limit: 1, offset: 0 }).unwrap();
        assert_eq!((listed.items[0].id, listed.total, store.count_open_imports().unwrap()), (second, 2, 2));
        let cancelled = ImportStatus::Cancelled;
        assert!(!store.end_import(id, &[ImportStatus::Checked], cancelled, None, at(5)).unwrap());
        let (storing, failed) = ([ImportStatus::Storing], ImportStatus::Failed);
        assert!(store.end_import(id, &storing, failed, Some("No."), at(5)).unwrap());
        let ended = store.import(id).unwrap().unwrap();
        assert_eq!(
            (ended.status, ended.message.as_deref(), ended.ended_at),
            (failed, Some("No."), Some(at(5)))
        );
        assert_eq!((ended.columns, store.import_piece(id, 0, 9).unwrap()), (vec![], None));
        assert_eq!(
            (store.staged_lines(id, None, ALL).unwrap().total, store.count_open_imports().unwrap()),
            (0, 1)
        );
        assert!(store.import_piece(second, 0, 9).unwrap().is_some(), "the other import's file stays");
        assert_eq!(store.import(ImportId(99)).unwrap(), None);
    });
}

pub fn choices_and_progress_of_an_import_are_stored(database: &dyn Database) {
    transaction(database, |store| {
        let staff = admin(store, "staff@example.com");
        let id = add_confirmed(store, staff, ImportKind::Ticket, &[]);
        store.set_import_defaults(id, Some(30), Some("Austin")).unwrap();
        store.set_stores_valid_lines_only(id, true).unwrap();
        store.set_import_progress(id, 2).unwrap();
        let import = store.import(id).unwrap().unwrap();
        assert_eq!((import.due_days, import.issuer.as_deref()), (Some(30), Some("Austin")));
        assert_eq!((import.stores_valid_lines_only, import.counts.done), (true, 2));
    });
}

pub fn lines_are_listed_in_file_order_by_page_and_outcome(database: &dyn Database) {
    transaction(database, |store| {
        let (staff, ann) = (admin(store, "staff@example.com"), user(store, "ann@example.com"));
        let lines = [invalid_line(9), line(4, ann), invalid_line(2), line(12, ann)];
        let id = add_confirmed(store, staff, ImportKind::Ticket, &lines);
        let numbers = |store: &mut dyn Store, outcome, limit, offset| -> (Vec<i32>, i64) {
            let paged = store.staged_lines(id, outcome, Page { limit, offset }).unwrap();
            (paged.items.iter().map(|line| line.line).collect(), paged.total)
        };
        assert_eq!(numbers(store, None, 10, 0), (vec![2, 4, 9, 12], 4));
        assert_eq!(numbers(store, None, 2, 1), (vec![4, 9], 4));
        assert_eq!(numbers(store, Some(LineOutcome::Invalid), 10, 0), (vec![2, 9], 2));
        assert_eq!(numbers(store, Some(LineOutcome::Existing), 10, 0), (vec![], 0));
        let next = store.invalid_lines_after(id, 2, 10).unwrap();
        assert_eq!(next.iter().map(|line| line.line).collect::<Vec<_>>(), [9]);
        assert_eq!(next[0].fields, [("date".to_owned(), "so\u{fffd}on".to_owned())]);
        assert_eq!(next[0].problems, invalid_line(9).problems);
        let after = [(0, 2), (4, 1), (12, 5)]
            .map(|(after, count)| store.last_line_of_next_batch(id, after, count).unwrap());
        assert_eq!(after, [Some(4), Some(9), None]);
        store.delete_staged_lines(id).unwrap();
        assert_eq!(store.last_line_of_next_batch(id, 0, 5).unwrap(), None);
    });
}

pub fn no_line_is_staged_after_the_check_has_ended(database: &dyn Database) {
    transaction(database, |store| {
        let (staff, ann) = (admin(store, "staff@example.com"), user(store, "ann@example.com"));
        let id = add_confirmed(store, staff, ImportKind::Ticket, &[]);
        assert!(!store.stage_lines(id, &[line(2, ann)], LineCounts::default()).unwrap());
        assert_eq!(store.staged_lines(id, None, ALL).unwrap().total, 0);
    });
}

pub fn an_import_of_only_its_valid_lines_stores_items_and_keeps_the_invalid_lines(database: &dyn Database) {
    for kind in [ImportKind::Ticket, ImportKind::Parking, ImportKind::Toll] {
        transaction(database, |store| {
            let staff = admin(store, &format!("staff-{kind}@example.com"));
            let ann = user(store, &format!("ann-{kind}@example.com"));
            let new = if kind == ImportKind::Ticket { as_fine(line(2, ann)) } else { line(2, ann) };
            let id = add_confirmed(store, staff, kind, &[new, invalid_line(3)]);
            store.set_stores_valid_lines_only(id, true).unwrap();
            let stored = store_all(store, id, kind);
            let (first, last) = stored.ids.unwrap();
            assert_eq!((stored.count, first), (1, last));
            let items = store.items_with_ids(kind, &[first, 99]).unwrap();
            assert_eq!((items.len(), items[0].user, items[0].amount.as_str()), (1, ann, "$150"));
            assert!(!items[0].has_citation);
            let import = store.import(id).unwrap().unwrap();
            assert_eq!((import.status, import.stored, import.items), (ImportStatus::Stored, 1, stored.ids));
            assert_eq!((import.ended_at, import.counts.done), (Some(at(9)), 3));
            assert_eq!(store.import_piece(id, 0, 9).unwrap(), None);
            assert_eq!(store.staged_lines(id, None, ALL).unwrap().total, 1);
            assert_eq!(store.delete_old_invalid_lines(at(9)).unwrap(), 0);
            assert_eq!(store.delete_old_invalid_lines(at(10)).unwrap(), 1);
            assert_eq!(store.staged_lines(id, None, ALL).unwrap().total, 0);
        });
    }
}

pub fn an_import_is_undone_with_its_items_and_keys(database: &dyn Database) {
    transaction(database, |store| {
        let (staff, ann) = (admin(store, "staff@example.com"), user(store, "ann@example.com"));
        let id = add_confirmed(store, staff, ImportKind::Toll, &[line(2, ann), line(3, ann)]);
        let (first, _) = store_all(store, id, ImportKind::Toll).ids.unwrap();
        // Stores two more import keys of the first item. An import key is a hash by which Lanewise recognizes
        // an item that is imported again. One key was computed from a citation number, the other wasn't.
        for (key, is_citation) in [([7; 32], true), ([8; 32], false)] {
            assert!(store.store_import_key(ImportKind::Toll, key, is_citation, first, None).unwrap());
        }
        let again = StagedLine { outcome: LineOutcome::Existing, item: Some(first), ..line(9, ann) };
        let later = add_confirmed(store, staff, ImportKind::Toll, &[again]);
        store_all(store, later, ImportKind::Toll);
        assert!(store.store_import_key(ImportKind::Ticket, [7; 32], true, first, None).unwrap());
        let import = store.import(id).unwrap().unwrap();
        assert_eq!(store.lock_and_count_undeletable_items(&import).unwrap(), 0);
        assert_eq!(store.undo_import(&import, at(10)).unwrap(), 2);
        assert!(store.tolls_of(ann).unwrap().is_empty());
        let keys = [2, 3, 7, 8, 9].map(|key| [key; 32]);
        assert_eq!(store.items_by_import_key(ImportKind::Toll, &keys).unwrap(), []);
        assert_eq!(store.items_by_import_key(ImportKind::Ticket, &keys).unwrap(), [([7; 32], first)]);
        assert_eq!(store.import(id).unwrap().unwrap().undone_at, Some(at(10)));
    });
}

pub fn the_new_citations_of_an_import_have_a_number_an_issuer_and_an_unknown_key(database: &dyn Database) {
    transaction(database, |store| {
        let (staff, ann) = (admin(store, "staff@example.com"), user(store, "ann@example.com"));
        let existing =
            StagedLine { outcome: LineOutcome::Existing, item: Some(77), ..cited(7, ann, "AB-7", "City") };
        let lines = [
            cited(2, ann, "AB-2", "City"),
            cited(3, ann, "AB-3", ""),
            cited(4, ann, "", "City"),
            cited(5, ann, "AB-5", "N.Y."),
            cited(6, ann, "AB-6", "City"),
            existing,
            invalid_line(8),
        ];
        let id = add_confirmed(store, staff, ImportKind::Ticket, &lines);
        assert!(store.store_import_key(ImportKind::Ticket, [6; 32], true, 78, None).unwrap());
        assert!(!store.store_import_key(ImportKind::Ticket, [6; 32], true, 79, None).unwrap());
        let found = |of: &str, issuer: &str| NewCitation { number: of.to_owned(), issuer: issuer.to_owned() };
        let mut citations = |lines| store.new_citations(id, ImportKind::Ticket, lines).unwrap();
        assert_eq!(citations((0, 99)), [found("AB-2", "City"), found("AB-5", "N.Y.")]);
        assert_eq!(citations((2, 99)), [found("AB-5", "N.Y.")]);
        assert_eq!(citations((0, 4)), [found("AB-2", "City")]);
    });
}

pub fn an_existing_item_is_not_created_again(database: &dyn Database) {
    transaction(database, |store| {
        let (staff, ann) = (admin(store, "staff@example.com"), user(store, "ann@example.com"));
        let existing = StagedLine { outcome: LineOutcome::Existing, item: Some(77), ..line(3, ann) };
        let new = as_fine(cited(2, ann, "AB-2", "City"));
        let id = add_confirmed(store, staff, ImportKind::Ticket, &[new.clone(), existing]);
        let stored = store_all(store, id, ImportKind::Ticket);
        let ticket = stored.ids.unwrap().0;
        assert_eq!((stored.count, store.tickets_of(ann).unwrap().len()), (1, 1));
        let keys = [[2; 32], [3; 32], [9; 32]];
        let mut known = store.items_by_import_key(ImportKind::Ticket, &keys).unwrap();
        known.sort_unstable();
        assert_eq!(known, [([2; 32], ticket), ([3; 32], 77)]);
        assert_eq!(store.items_by_import_key(ImportKind::Toll, &keys).unwrap(), []);
        let again = add_confirmed(store, staff, ImportKind::Ticket, &[new]);
        assert_eq!(store.imported_tickets(again).unwrap(), []);
        assert_eq!(store_all(store, again, ImportKind::Ticket), StoredItems::default());
        assert!(store.ticket(TicketId(ticket)).unwrap().is_some());
    });
}

pub fn closed_accounts_of_an_import_are_counted(database: &dyn Database) {
    transaction(database, |store| {
        let (staff, ann) = (admin(store, "staff@example.com"), user(store, "ann@example.com"));
        let id = add_confirmed(store, staff, ImportKind::Ticket, &[line(2, ann), line(3, ann)]);
        assert_eq!(store.lock_for_storing_and_count_closed_accounts(id).unwrap(), 0);
        store.close_user(ann, at(5)).unwrap();
        assert_eq!(
            store.lock_for_storing_and_count_closed_accounts(id).unwrap(),
            1,
            "the account of several lines counts once"
        );
    });
}

pub fn stale_unconfirmed_imports_are_canceled_but_confirmed_imports_are_not(database: &dyn Database) {
    transaction(database, |store| {
        let (staff, ann) = (admin(store, "staff@example.com"), user(store, "ann@example.com"));
        let storing = add_confirmed(store, staff, ImportKind::Ticket, &[line(2, ann)]);
        let waiting = add_import(store, staff, ImportKind::Ticket);
        assert_eq!(store.end_stale_imports(at(0), at(9)).unwrap(), 0);
        assert_eq!(store.end_stale_imports(at(1), at(9)).unwrap(), 1);
        assert_eq!(store.import(waiting).unwrap().unwrap().status, ImportStatus::Cancelled);
        assert_eq!(store.import(storing).unwrap().unwrap().status, ImportStatus::Storing);
        assert_eq!(store.staged_lines(storing, None, ALL).unwrap().total, 1);
        assert!(store.import_piece(waiting, 0, 9).unwrap().is_none());
    });
}
