//! Updates one driver's record with city data.

use chrono::{DateTime, Utc};
use domain::accounts::verification::Claim;
use domain::driving_record::amount::Amount;
use domain::driving_record::new_item::ItemDetails;
use domain::driving_record::ticket::Item;
use domain::imports::duplicates::comparable_contents_of;
use domain::imports::import::ImportKind;
use domain::imports::line::DriverIdentifiers;
use domain::imports::matching::OUTSIDE_PLATE_DATES;
use domain::security::audit::AuditAction;
use domain::shared::ids::{ParkingId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::sources::answer::{SourceBalance, SourceRow};
use ports::driving_record::filing::NumberedItem;
use ports::imports::files::FiledItem;
use ports::imports::waiting::NewWaitingCitation;
use ports::security::trail::AuditEntry;
use ports::shared::store_error::StoreError;
use ports::sources::query::CitationSource;
use ports::sources::runs::{RunCounts, SourceCitation, VerifiedPlate};
use ports::store::Store;

use crate::deps::Deps;
use crate::driving_record::citations::item_with_same_citation;
use crate::driving_record::filing::put_amount;
use crate::error::Error;
use crate::imports::existing_items::other_contents_reason;
use crate::imports::keys::{citation_key, contents_of_filed_item, keys_without_issuer, waiting_key};
use crate::shared::live_payments;

/// The driver whose plate was queried.
pub(super) struct QueriedDriver<'a> {
    pub(super) plate: &'a VerifiedPlate,
    /// Whether the city's data has more than one vehicle with this plate.
    pub(super) is_shared: bool,
    /// The driver's citations that earlier runs stored.
    pub(super) known: &'a [&'a SourceCitation],
}

/// The result of updating a driver's record with a city's citations.
#[derive(Default)]
pub(super) struct UpdateResult {
    pub(super) counts: RunCounts,
    /// Messages for staff about rows that weren't applied.
    pub(super) sentences: Vec<String>,
}

/// Why the update of a driver's record failed.
pub(super) enum UpdateError {
    /// Another process stored the same citation at the same time.
    Raced,
    /// The update failed for another reason.
    Failed(Error),
}

impl From<Error> for UpdateError {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<StoreError> for UpdateError {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

const SHARED: &str = "The city has more than one vehicle with this plate.";
const ANOTHER_S: &str = "Another driver has the same citation on their record.";

/// Updates a driver's items with the source's rows. Does nothing if the plate no longer belongs to the driver.
pub(super) fn update_driver(
    deps: &Deps,
    store: &mut dyn Store,
    source: &dyn CitationSource,
    driver: &QueriedDriver<'_>,
    rows: &[SourceRow],
) -> Result<UpdateResult, UpdateError> {
    let now = deps.clock.now();
    let mut done = UpdateResult::default();
    let user = store.lock_user(driver.plate.user)?;
    let is_theirs = user.as_ref().is_some_and(|user| {
        let (plate, state) = (driver.plate.plate.0.clone(), Some(driver.plate.plate.1.name()));
        user.is_verified(Claim::Plate) && user.claimed_detail(Claim::Plate) == Some((plate, state))
    });
    if !is_theirs {
        return Ok(done);
    }
    // All names of one authority count as the same issuer. The lock keeps the register unchanged until the
    // transaction ends.
    store.lock_authority_register()?;
    let numbers: Vec<String> = rows.iter().map(|row| row.number.clone()).collect();
    let others = store.other_owners_of(&source.source().name, &numbers, driver.plate.user)?;
    let mut work = RecordUpdate { deps, store, source, driver: driver.plate, now, done: &mut done };
    for row in rows {
        let known = driver.known.iter().find(|citation| citation.number == row.number);
        let is_another_s = others.iter().any(|(number, _)| *number == row.number);
        let doubt = if is_another_s {
            Some(ANOTHER_S)
        } else if driver.is_shared {
            Some(SHARED)
        } else if user.as_ref().is_some_and(|user| !user.had_plate_on(row.details.date())) {
            Some(OUTSIDE_PLATE_DATES)
        } else {
            None
        };
        match (known, &row.balance, doubt) {
            (Some(known), SourceBalance::Owed(amount), _) => work.set_amount_owed(known, *amount)?,
            (Some(known), SourceBalance::Settled, _) => work.mark_settled_with_city(known)?,
            (Some(_), SourceBalance::Unclear(sentence), _) => work.report_doubtful(row, sentence),
            (None, SourceBalance::Settled, _) => {}
            (None, SourceBalance::Unclear(sentence), _) => work.queue_for_review(row, sentence)?,
            (None, SourceBalance::Owed(_), Some(doubt)) => work.queue_for_review(row, doubt)?,
            (None, SourceBalance::Owed(amount), None) => work.add_citation(row, *amount)?,
        }
    }
    Ok(done)
}

/// An update of one driver's record with a source's rows, in an open transaction.
struct RecordUpdate<'a> {
    deps: &'a Deps,
    store: &'a mut dyn Store,
    source: &'a dyn CitationSource,
    driver: &'a VerifiedPlate,
    now: DateTime<Utc>,
    done: &'a mut UpdateResult,
}

/// The item on file that has a row's citation number.
enum ItemByNumber {
    /// No item has the number.
    None,
    /// A parking ticket of the driver has the number and the row's contents, except perhaps the
    /// amount. Also used if staff removed the ticket that had the number.
    Same(ParkingId),
    /// One of the driver's items has the number, but other contents.
    Other(Payable),
    /// An item of another driver has the issuer and the number.
    AnotherDrivers,
}

/// Returns the details by which a row's driver can be found. A row has only the plate.
fn identifiers_of(row: &SourceRow) -> DriverIdentifiers {
    DriverIdentifiers { plate: Some(row.plate.clone()), ..DriverIdentifiers::default() }
}

impl RecordUpdate<'_> {
    /// Builds an audit entry about a parking ticket, with the name of the source.
    fn audit_entry(&self, item: ParkingId, action: AuditAction) -> AuditEntry {
        let payable = Payable::Parking(item);
        let entry = AuditEntry::about((payable.kind().into(), item.0), action, self.now);
        entry.with_after("source", &self.source.source().name)
    }

