//! In-memory store of imports of traffic tickets, parking tickets and tolls.

mod items;
mod plate_reviews;
mod waiting;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::accounts::user::User;
use domain::accounts::verification::Claim;
use domain::driving_record::item_file::ItemId;
use domain::driving_record::standing::HasStanding;
use domain::driving_record::ticket::{Item, Parking, Ticket, Toll};
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::imports::line::DriverIdentifiers;
use domain::imports::matching::{DetailMatch, FoundDrivers};
use domain::shared::ids::{ImportId, TicketId, UserId};
use domain::shared::payable::Payable;
use ports::imports::files::{
    FileColumn, FiledItem, Import, Imports, LineCounts, NewCitation, NewImport, StagedLine, StoredItems,
};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::support::build;
use crate::support::store::audit_trail::without_nul;
use crate::support::store::repositories::next_id;
use crate::support::store::unit::{Unit, row};

/// The keys of stored lines, by kind and key. The value says whether the key was made from a citation number,
/// and has the id of the item.
pub type Keys = BTreeMap<(&'static str, [u8; 32]), (bool, i32)>;

/// The tables of imports, and the error that a test simulates.
#[derive(Clone, Default)]
pub struct ImportTables {
    pub all: Vec<Import>,
    pub files: Vec<(ImportId, Vec<u8>)>,
    pub lines: Vec<(ImportId, StagedLine)>,
    pub keys: Keys,
    /// The import that stored each key.
    pub stored_by: BTreeMap<(&'static str, [u8; 32]), ImportId>,
    /// The citations that wait for staff's decision or for a driver.
    pub waiting: Vec<waiting::Row>,
    /// The items that are dated outside of the period in which the driver had the plate.
    pub plate_reviews: Vec<(ImportKind, i32)>,
    /// The number of a line and an error. Storing that line or a later one fails with the error. `None` if
    /// no error is simulated.
    pub trouble: Option<(i32, fn() -> StoreError)>,
}

impl ImportTables {
    /// Fails if a test simulates an error for this line.
    fn check_error(&self, line: i32) -> StoreResult<()> {
        match self.trouble {
            Some((from, error)) if line >= from => Err(error()),
            _ => Ok(()),
        }
    }

    /// Deletes an import's file, lines, and waiting citations that aren't stored yet.
    fn forget(&mut self, id: ImportId) {
        self.files.retain(|(known, _)| *known != id);
        self.lines.retain(|(known, _)| *known != id);
        self.waiting.retain(|row| row.import != Some(id) || row.is_stored);
    }

    /// Returns the lines of an import, in the file's order.
    fn lines_of(&self, id: ImportId) -> impl Iterator<Item = &StagedLine> {
        let own = self.lines.iter().filter(|(known, _)| *known == id).map(|(_, line)| line);
        let mut own: Vec<&StagedLine> = own.collect();
        own.sort_by_key(|line| line.line);
        own.into_iter()
    }
}

/// Returns a page of a list.
fn page_of<T: Clone>(all: &[T], page: Page) -> Paged<T> {
    let (skip, take) = (usize::try_from(page.offset).unwrap(), usize::try_from(page.limit).unwrap());
    Paged::new(all.iter().skip(skip).take(take).cloned().collect(), i64::try_from(all.len()).unwrap())
}

/// Returns a field of a line; empty if the line doesn't have it.
fn field(line: &StagedLine, name: &str) -> String {
    line.fields.iter().find(|(known, _)| known == name).map(|(_, text)| text.clone()).unwrap_or_default()
}

impl Unit<'_> {
    /// Returns an import; `None` if it doesn't exist or its status isn't one of these.
    fn import_in(&mut self, id: ImportId, allowed: &[ImportStatus]) -> Option<&mut Import> {
        self.tables.imports.all.iter_mut().find(|import| import.id == id && allowed.contains(&import.status))
    }

    fn any_import(&mut self, id: ImportId) -> &mut Import {
        self.tables.imports.all.iter_mut().find(|import| import.id == id).unwrap()
    }

    /// Files the item of a line, and returns its id.
    fn file_line(&mut self, kind: ImportKind, line: &StagedLine, filed_at: DateTime<Utc>) -> i32 {
        let value_of = |name: &str| Some(field(line, name)).filter(|text| !text.is_empty());
        if kind == ImportKind::Toll {
            let id = self.tables.next_id("tolls", self.tables.tolls.len());
            let mut new = Toll { user_id: line.user.unwrap(), created_at: filed_at, ..build::toll(id) };
            new.filed.date = build::date(&field(line, "date"));
            new.filed.amount = field(line, "amount");
            new.filed.toll_road = field(line, "toll_road");
            new.filed.time_of_day = value_of("time_of_day");
            (new.filed.citation_number, new.filed.issuer) = (value_of("citation_number"), value_of("issuer"));
            self.tables.tolls.push(new);
            return id;
        }
        if kind == ImportKind::Parking {
            let id = self.tables.next_id("parking", self.tables.parking.len());
            let mut new = Parking { user_id: line.user.unwrap(), created_at: filed_at, ..build::parking(id) };
            new.filed.date = build::date(&field(line, "date"));
            new.filed.location = field(line, "location");
            new.filed.amount = field(line, "amount");
            new.filed.violation_type = field(line, "violation_type");
            (new.filed.citation_number, new.filed.issuer) = (value_of("citation_number"), value_of("issuer"));
            self.tables.parking.push(new);
            return id;
        }
        let id = self.tables.next_id("tickets", self.tables.tickets.len());
        let mut new = Ticket { user_id: line.user.unwrap(), created_at: filed_at, ..build::ticket(id) };
        new.filed.date = build::date(&field(line, "date"));
        new.filed.location = field(line, "location");
        new.filed.amount = field(line, "amount");
        new.filed.violation_type = field(line, "violation_type");
        (new.filed.citation_number, new.filed.issuer) = (value_of("citation_number"), value_of("issuer"));
        new.filed.court_state = value_of("court_state");
        self.tables.tickets.push(new);
        id
    }
}

impl Imports for Unit<'_> {
    fn insert_import(&mut self, new: &NewImport<'_>) -> StoreResult<Import> {
        self.must_be_transaction();
        let id = ImportId(next_id(&self.tables.imports.all));
        self.tables.imports.files.push((id, new.content.to_vec()));
        let column = |column: &FileColumn| FileColumn {
            header: without_nul(&column.header),
            samples: column.samples.iter().map(|sample| without_nul(sample)).collect(),
        };
        let staff = self.tables.users.iter().find(|user| user.id == new.by);
        let by_name = staff.map(|user| user.full_name.clone().unwrap_or_else(|| user.email.clone()));
        let import = Import {
            id,
            kind: new.kind,
            status: ImportStatus::Uploaded,
            file_name: new.file_name.to_owned(),
            columns: new.columns.iter().map(column).collect(),
            mapping: None,
            counts: LineCounts { total: new.total, ..LineCounts::default() },
            stored: 0,
            items: None,
            message: None,
            by: new.by,
            by_name: by_name.unwrap_or_default(),
            created_at: new.at,
            confirmed_by: None,
            ended_at: None,
            due_days: None,
            issuer: None,
            stores_valid_lines_only: false,
            undone_at: None,
        };
        self.tables.imports.all.push(import.clone());
        Ok(import)
    }

    fn import(&mut self, id: ImportId) -> StoreResult<Option<Import>> {
        Ok(self.tables.imports.all.iter().find(|import| import.id == id).cloned())
    }

    fn lock_import(&mut self, id: ImportId) -> StoreResult<Option<Import>> {
        self.must_be_transaction();
        self.import(id)
    }

    fn imports(&mut self, page: Page) -> StoreResult<Paged<Import>> {
        let newest: Vec<Import> = self.tables.imports.all.iter().rev().cloned().collect();
        Ok(page_of(&newest, page))
    }

    fn count_open_imports(&mut self) -> StoreResult<i64> {
        let open = self.tables.imports.all.iter().filter(|import| import.ended_at.is_none()).count();
        Ok(i64::try_from(open).unwrap())
    }

    fn import_piece(&mut self, id: ImportId, start: i32, length: i32) -> StoreResult<Option<Vec<u8>>> {
        let (start, length) = (usize::try_from(start).unwrap(), usize::try_from(length).unwrap());
        let found = self.tables.imports.files.iter().find(|(known, _)| *known == id);
        Ok(found.map(|(_, content)| content.iter().copied().skip(start).take(length).collect()))
    }

    fn change_import_status(
        &mut self,
        id: ImportId,
        allowed: &[ImportStatus],
        new_status: ImportStatus,
        mapping: Option<&[Option<&'static str>]>,
        changed_by: Option<UserId>,
    ) -> StoreResult<bool> {
        let moved = self.import_in(id, allowed).map(|import| {
            import.status = new_status;
            import.counts.done = 0;
            let names = mapping.map(|names| names.iter().map(|name| name.map(str::to_owned)).collect());
            import.mapping = names.or(import.mapping.take());
            import.confirmed_by = changed_by.or(import.confirmed_by);
        });
        Ok(moved.is_some())
    }

    fn set_import_defaults(
        &mut self,
        id: ImportId,
        due_days: Option<i32>,
        issuer: Option<&str>,
    ) -> StoreResult<()> {
        let import = self.any_import(id);
        (import.due_days, import.issuer) = (due_days, issuer.map(str::to_owned));
        Ok(())
    }

    fn set_stores_valid_lines_only(&mut self, id: ImportId, valid_lines_only: bool) -> StoreResult<()> {
        self.any_import(id).stores_valid_lines_only = valid_lines_only;
        Ok(())
    }

    fn lock_and_count_undeletable_items(&mut self, import: &Import) -> StoreResult<i64> {
        self.must_be_transaction();
        let tables = &*self.tables;
        let is_used = |item: &Item| {
            let (id, payable) = (ItemId::from(item.payable()), item.payable());
            item.is_paid()
                || self.facts_of(payable).driver_entry.is_some()
                || tables.item_files.files.iter().any(|file| file.item == id)
                || tables.letters.iter().any(|letter| letter.item == id)
                || tables.hardship.iter().any(|request| request.item == id)
                || tables.payments.iter().any(|payment| row(payment.payable) == payable)
        };
        let items = self.items_of_import(import);
        Ok(i64::try_from(items.iter().filter(|item| is_used(item)).count()).unwrap())
    }

    fn undo_import(&mut self, import: &Import, undone_at: DateTime<Utc>) -> StoreResult<usize> {
        self.must_be_transaction();
        let items: Vec<Payable> = self.items_of_import(import).iter().map(Item::payable).collect();
        let tables = &mut *self.tables;
        tables.tickets.retain(|item| !items.contains(&item.payable()));
        tables.parking.retain(|item| !items.contains(&item.payable()));
        tables.tolls.retain(|item| !items.contains(&item.payable()));
        let (first, last) = import.items.unwrap_or_default();
        let is_own = |kind: &str, item: i32| kind == import.kind.as_str() && (first..=last).contains(&item);
        tables.imports.keys.retain(|(kind, _), (_, item)| !is_own(kind, *item));
        tables.imports.lines.retain(|(of, _)| *of != import.id);
        let import = self.any_import(import.id);
        (import.undone_at, import.columns) = (Some(undone_at), vec![]);
        Ok(items.len())
    }

    fn delete_old_invalid_lines(&mut self, before: DateTime<Utc>) -> StoreResult<usize> {
        let is_old = |import: &&mut Import| {
            import.stores_valid_lines_only
                && !import.columns.is_empty()
                && import.ended_at.is_some_and(|at| at < before)
        };
        let mut old = vec![];
        for import in self.tables.imports.all.iter_mut().filter(is_old) {
            import.columns.clear();
            old.push(import.id);
        }
        self.tables.imports.lines.retain(|(of, _)| !old.contains(of));
        Ok(old.len())
    }

    fn delete_staged_lines(&mut self, id: ImportId) -> StoreResult<()> {
        self.tables.imports.lines.retain(|(known, _)| *known != id);
        Ok(())
    }

    fn stage_lines(&mut self, id: ImportId, lines: &[StagedLine], counts: LineCounts) -> StoreResult<bool> {
        self.must_be_transaction();
        if let Some(last) = lines.last() {
            self.tables.imports.check_error(last.line)?;
        }
        let Some(import) = self.import_in(id, &[ImportStatus::Checking]) else { return Ok(false) };
        import.counts = counts;
        let without_nul = |(name, text): &(String, String)| (name.clone(), without_nul(text));
        let stored = |line: &StagedLine| StagedLine {
            fields: line.fields.iter().map(without_nul).collect(),
            ..line.clone()
        };
        self.tables.imports.lines.extend(lines.iter().map(|line| (id, stored(line))));
        Ok(true)
    }

    fn staged_lines(
        &mut self,
        id: ImportId,
        outcome: Option<LineOutcome>,
        page: Page,
    ) -> StoreResult<Paged<StagedLine>> {
        let is_wanted = |line: &&StagedLine| outcome.is_none_or(|outcome| line.outcome == outcome);
        let wanted: Vec<StagedLine> = self.tables.imports.lines_of(id).filter(is_wanted).cloned().collect();
        Ok(page_of(&wanted, page))
    }

    fn invalid_lines_after(&mut self, id: ImportId, after: i32, limit: i64) -> StoreResult<Vec<StagedLine>> {
        let is_next = |line: &&StagedLine| line.outcome == LineOutcome::Invalid && line.line > after;
        let next = self.tables.imports.lines_of(id).filter(is_next);
        Ok(next.take(usize::try_from(limit).unwrap()).cloned().collect())
    }

    fn last_line_of_next_batch(&mut self, id: ImportId, after: i32, count: i32) -> StoreResult<Option<i32>> {
        let next = self.tables.imports.lines_of(id).map(|line| line.line).filter(|line| *line > after);
        Ok(next.take(usize::try_from(count).unwrap()).last())
    }

    fn set_import_progress(&mut self, id: ImportId, done: i32) -> StoreResult<()> {
        let storing = self.import_in(id, &[ImportStatus::Storing]);
        storing.into_iter().for_each(|import| import.counts.done = done);
        Ok(())
    }

    fn lock_for_storing_and_count_closed_accounts(&mut self, id: ImportId) -> StoreResult<i64> {
        self.must_be_transaction();
        let is_new = |line: &&StagedLine| line.outcome == LineOutcome::New;
        let drivers = self.tables.imports.lines_of(id).filter(is_new).filter_map(|line| line.user);
        let drivers: BTreeSet<UserId> = drivers.collect();
        let closed = drivers.iter().filter(|user| !self.tables.is_open(**user)).count();
        Ok(i64::try_from(closed).unwrap())
    }

    fn new_citations(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        (after, last_line): (i32, i32),
    ) -> StoreResult<Vec<NewCitation>> {
        let keys = &self.tables.imports.keys;
        let new = self.tables.imports.lines_of(id).filter(|line| line.line > after && line.line <= last_line);
        let new = new.filter(|line| line.outcome == LineOutcome::New);
        let new = new.filter(|line| !keys.contains_key(&(kind.as_str(), line.key.unwrap())));
        let all = new.map(|line| NewCitation {
            number: field(line, "citation_number"),
            issuer: field(line, "issuer"),
        });
        Ok(all.filter(|one| !one.number.is_empty() && !one.issuer.is_empty()).collect())
    }

    fn store_lines(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        (after, last_line): (i32, i32),
        stored_at: DateTime<Utc>,
    ) -> StoreResult<StoredItems> {
        self.must_be_transaction();
        self.must_hold_register();
        self.tables.imports.check_error(last_line)?;
        let is_wanted = |line: &&StagedLine| line.line > after && line.line <= last_line;
        let lines: Vec<StagedLine> = self.tables.imports.lines_of(id).filter(is_wanted).cloned().collect();
        let mut stored = StoredItems::default();
        for line in lines {
            let Some(key) = line.key.map(|key| (kind.as_str(), key)) else { continue };
            if self.tables.imports.keys.contains_key(&key) {
                continue;
            }
            let item = line.item.unwrap_or_else(|| self.file_line(kind, &line, stored_at));
            self.tables.imports.keys.insert(key, (line.is_citation, item));
            self.tables.imports.stored_by.insert(key, id);
            if line.outcome == LineOutcome::New {
                let first = stored.ids.map_or(item, |(first, _)| first);
                stored = StoredItems { count: stored.count + 1, ids: Some((first, item)) };
            }
        }
        Ok(stored)
    }

    fn imported_tickets(&mut self, id: ImportId) -> StoreResult<Vec<TicketId>> {
        let new = self.tables.imports.lines_of(id).filter(|line| line.outcome == LineOutcome::New);
        let keys = new.filter_map(|line| line.key.map(|key| (ImportKind::Ticket.as_str(), key)));
        let keys = keys.filter(|key| self.tables.imports.stored_by.get(key) == Some(&id));
        let items =
            keys.filter_map(|key| self.tables.imports.keys.get(&key).map(|(_, item)| TicketId(*item)));
        let mut tickets: Vec<TicketId> = items
            .filter(|id| {
                let mut all = self.tables.tickets.iter();
                all.any(|ticket| ticket.id == *id && ticket.filed.issuer.is_some())
            })
            .collect();
        tickets.sort_unstable();
        Ok(tickets)
    }

    fn finish_import(
        &mut self,
        id: ImportId,
        stored: StoredItems,
        finished_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        self.must_be_transaction();
        let Some(import) = self.import_in(id, &[ImportStatus::Storing]) else { return Ok(false) };
        import.status = ImportStatus::Stored;
        (import.stored, import.items, import.ended_at) = (stored.count, stored.ids, Some(finished_at));
        import.counts.done = import.counts.total;
        let stores_valid_lines_only = import.stores_valid_lines_only;
        if !stores_valid_lines_only {
            import.columns.clear();
        }
        let tables = &mut self.tables.imports;
        tables.files.retain(|(known, _)| *known != id);
        tables.lines.retain(|(known, line)| {
            *known != id || (stores_valid_lines_only && line.outcome == LineOutcome::Invalid)
        });
        Ok(true)
    }

    fn end_import(
        &mut self,
        id: ImportId,
        allowed: &[ImportStatus],
        new_status: ImportStatus,
        message: Option<&str>,
        ended_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let Some(import) = self.import_in(id, allowed) else { return Ok(false) };
        (import.status, import.message, import.ended_at) =
            (new_status, message.map(str::to_owned), Some(ended_at));
        import.columns.clear();
        self.tables.imports.forget(id);
        Ok(true)
    }

    fn end_stale_imports(&mut self, before: DateTime<Utc>, ended_at: DateTime<Utc>) -> StoreResult<usize> {
        let is_stale = |import: &&Import| {
            import.ended_at.is_none() && import.created_at < before && import.status != ImportStatus::Storing
        };
        let stale: Vec<Import> = self.tables.imports.all.iter().filter(is_stale).cloned().collect();
        for import in &stale {
            self.end_import(import.id, &[import.status], ImportStatus::Cancelled, None, ended_at)?;
        }
        Ok(stale.len())
    }

    fn find_drivers(&mut self, named: &[DriverIdentifiers]) -> StoreResult<Vec<FoundDrivers>> {
        let users: Vec<User> = self.tables.open_users().cloned().collect();
        let find = |claim: Claim, wanted: Option<(String, Option<&'static str>)>| {
            let has_claim = |user: &&User| wanted.is_some() && user.claimed_detail(claim) == wanted;
            let all: Vec<&User> = users.iter().filter(has_claim).collect();
            match (all.iter().find(|user| user.is_verified(claim)), all.as_slice()) {
                (Some(user), _) => DetailMatch::Verified(user.id),
                (None, [only]) => DetailMatch::Claimed(only.id),
                (None, _) => DetailMatch::NoDriver,
            }
        };
        let dates_of = |found: DetailMatch| {
            let DetailMatch::Verified(id) = found else { return None };
            let user = users.iter().find(|user| user.id == id)?;
            Some((user.plate_dates, user.verified.of(Claim::Plate)?.at.date_naive()))
        };
        let by_plate = |named: &DriverIdentifiers| {
            find(Claim::Plate, named.plate.clone().map(|(plate, state)| (plate, Some(state.name()))))
        };
        let one = |named: &DriverIdentifiers| FoundDrivers {
            by_id: users.iter().map(|user| user.id).find(|id| Some(*id) == named.id),
            by_email: find(Claim::Email, named.email.clone().map(|email| (email, None))),
            by_license: find(
                Claim::License,
                named.license.clone().map(|(number, state)| (number, Some(state.name()))),
            ),
            by_plate: by_plate(named),
            plate_dates: dates_of(by_plate(named)),
        };
        Ok(named.iter().map(one).collect())
    }

    fn items_by_import_key(
        &mut self,
        kind: ImportKind,
        keys: &[[u8; 32]],
    ) -> StoreResult<Vec<([u8; 32], i32)>> {
        let known = &self.tables.imports.keys;
        let found = keys.iter().filter_map(|key| Some((*key, known.get(&(kind.as_str(), *key))?.1)));
        Ok(found.collect())
    }

    fn items_by_driver_and_day(
        &mut self,
        kind: ImportKind,
        days: &[(UserId, NaiveDate)],
    ) -> StoreResult<Vec<FiledItem>> {
        let mut items = self.filed_items(kind);
        items.retain(|item| days.contains(&(item.user, item.date)));
        Ok(items)
    }

    fn items_with_ids(&mut self, kind: ImportKind, ids: &[i32]) -> StoreResult<Vec<FiledItem>> {
        let mut items = self.filed_items(kind);
        items.retain(|item| ids.contains(&item.id));
        Ok(items)
    }
}
