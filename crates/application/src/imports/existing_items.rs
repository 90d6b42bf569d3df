//! Finds existing items that the lines of a file would duplicate
//! (docs/product/imports.md#already-on-file).

use std::collections::{BTreeMap, HashMap};

use domain::imports::import::ImportKind;
use domain::shared::citation_number::normalize_citation_number;
use domain::shared::payable::{Payable, PayableKind};
use ports::driving_record::filing::NumberedItem;
use ports::imports::files::FiledItem;
use ports::store::Store;

use crate::deps::Deps;
use crate::driving_record::citations::{Issuer, Issuers};
use crate::error::Result;
use crate::imports::keys::{contents_of_filed_item, key_of_contents, keys_without_issuer, unnumbered_key};
use crate::imports::valid_line::{NOBODY, ValidLine};

/// Returns the key of a line without a citation number, from its contents and `ordinal`.
pub(super) fn unnumbered_line_key(deps: &Deps, valid_line: &ValidLine) -> [u8; 32] {
    unnumbered_key(deps, &valid_line.contents_key, valid_line.ordinal)
}

/// Returns the reason for a review, as a sentence for staff: an existing item has the line's citation
/// number but different details.
pub(crate) fn other_contents_reason(item: Payable) -> String {
    let (noun, id) = (item.noun(), item.item_id());
    format!("This citation number is already on file with different details: {noun} {id}.")
}

/// How existing items match a line.
pub(super) enum ExistingItem {
    /// No existing item matches the line.
    None,
    /// The item with this id is the one that the line is about.
    Line(i32),
    /// An item has the line's citation number but different contents.
    OtherContents(Payable),
}

/// Existing items that may match the lines of a batch.
pub(super) struct ExistingItems {
    kind: ImportKind,
    /// Ids of the items that were stored with the same key as one of the lines, by this key.
    known: BTreeMap<[u8; 32], i32>,
    /// For each key of an item's contents: the ids of all items with this key, and the ids of those
    /// without a citation number.
    items: HashMap<[u8; 32], (Vec<i32>, Vec<i32>)>,
    /// Contents of the items that have a line's key or citation number, by item id. Items that staff
    /// removed have no entry.
    contents: HashMap<i32, ItemContents>,
    /// Items of all kinds and drivers with a line's citation number, except items that are being checked.
    numbered: Vec<NumberedItem>,
    issuers: Issuers,
}

/// The key of an existing item's contents, and whether they include a time of day.
struct ItemContents {
    contents_key: [u8; 32],
    has_time: bool,
}