    /// Sets the amount owed for an unpaid item. Doesn't change paid or removed items.
    fn set_amount_owed(&mut self, known: &SourceCitation, amount: Money) -> Result<(), UpdateError> {
        let stored = self.store.lock_item(Payable::Parking(known.item))?;
        if let Some(stored) = stored.as_ref().filter(|item| !item.is_paid()) {
            if known.settled_at.is_some() {
                let entry = self.audit_entry(known.item, AuditAction::SettledWithCity);
                self.store.audit(&entry.changed("is_settled", &true, &false))?;
            }
            if self.set_amount(stored, amount)? || known.settled_at.is_some() {
                self.done.counts.changed += 1;
            }
        }
        Ok(self.store.put_source_citation(&SourceCitation {
            owed: amount,
            settled_at: None,
            as_of: self.now,
            ..known.clone()
        })?)
    }

    /// Sets the amount of an unpaid item. Returns whether the amount changed.
    fn set_amount(&mut self, stored: &Item, amount: Money) -> Result<bool, UpdateError> {
        if Amount::parse_number(stored.details().amount()) == Some(amount) {
            return Ok(false);
        }
        let item = ParkingId(stored.payable().item_id());
        let entry = self.audit_entry(item, AuditAction::ItemChanged);
        Ok(put_amount(self.deps, self.store, stored, &amount.to_string(), entry)?)
    }

    /// Marks an item as settled with the city. Doesn't change an item that was paid in Lanewise.
    fn mark_settled_with_city(&mut self, known: &SourceCitation) -> Result<(), UpdateError> {
        let payable = Payable::Parking(known.item);
        let stored = self.store.lock_item(payable)?;
        self.store.put_source_citation(&SourceCitation {
            owed: Money::ZERO,
            settled_at: Some(self.now),
            as_of: self.now,
            ..known.clone()
        })?;
        if stored.is_some_and(|item| !item.is_paid()) {
            live_payments::cancel_open_payments(self.deps, self.store, payable)?;
            let entry = self.audit_entry(known.item, AuditAction::SettledWithCity);
            self.store.audit(&entry.changed("is_settled", &false, &true))?;
            self.done.counts.settled += 1;
        }
        Ok(())
    }

