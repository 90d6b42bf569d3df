//! Tests of imports of files. An import stores all of its lines or none of them, and stores no line twice.

use adapters_postgres::PgDatabase;
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::TicketDetails;
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::requests::hardship::{Need, Situation};
use domain::shared::ids::{ImportId, UserId};
use ports::driving_record::items::Items;
use ports::imports::files::{FileColumn, Imports, LineCounts, NewImport, StagedLine, StoredItems};
use ports::requests::hardship::{HardshipRequests, NewHardshipRequest};
use ports::shared::store_error::{StoreError, StoreResult};
use ports::store::{Store, in_transaction};

use crate::support::{World, at};

/// The fields that a line has in these tests. All other fields of the line are empty.
const TICKET: [(&str, &str); 15] = [
    ("violation_type", "Speeding"),
    ("date", "2026-02-01"),
    ("time_of_violation", "8:15 AM"),
    ("location", "Main St"),
    ("amount", "$150"),
    ("points", "3"),
    ("category", "speeding"),
    ("status", "Court Required"),
    ("is_disputed", "false"),
    ("is_court_required", "true"),
    ("court_date", "2026-03-01"),
    ("consequence", "a \\ \"b\" é"),
    ("processing_fee_type", "percentage"),
    ("processing_fee_amount", "2.50"),
    ("our_processing_fee", "2.99"),
];

/// Returns all fields of a line: those of [`TICKET`] with these `changes`, and empty ones.
fn fields(changes: &[(&str, &str)]) -> Vec<(String, String)> {
    let value_of = |name: &str| changes.iter().chain(&TICKET).find(|(known, _)| *known == name);
    let value = |name: &str| value_of(name).map_or("", |(_, value)| value).to_owned();
    TicketDetails::FIELDS.iter().map(|field| (field.name.to_owned(), value(field.name))).collect()
}

/// Returns a new line whose key is unique.
fn line(number: i32, user: UserId) -> StagedLine {
    StagedLine {
        line: number,
        outcome: LineOutcome::New,
        user: Some(user),
        fields: fields(&[]),
        problems: vec![],
        key: Some([u8::try_from(number).unwrap(); 32]),
        is_citation: false,
        item: None,
    }
}

struct ImportWorld {
    world: World,
    staff: UserId,
    ann: UserId,
}

impl ImportWorld {
    fn new() -> Self {
        let mut world = World::new();
        let (staff, ann) = (world.user("staff@example.com"), world.user("ann@example.com"));
        Self { world, staff, ann }
    }

    fn database(&self) -> PgDatabase {
        self.world.db.database()
    }

    fn add_import(&mut self, kind: ImportKind) -> ImportId {
        let columns =
            [FileColumn { header: "Da\0te".to_owned(), samples: vec!["1".to_owned(), String::new()] }];
        let new = NewImport {
            kind,
            file_name: "x.csv",
            columns: &columns,
            total: 3,
            content: b"a,b\n\xff",
            by: self.staff,
            at: at(0),
        };
        self.world.store().insert_import(&new).unwrap().id
    }

    /// Creates an import with these lines, which was checked and confirmed.
    fn add_confirmed_import(&mut self, kind: ImportKind, lines: &[StagedLine]) -> ImportId {
        let id = self.add_import(kind);
        let by = self.staff;
        let mut store = self.world.store();
        let mapping = [Some("date"), None];
        assert!(
            store
                .change_import_status(
                    id,
                    &[ImportStatus::Uploaded],
                    ImportStatus::Checking,
                    Some(&mapping),
                    None
                )
                .unwrap()
        );
        assert!(
            store
                .stage_lines(
                    id,
                    lines,
                    LineCounts { total: 3, done: 3, new: 2, existing: 1, ..LineCounts::default() }
                )
                .unwrap()
        );
        assert!(
            store
                .change_import_status(id, &[ImportStatus::Checking], ImportStatus::Checked, None, None)
                .unwrap()
        );
        assert!(
            store
                .change_import_status(id, &[ImportStatus::Checked], ImportStatus::Storing, None, Some(by))
                .unwrap()
        );
        id
    }

    /// Returns the number of rows of a table. `table` may also have a WHERE clause.
    fn count(&self, table: &str) -> String {
        self.world.db.value(&format!("SELECT count(*) FROM {table}")).unwrap()
    }
}

/// Stores all lines of an import and finishes the import, in the same way as the use case does.
fn store_all(store: &mut dyn Store, id: ImportId, kind: ImportKind) -> StoreResult<StoredItems> {
    assert_eq!(store.lock_for_storing_and_count_closed_accounts(id)?, 0);
    let upto = store.last_line_of_next_batch(id, 0, 1_000)?.unwrap_or_default();
    let stored = store.store_lines(id, kind, (0, upto), at(9))?;
    assert!(store.finish_import(id, stored, at(9))?);
    Ok(stored)
}