impl ExistingItems {
    /// Reads the existing items that these lines may be about.
    pub(super) fn look_up<'a>(
        deps: &Deps,
        store: &mut dyn Store,
        kind: ImportKind,
        valid_lines: impl Iterator<Item = &'a ValidLine>,
    ) -> Result<Self> {
        let (mut keys, mut days, mut numbers, mut names) = (vec![], vec![], vec![], vec![]);
        for valid_line in valid_lines {
            keys.push(valid_line.citation.unwrap_or_else(|| unnumbered_line_key(deps, valid_line)));
            keys.extend(
                valid_line.untimed.map(|(contents, ordinal)| unnumbered_key(deps, &contents, ordinal)),
            );
            days.extend(valid_line.candidate().map(|user| (user, valid_line.details.date())));
            if let Some(number) = &valid_line.number {
                keys.extend(keys_without_issuer(deps, valid_line.candidate().unwrap_or(NOBODY), number));
                numbers.push(normalize_citation_number(number));
                names.extend(valid_line.details.issuer());
            }
        }
        let known: BTreeMap<_, _> = store.items_by_import_key(kind, &keys)?.into_iter().collect();
        let mut items: HashMap<[u8; 32], (Vec<i32>, Vec<i32>)> = HashMap::new();
        for item in store.items_by_driver_and_day(kind, &days)? {
            let ids = items.entry(contents_key_of(deps, kind, &item)).or_default();
            ids.0.push(item.id);
            if !item.has_citation {
                ids.1.push(item.id);
            }
        }
        let numbered = if numbers.is_empty() { vec![] } else { store.items_by_number(&numbers)? };
        let issuers =
            Issuers::of(store, numbered.iter().filter_map(|item| item.issuer.as_deref()).chain(names))?;
        let of_kind = numbered.iter().map(|one| one.item).filter(|item| item.kind() == payable_kind(kind));
        let ids: Vec<i32> = known.values().copied().chain(of_kind.map(Payable::item_id)).collect();
        let contents = store.items_with_ids(kind, &ids)?.into_iter().map(|item| {
            (
                item.id,
                ItemContents {
                    contents_key: contents_key_of(deps, kind, &item),
                    has_time: item.time.is_some(),
                },
            )
        });
        Ok(Self { kind, known, items, contents: contents.collect(), numbered, issuers })
    }

    /// Returns the issuer of a line; `None` if the line names none.
    pub(super) fn issuer_of(&self, valid_line: &ValidLine) -> Option<Issuer> {
        self.issuers.issuer(valid_line.details.issuer())
    }

    /// Finds the item that a line is about, by the line's key or citation number. For a line without a
    /// citation number, compares the contents.
    pub(super) fn item_of(&self, deps: &Deps, valid_line: &ValidLine) -> ExistingItem {
        let Some((number, key)) = valid_line.number.as_ref().zip(valid_line.citation) else {
            let item = self.known.get(&unnumbered_line_key(deps, valid_line)).copied();
            let item = item
                .or_else(|| self.find_without_time(deps, valid_line))
                .or_else(|| self.find_by_contents(valid_line));
            return item.map_or(ExistingItem::None, ExistingItem::Line);
        };
        let user = valid_line.candidate().unwrap_or(NOBODY);
        let by_key = [key].into_iter().chain(keys_without_issuer(deps, user, number));
        let by_key = by_key.filter_map(|key| self.known.get(&key)).map(|id| payable_kind(self.kind).of(*id));
        let issuer = self.issuer_of(valid_line);
        let (number, mut other) = (normalize_citation_number(number), None);
        let by_number = self.numbered.iter().filter(|one| {
            let item_issuer = self.issuers.issuer(one.issuer.as_deref());
            let is_unknown = one.user == user && (item_issuer.is_none() || issuer.is_none());
            one.number == number && (is_unknown || (item_issuer.is_some() && item_issuer == issuer))
        });
        for item in by_key.chain(by_number.map(|one| one.item)) {
            let is_of_kind = item.kind() == payable_kind(self.kind);
            match self.contents.get(&item.item_id()).filter(|_| is_of_kind) {
                Some(contents) if is_alike(contents, valid_line) => {
                    return ExistingItem::Line(item.item_id());
                }
                // Staff removed the item with this key, so the line must not file it again.
                None if is_of_kind => return ExistingItem::Line(item.item_id()),
                Some(_) | None => other = Some(item),
            }
        }
        other.map_or(ExistingItem::None, ExistingItem::OtherContents)
    }

    /// Returns the id of an item that has the line's contents and no citation number. If there are
    /// several such items, `ordinal` selects one, counted from 1.
    pub(super) fn find_unnumbered_item(&self, valid_line: &ValidLine, ordinal: u32) -> Option<i32> {
        let (_, unnumbered) = self.items.get(&valid_line.contents_key)?;
        unnumbered.get(usize::try_from(ordinal).ok()?.checked_sub(1)?).copied()
    }

    /// Returns the id of the item that has the line's contents. If there are several such items,
    /// the line's `ordinal` selects one.
    fn find_by_contents(&self, valid_line: &ValidLine) -> Option<i32> {
        let (all, _) = self.items.get(&valid_line.contents_key)?;
        all.get(usize::try_from(valid_line.ordinal).ok()?.checked_sub(1)?).copied()
    }

    /// Returns the id of the item that an earlier release filed for this toll, if there is one.
    /// Earlier releases didn't store a toll's time of day.
    fn find_without_time(&self, deps: &Deps, valid_line: &ValidLine) -> Option<i32> {
        let (contents_key, ordinal) = valid_line.untimed?;
        let known = self.known.get(&unnumbered_key(deps, &contents_key, ordinal)).copied();
        known.or_else(|| {
            let (all, _) = self.items.get(&contents_key)?;
            all.get(usize::try_from(ordinal).ok()?.checked_sub(1)?).copied()
        })
    }
}

/// Returns the kind of the items that a file of this kind contains.
pub(super) const fn payable_kind(kind: ImportKind) -> PayableKind {
    match kind {
        ImportKind::Ticket => PayableKind::Ticket,
        ImportKind::Parking => PayableKind::Parking,
        ImportKind::Toll => PayableKind::Toll,
    }
}

/// Returns the key of an existing item's driver and contents.
fn contents_key_of(deps: &Deps, kind: ImportKind, item: &FiledItem) -> [u8; 32] {
    key_of_contents(deps, &contents_of_filed_item(kind, item))
}

/// Whether an item has the contents of a line. If the item is a toll without a time of day, the time is ignored.
fn is_alike(contents: &ItemContents, valid_line: &ValidLine) -> bool {
    let is_untimed = valid_line.untimed.is_some_and(|(key, _)| key == contents.contents_key);
    contents.contents_key == valid_line.contents_key || (!contents.has_time && is_untimed)
}