    /// Counts a row that wasn't applied, and adds the message `sentence` about it to the run.
    fn report_doubtful(&mut self, row: &SourceRow, sentence: &str) {
        self.done.counts.unreadable += 1;
        self.done.sentences.push(format!("{}: {sentence} Nothing was changed.", row.number));
    }

    /// Queues a row's citation, so that staff decide whether it belongs to this driver. Does
    /// nothing if staff have declined it for this driver. If the citation is already an item of
    /// this driver, only links the item to the city's data, and only if an amount is owed.
    fn queue_for_review(&mut self, row: &SourceRow, reason: &str) -> Result<(), UpdateError> {
        // If the citation is already filed for this driver, staff have nothing to decide.
        if let Some(item) = self.find_filed(&[self.key_of(row)])? {
            return match &row.balance {
                SourceBalance::Owed(amount) => self.link_item(item, row, *amount),
                SourceBalance::Settled | SourceBalance::Unclear(_) => Ok(()),
            };
        }
        if self.is_declined(row)? {
            return Ok(());
        }
        let keys = self.waiting_keys_of(row);
        let waits = self.store.keys_of_waiting_citations(ImportKind::Parking, &keys)?;
        let fields = row.details.fields().into_iter();
        let waiting = NewWaitingCitation {
            line: 0,
            candidate: Some(self.driver.user),
            key: waits.first().copied().unwrap_or(keys[0]),
            driver_identifiers: identifiers_of(row),
            citation: Some(row.number.clone()),
            fields: fields.map(|(name, text)| (name.to_owned(), text)).collect(),
            ordinal: 1,
            reason: Some(reason.to_owned()),
        };
        if self.store.queue_source_citation(&self.source.source().name, &waiting, self.now)? {
            self.done.counts.queued += 1;
        }
        Ok(())
    }

    /// Adds a new citation. If staff or an import already filed its item, links that item to the city's data.
    /// Otherwise, files a new item, unless the citation needs a review or staff have declined it.
    fn add_citation(&mut self, row: &SourceRow, amount: Money) -> Result<(), UpdateError> {
        let user = self.driver.user;
        let key = self.key_of(row);
        if let Some(item) = self.find_filed(&[key])? {
            return self.link_item(item, row, amount);
        }
        match self.find_by_number(row)? {
            ItemByNumber::Same(item) => {
                self.store.store_import_key(ImportKind::Parking, key, true, item.0, None)?;
                return self.link_item(item, row, amount);
            }
            ItemByNumber::Other(item) => return self.queue_for_review(row, &other_contents_reason(item)),
            ItemByNumber::AnotherDrivers => return self.queue_for_review(row, ANOTHER_S),
            ItemByNumber::None => {}
        }
        if let Some(item) = self.find_by_contents(user, &row.details)? {
            self.store.store_import_key(ImportKind::Parking, key, true, item.0, None)?;
            return self.link_item(item, row, amount);
        }
        if self.is_declined(row)? {
            return Ok(());
        }
        let item = self.store.insert_item(user, &row.details, None, self.now)?;
        let id = ParkingId(item.payable().item_id());
        if !self.store.store_import_key(ImportKind::Parking, key, true, id.0, None)? {
            return Err(UpdateError::Raced);
        }
        let filed = row.details.fields().into_iter().filter(|(_, value)| !value.is_empty());
        let entry = self.audit_entry(id, AuditAction::ItemCreated);
        self.store.audit(
            &entry.with_after("user_id", &user).with_after("citation", &row.number).with_all_after(filed),
        )?;
        self.store_link(id, row, amount)?;
        self.done.counts.filed += 1;
        Ok(())
    }

    /// Whether staff have decided that a citation doesn't belong to this driver
    /// (docs/product/citation-sources.md#doubtful-citations).
    fn is_declined(&mut self, row: &SourceRow) -> Result<bool, UpdateError> {
        let declined = self.store.declined_drivers(ImportKind::Parking, &self.waiting_keys_of(row))?;
        Ok(declined.iter().any(|(_, user)| *user == self.driver.user))
    }