#[test]
fn this_release_and_release_0_1_can_read_each_others_import_files() {
    let mut desk = ImportWorld::new();
    let id = desk.add_import(ImportKind::Ticket);
    let whole = format!("SELECT encode(content, 'hex') FROM import_files WHERE import_id = {id}");
    assert_eq!(
        desk.world.db.value(&whole).as_deref(),
        Some("612c620aff"),
        "a server of release 0.1 can read the file too"
    );
    desk.world.db.execute(&format!("DELETE FROM import_pieces WHERE import_id = {id}"));
    assert_eq!(
        desk.world.store().import_piece(id, 1, 9).unwrap().unwrap(),
        b",b\n\xff",
        "a file uploaded before pieces existed can be read"
    );
}

#[test]
fn stale_imports_are_canceled_even_if_canceling_one_of_them_fails() {
    let mut imports = ImportWorld::new();
    let ids = [(); 3].map(|()| imports.add_import(ImportKind::Ticket));
    imports.world.db.execute(&format!(
        "CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'this import fails'; END $$;
         CREATE TRIGGER fail BEFORE UPDATE ON imports FOR EACH ROW WHEN (old.id = {}) EXECUTE FUNCTION fail();",
        ids[0]
    ));
    let mut store = imports.world.store();
    assert_eq!(store.end_stale_imports(at(1), at(9)).unwrap(), 2);
    let statuses = ids.map(|id| store.import(id).unwrap().unwrap().status);
    assert_eq!(statuses, [ImportStatus::Uploaded, ImportStatus::Cancelled, ImportStatus::Cancelled]);
}

#[test]
fn an_imported_ticket_is_stored_with_all_fields() {
    let mut desk = ImportWorld::new();
    let id = desk.add_confirmed_import(ImportKind::Ticket, &[line(2, desk.ann)]);
    let stored = in_transaction(&desk.database(), |store| store_all(store, id, ImportKind::Ticket)).unwrap();
    let (ticket, _) = desk.world.store().tickets_of(desk.ann).unwrap().remove(0);
    assert_eq!((stored.count, stored.ids), (1, Some((ticket.id.0, ticket.id.0))));
    let fields = ticket.filed.fields().into_iter().filter(|(_, value)| !value.is_empty());
    assert_eq!(fields.collect::<Vec<_>>(), TICKET.map(|(name, value)| (name, value.to_owned())));
    assert_eq!((ticket.is_paid, ticket.created_at), (false, at(9)));
    let import = desk.world.store().import(id).unwrap().unwrap();
    assert_eq!((import.status, import.stored, import.counts.done), (ImportStatus::Stored, 1, 3));
    assert_eq!(desk.count("import_pieces") + &desk.count("import_lines"), "00");
}

#[test]
fn an_imported_item_that_was_paid_elsewhere_is_stored_as_paid() {
    for (kind, table, place) in
        [(ImportKind::Parking, "parking", "location"), (ImportKind::Toll, "tolls", "toll_road")]
    {
        let mut desk = ImportWorld::new();
        let mut one = line(2, desk.ann);
        one.fields = fields(&[("status", "Paid"), ("location", "SH 130")]);
        one.fields.push(("toll_road".to_owned(), "SH 130".to_owned()));
        let id = desk.add_confirmed_import(kind, &[one]);
        in_transaction(&desk.database(), |store| store_all(store, id, kind)).unwrap();
        let paid = format!(
            "{table} WHERE is_paid AND paid_at = created_at AND {place} = 'SH 130' AND processing_fee_hundredths = 250
             AND our_processing_fee_cents = 299 AND due_date IS NULL"
        );
        assert_eq!(desk.count(&paid), "1", "{table}");
    }
}

#[test]
fn an_imported_item_with_a_hardship_request_prevents_undoing_the_import() {
    for (kind, item_kind, status) in [
        (ImportKind::Ticket, ItemKind::Ticket, "Court Required"),
        (ImportKind::Parking, ItemKind::Parking, "Unpaid"),
        (ImportKind::Toll, ItemKind::Toll, "Unpaid"),
    ] {
        let mut desk = ImportWorld::new();
        let mut one = StagedLine { fields: fields(&[("status", status)]), ..line(2, desk.ann) };
        one.fields.push(("toll_road".to_owned(), "SH 130".to_owned()));
        let id = desk.add_confirmed_import(kind, &[one]);
        let stored = in_transaction(&desk.database(), |store| store_all(store, id, kind)).unwrap();
        let mut store = desk.world.store();
        let import = store.import(id).unwrap().unwrap();
        assert_eq!(store.lock_and_count_undeletable_items(&import).unwrap(), 0, "{item_kind}");
        let request = NewHardshipRequest {
            user_id: desk.ann,
            item: ItemId { kind: item_kind, id: stored.ids.unwrap().0 },
            need: Need::MoreTime(at(9).date_naive()),
            situation: Situation::Other,
            asked_at: at(9),
        };
        store.insert_hardship_request(&request).unwrap();
        assert_eq!(store.lock_and_count_undeletable_items(&import).unwrap(), 1, "{item_kind}");
    }
}

