//! In-memory store of imports of traffic tickets and tolls.

mod plate_reviews;
mod waiting;

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::accounts::user::User;
use domain::accounts::verification::Claim;
use domain::driving_record::ticket::{Ticket, Toll};
use domain::imports::import::{ImportKind, ImportStatus, LineOutcome};
use domain::imports::line::DriverIdentifiers;
use domain::imports::matching::{DetailMatch, FoundDrivers};
use domain::shared::ids::{ImportId, TicketId, UserId};
use ports::imports::files::{
    FiledItem, Import, Imports, LineCounts, NewCitation, NewImport, StagedLine, StoredItems,
};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, StoreResult};

use crate::support::build;
use crate::support::store::repositories::next_id;
use crate::support::store::unit::Unit;

/// The keys of stored lines, by kind and key. Each key has whether it was made from a citation number, and the
/// id of its item.
pub type Keys = BTreeMap<(&'static str, [u8; 32]), (bool, i32)>;

/// The tables of imports, and the error that a test simulates.
#[derive(Clone, Default)]
pub struct ImportTables {
    pub all: Vec<Import>,
    pub files: Vec<(ImportId, Vec<u8>)>,
    pub lines: Vec<(ImportId, StagedLine)>,
    pub keys: Keys,
    /// The citations that wait for staff's decision or for a driver.
    pub waiting: Vec<waiting::Row>,
    /// The items that are dated outside of the period in which the driver had the plate.
    pub plate_reviews: Vec<(ImportKind, i32)>,
    /// The number of a line and an error. Storing that line or a later one fails with the error. `None` if no error is
    /// simulated.
    pub trouble: Option<(i32, fn() -> StoreError)>,
}

impl ImportTables {
    fn write(&self, line: i32) -> StoreResult<()> {
        match self.trouble {
            Some((from, error)) if line >= from => Err(error()),
            _ => Ok(()),
        }
    }

    fn forget(&mut self, id: ImportId) {
        self.files.retain(|(known, _)| *known != id);
        self.lines.retain(|(known, _)| *known != id);
        self.waiting.retain(|row| row.import != Some(id) || row.is_stored);
    }

    fn of(&self, id: ImportId) -> impl Iterator<Item = &StagedLine> {
        self.lines.iter().filter(move |(known, _)| *known == id).map(|(_, line)| line)
    }
}

fn slice<T: Clone>(all: &[T], page: Page) -> Paged<T> {
    let (skip, take) = (usize::try_from(page.offset).unwrap(), usize::try_from(page.limit).unwrap());
    Paged::new(all.iter().skip(skip).take(take).cloned().collect(), i64::try_from(all.len()).unwrap())
}

fn field(line: &StagedLine, name: &str) -> String {
    line.fields.iter().find(|(known, _)| known == name).map(|(_, text)| text.clone()).unwrap_or_default()
}

impl Unit<'_> {
    fn import_in(&mut self, id: ImportId, allowed: &[ImportStatus]) -> Option<&mut Import> {
        self.tables.imports.all.iter_mut().find(|import| import.id == id && allowed.contains(&import.status))
    }

    fn any_import(&mut self, id: ImportId) -> &mut Import {
        self.tables.imports.all.iter_mut().find(|import| import.id == id).unwrap()
    }

    fn make(&mut self, kind: ImportKind, line: &StagedLine, filed_at: DateTime<Utc>) -> i32 {
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
        assert_eq!(kind, ImportKind::Ticket, "parking tickets are for a real database");
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
        let import = Import {
            id,
            kind: new.kind,
            status: ImportStatus::Uploaded,
            file_name: new.file_name.to_owned(),
            columns: new.columns.to_vec(),
            mapping: None,
            counts: LineCounts { total: new.total, ..LineCounts::default() },
            stored: 0,
            items: None,
            message: None,
            by: new.by,
            by_name: format!("user {}", new.by),
            created_at: new.at,
            confirmed_by: None,
            ended_at: None,
            due_days: None,
            issuer: None,
            sets_aside: false,
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
        Ok(slice(&newest, page))
    }

    fn open_imports(&mut self) -> StoreResult<i64> {
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

    fn set_defaults(&mut self, id: ImportId, due_days: Option<i32>, issuer: Option<&str>) -> StoreResult<()> {
        let import = self.any_import(id);
        (import.due_days, import.issuer) = (due_days, issuer.map(str::to_owned));
        Ok(())
    }

    fn set_stores_valid_lines_only(&mut self, id: ImportId, sets_aside: bool) -> StoreResult<()> {
        self.any_import(id).sets_aside = sets_aside;
        Ok(())
    }

    fn lock_paid_items(&mut self, import: &Import) -> StoreResult<i64> {
        self.must_be_transaction();
        let (first, last) = import.items.unwrap_or_default();
        let is_paid = |item: &&Ticket| (first..=last).contains(&item.id.0) && item.is_paid;
        Ok(i64::try_from(self.tables.tickets.iter().filter(is_paid).count()).unwrap())
    }

    fn undo_import(&mut self, import: &Import, undone_at: DateTime<Utc>) -> StoreResult<usize> {
        self.must_be_transaction();
        let (first, last) = import.items.unwrap_or_default();
        let before = self.tables.tickets.len();
        self.tables.tickets.retain(|item| !(first..=last).contains(&item.id.0));
        self.tables.imports.keys.retain(|_, (_, item)| !(first..=last).contains(item));
        self.tables.imports.lines.retain(|(of, _)| *of != import.id);
        self.any_import(import.id).undone_at = Some(undone_at);
        Ok(before - self.tables.tickets.len())
    }

    fn delete_old_invalid_lines(&mut self, before: DateTime<Utc>) -> StoreResult<usize> {
        let is_old = |import: &&Import| import.sets_aside && import.ended_at.is_some_and(|at| at < before);
        let old: Vec<ImportId> =
            self.tables.imports.all.iter().filter(is_old).map(|import| import.id).collect();
        let with_lines = |id: &&ImportId| self.tables.imports.lines.iter().any(|(of, _)| of == *id);
        let forgotten = old.iter().filter(with_lines).count();
        self.tables.imports.lines.retain(|(of, _)| !old.contains(of));
        Ok(forgotten)
    }

    fn delete_staged_lines(&mut self, id: ImportId) -> StoreResult<()> {
        self.tables.imports.lines.retain(|(known, _)| *known != id);
        Ok(())
    }

    fn stage_lines(&mut self, id: ImportId, lines: &[StagedLine], counts: LineCounts) -> StoreResult<bool> {
        self.must_be_transaction();
        if let Some(last) = lines.last() {
            self.tables.imports.write(last.line)?;
        }
        let Some(import) = self.import_in(id, &[ImportStatus::Checking]) else { return Ok(false) };
        import.counts = counts;
        self.tables.imports.lines.extend(lines.iter().map(|line| (id, line.clone())));
        Ok(true)
    }

    fn staged_lines(
        &mut self,
        id: ImportId,
        outcome: Option<LineOutcome>,
        page: Page,
    ) -> StoreResult<Paged<StagedLine>> {
        let is_wanted = |line: &&StagedLine| outcome.is_none_or(|outcome| line.outcome == outcome);
        let wanted: Vec<StagedLine> = self.tables.imports.of(id).filter(is_wanted).cloned().collect();
        Ok(slice(&wanted, page))
    }

    fn invalid_lines_after(&mut self, id: ImportId, after: i32, limit: i64) -> StoreResult<Vec<StagedLine>> {
        let is_next = |line: &&StagedLine| line.outcome == LineOutcome::Bad && line.line > after;
        let next = self.tables.imports.of(id).filter(is_next);
        Ok(next.take(usize::try_from(limit).unwrap()).cloned().collect())
    }

    fn last_line_of_next_batch(&mut self, id: ImportId, after: i32, count: i32) -> StoreResult<Option<i32>> {
        let next = self.tables.imports.of(id).map(|line| line.line).filter(|line| *line > after);
        Ok(next.take(usize::try_from(count).unwrap()).last())
    }

    fn set_import_progress(&mut self, id: ImportId, done: i32) -> StoreResult<()> {
        let storing = self.import_in(id, &[ImportStatus::Storing]);
        storing.into_iter().for_each(|import| import.counts.done = done);
        Ok(())
    }

    fn lock_for_storing(&mut self, id: ImportId) -> StoreResult<i64> {
        self.must_be_transaction();
        let is_new = |line: &&StagedLine| line.outcome == LineOutcome::New;
        let drivers = self.tables.imports.of(id).filter(is_new).filter_map(|line| line.user);
        let closed = drivers.filter(|user| self.tables.closed_users.contains(user)).count();
        Ok(i64::try_from(closed).unwrap())
    }

    fn new_citations(
        &mut self,
        id: ImportId,
        kind: ImportKind,
        (after, last_line): (i32, i32),
    ) -> StoreResult<Vec<NewCitation>> {
        let keys = &self.tables.imports.keys;
        let new = self.tables.imports.of(id).filter(|line| line.line > after && line.line <= last_line);
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
        self.tables.imports.write(last_line)?;
        let is_wanted = |line: &&StagedLine| line.line > after && line.line <= last_line;
        let lines: Vec<StagedLine> = self.tables.imports.of(id).filter(is_wanted).cloned().collect();
        let mut stored = StoredItems::default();
        for line in lines {
            let Some(key) = line.key.map(|key| (kind.as_str(), key)) else { continue };
            if self.tables.imports.keys.contains_key(&key) {
                continue;
            }
            let item = line.item.unwrap_or_else(|| self.make(kind, &line, stored_at));
            self.tables.imports.keys.insert(key, (line.is_citation, item));
            if line.outcome == LineOutcome::New {
                let first = stored.ids.map_or(item, |(first, _)| first);
                stored = StoredItems { count: stored.count + 1, ids: Some((first, item)) };
            }
        }
        Ok(stored)
    }

    fn imported_tickets(&mut self, id: ImportId) -> StoreResult<Vec<TicketId>> {
        let new = self.tables.imports.of(id).filter(|line| line.outcome == LineOutcome::New);
        let keys = new.filter_map(|line| line.key.map(|key| (ImportKind::Ticket.as_str(), key)));
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
        let sets_aside = import.sets_aside;
        let tables = &mut self.tables.imports;
        tables.files.retain(|(known, _)| *known != id);
        tables.lines.retain(|(known, line)| *known != id || (sets_aside && line.outcome == LineOutcome::Bad));
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
        let users = &self.tables.users;
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

    fn known_keys(&mut self, kind: ImportKind, keys: &[[u8; 32]]) -> StoreResult<Vec<([u8; 32], i32)>> {
        let known = &self.tables.imports.keys;
        let found = keys.iter().filter_map(|key| Some((*key, known.get(&(kind.as_str(), *key))?.1)));
        Ok(found.collect())
    }

    fn items_of_days(
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

impl Unit<'_> {
    fn filed_items(&self, kind: ImportKind) -> Vec<FiledItem> {
        let has_citation = |id: i32| {
            let mut known = self.tables.imports.keys.iter();
            known.any(|((of, _), known)| *of == kind.as_str() && *known == (true, id))
        };
        match kind {
            ImportKind::Ticket => {
                let tickets = self.tables.tickets.iter().map(|item| FiledItem {
                    id: item.id.0,
                    user: item.user_id,
                    label: item.filed.violation_type.clone(),
                    date: item.filed.date,
                    time: item.filed.time_of_violation.clone(),
                    location: Some(item.filed.location.clone()),
                    amount: item.filed.amount.clone(),
                    has_citation: has_citation(item.id.0),
                });
                tickets.collect()
            }
            ImportKind::Parking => {
                let parking = self.tables.parking.iter().map(|item| FiledItem {
                    id: item.id.0,
                    user: item.user_id,
                    label: item.filed.violation_type.clone(),
                    date: item.filed.date,
                    time: None,
                    location: Some(item.filed.location.clone()),
                    amount: item.filed.amount.clone(),
                    has_citation: has_citation(item.id.0),
                });
                parking.collect()
            }
            ImportKind::Toll => {
                let tolls = self.tables.tolls.iter().map(|item| FiledItem {
                    id: item.id.0,
                    user: item.user_id,
                    label: item.filed.toll_road.clone(),
                    date: item.filed.date,
                    time: item.filed.time_of_day.clone(),
                    location: None,
                    amount: item.filed.amount.clone(),
                    has_citation: has_citation(item.id.0),
                });
                tolls.collect()
            }
        }
    }
}