    /// Returns the keys with which a row's citation may be stored while it waits for staff: the key for city data,
    /// which has no issuer, and the key for imported files.
    fn waiting_keys_of(&self, row: &SourceRow) -> [[u8; 32]; 2] {
        [None, row.details.issuer()]
            .map(|issuer| waiting_key(self.deps, &identifiers_of(row), issuer, &row.number))
    }

    /// Returns the key by which imports and runs recognize a row's citation
    /// on this driver's record.
    fn key_of(&self, row: &SourceRow) -> [u8; 32] {
        citation_key(self.deps, self.driver.user, row.details.issuer(), &row.number)
    }

    /// Finds the parking ticket that was filed with one of these keys.
    fn find_filed(&mut self, keys: &[[u8; 32]]) -> Result<Option<ParkingId>, UpdateError> {
        let known = self.store.items_by_import_key(ImportKind::Parking, keys)?;
        Ok(known.first().map(|(_, item)| ParkingId(*item)))
    }

    /// Finds the item that has a row's citation number. Searches by the driver and number alone,
    /// and then by the issuer and number.
    fn find_by_number(&mut self, row: &SourceRow) -> Result<ItemByNumber, UpdateError> {
        let user = self.driver.user;
        let old = self.find_filed(&keys_without_issuer(self.deps, user, &row.number))?;
        let item = match old {
            Some(item) => item,
            None => match item_with_same_citation(self.store, &row.details, None)? {
                Some(equal) if equal.user != user => return Ok(ItemByNumber::AnotherDrivers),
                Some(NumberedItem { item: Payable::Parking(item), .. }) => item,
                Some(equal) => return Ok(ItemByNumber::Other(equal.item)),
                None => return Ok(ItemByNumber::None),
            },
        };
        let found = self.store.items_with_ids(ImportKind::Parking, &[item.0])?.pop();
        // An item that staff removed counts as the same, so that it isn't filed again. The amount
        // isn't compared, because the city may change it.
        let is_same = found.is_none_or(|found| {
            let ItemDetails::Parking(parking) = &row.details else { return false };
            let amount = parking.amount.clone();
            contents_of_filed_item(ImportKind::Parking, &FiledItem { amount, ..found })
                == comparable_contents_of(user, &row.details)
        });
        Ok(if is_same { ItemByNumber::Same(item) } else { ItemByNumber::Other(Payable::Parking(item)) })
    }

    /// Finds the driver's item that has these contents, has no citation number, and isn't linked to city data.
    fn find_by_contents(
        &mut self,
        user: UserId,
        details: &ItemDetails,
    ) -> Result<Option<ParkingId>, UpdateError> {
        let contents = comparable_contents_of(user, details);
        for item in self.store.items_by_driver_and_day(ImportKind::Parking, &[(user, details.date())])? {
            let is_same = contents_of_filed_item(ImportKind::Parking, &item) == contents;
            if !item.has_citation && is_same && !self.store.is_from_source(ParkingId(item.id))? {
                return Ok(Some(ParkingId(item.id)));
            }
        }
        Ok(None)
    }

    /// Links the existing parking ticket `item` to the row's city data, which updates it from now on. Sets the
    /// `amount` due if the item is unpaid. Does nothing if the item was removed or is already linked.
    fn link_item(&mut self, item: ParkingId, row: &SourceRow, amount: Money) -> Result<(), UpdateError> {
        let Some(stored) = self.store.lock_item(Payable::Parking(item))? else { return Ok(()) };
        if self.store.is_from_source(item)? {
            return Ok(());
        }
        if !stored.is_paid() && self.set_amount(&stored, amount)? {
            self.done.counts.changed += 1;
        }
        self.store_link(item, row, amount)
    }

    /// Stores that the city's data updates the parking ticket `item` from now on. `owed` is the amount due now.
    fn store_link(&mut self, item: ParkingId, row: &SourceRow, owed: Money) -> Result<(), UpdateError> {
        let source = self.source.source();
        Ok(self.store.put_source_citation(&SourceCitation {
            source: source.name.clone(),
            authority: source.authority.clone(),
            number: row.number.clone(),
            user: self.driver.user,
            item,
            plate: Some(row.plate.clone()),
            owed,
            settled_at: None,
            as_of: self.now,
        })?)
    }
}