#[test]
fn a_hardship_request_that_is_added_while_an_import_is_undone_prevents_undoing() {
    let mut desk = ImportWorld::new();
    let ann = desk.ann;
    let id = desk.add_confirmed_import(ImportKind::Ticket, &[line(2, ann)]);
    let stored = in_transaction(&desk.database(), |store| store_all(store, id, ImportKind::Ticket)).unwrap();
    let import = desk.world.store().import(id).unwrap().unwrap();
    let request = NewHardshipRequest {
        user_id: ann,
        item: ItemId { kind: ItemKind::Ticket, id: stored.ids.unwrap().0 },
        need: Need::MoreTime(at(9).date_naive()),
        situation: Situation::Other,
        asked_at: at(9),
    };
    let (_, undeletable) = desk.world.run_overlapping(
        |store| store.insert_hardship_request(&request),
        move |store| store.lock_and_count_undeletable_items(&import),
    );
    assert_eq!(undeletable, 1);
}

#[test]
fn if_one_line_of_an_import_cannot_be_stored_no_line_is_stored() {
    for changes in [("date", "2026-02-30"), ("points", "12")] {
        let mut desk = ImportWorld::new();
        let mut spoilt = line(3, desk.ann);
        spoilt.fields = fields(&[changes]);
        let id =
            desk.add_confirmed_import(ImportKind::Ticket, &[line(2, desk.ann), spoilt, line(4, desk.ann)]);
        let failed = in_transaction(&desk.database(), |store| {
            assert_eq!(store.store_lines(id, ImportKind::Ticket, (0, 2), at(9))?.count, 1);
            store_all(store, id, ImportKind::Ticket)
        });
        assert!(matches!(failed, Err(StoreError::Failed(_))), "{failed:?}");
        let counts = [desk.count("tickets"), desk.count("import_keys"), desk.count("import_lines")];
        assert_eq!(counts, ["0", "0", "3"]);
        assert_eq!(desk.world.store().import(id).unwrap().unwrap().status, ImportStatus::Storing);
    }
}

#[test]
fn storing_an_import_saves_the_key_of_each_row_with_its_new_or_existing_item() {
    let mut desk = ImportWorld::new();
    let existing = StagedLine { outcome: LineOutcome::Existing, item: Some(77), ..line(3, desk.ann) };
    let id = desk.add_confirmed_import(ImportKind::Ticket, &[line(2, desk.ann), existing]);
    let stored = in_transaction(&desk.database(), |store| store_all(store, id, ImportKind::Ticket)).unwrap();
    assert_eq!(
        (stored.count, desk.count("tickets").as_str()),
        (1, "1"),
        "an existing item is not created again"
    );
    let keys = [[2; 32], [3; 32], [9; 32]];
    let mut known = desk.world.store().items_by_import_key(ImportKind::Ticket, &keys).unwrap();
    known.sort();
    assert_eq!(known, [([2; 32], stored.ids.unwrap().0), ([3; 32], 77)]);
    assert_eq!(desk.world.store().items_by_import_key(ImportKind::Toll, &keys).unwrap(), []);
}

#[test]
fn when_two_identical_imports_are_stored_concurrently_the_second_stores_nothing() {
    let mut desk = ImportWorld::new();
    let lines = [line(2, desk.ann), line(3, desk.ann)];
    let one = desk.add_confirmed_import(ImportKind::Ticket, &lines);
    let other = desk.add_confirmed_import(ImportKind::Ticket, &lines);
    let (first, second) = desk.world.run_overlapping(
        |store| store_all(store, one, ImportKind::Ticket),
        move |store| store_all(store, other, ImportKind::Ticket),
    );
    assert_eq!((first.count, second), (2, StoredItems::default()));
    assert_eq!([desk.count("tickets"), desk.count("import_keys")], ["2", "2"]);
}

#[test]
fn closing_an_account_waits_for_a_running_import_and_later_imports_see_the_account_closed() {
    let mut desk = ImportWorld::new();
    let ann = desk.ann;
    let id = desk.add_confirmed_import(ImportKind::Ticket, &[line(2, ann)]);
    let (closed, ()) = desk.world.run_overlapping(
        |store| store.lock_for_storing_and_count_closed_accounts(id),
        move |store| {
            store.lock_for_closing_and_check_other_admin(ann)?;
            store.close_user(ann, at(5))
        },
    );
    assert_eq!(closed, 0);
    let closed =
        in_transaction(&desk.database(), |store| store.lock_for_storing_and_count_closed_accounts(id));
    assert_eq!(closed.unwrap(), 1);
}
