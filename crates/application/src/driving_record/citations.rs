//! Comparison of citations. Citations are equal if they have the same issuer and number
//! (docs/product/everywhere.md#equal-citations).

use std::collections::HashMap;

use domain::driving_record::new_item::ItemDetails;
use domain::shared::citation_number::{issuer_key, normalize_citation_number};
use domain::shared::ids::AuthorityId;
use domain::shared::payable::Payable;
use ports::driving_record::filing::{NumberedItem, NumberedPair};
use ports::shared::limits::Limit;
use ports::store::Store;

use crate::error::{Error, Result};

/// Maximum number of pairs in [`Error::EqualCitations`].
pub const MAX_PAIRS: i64 = 50;

/// Authorities in the register, by those of their names that were requested. The names
/// are normalized for comparison.
#[derive(Default)]
pub(crate) struct Issuers(HashMap<String, AuthorityId>);

/// An issuer in the form used for comparison. Two names of one authority give the same value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Issuer {
    /// An authority in the register.
    Authority(AuthorityId),
    /// The name of an issuer that isn't in the register, normalized for comparison.
    Named(String),
}

impl Issuers {
    /// Reads from the register which authorities have these names.
    pub(crate) fn of<'a>(store: &mut dyn Store, names: impl Iterator<Item = &'a str>) -> Result<Self> {
        let mut keys: Vec<String> = names.map(issuer_key).filter(|key| !key.is_empty()).collect();
        keys.sort_unstable();
        keys.dedup();
        Ok(Self(store.authorities_by_name(&keys)?.into_iter().collect()))
    }

    /// Returns the issuer with this name; `None` if the name is missing or has neither letters nor digits.
    pub(crate) fn issuer(&self, name: Option<&str>) -> Option<Issuer> {
        let key = name.map(issuer_key).filter(|key| !key.is_empty())?;
        Some(self.0.get(&key).map_or(Issuer::Named(key), |id| Issuer::Authority(*id)))
    }
}

/// Returns an item, other than `except`, with the issuer and citation number of `details`. Searches
/// items of all kinds and drivers, except items that are being checked. Returns `None` if `details`
/// has no number or no issuer.
pub(crate) fn item_with_same_citation(
    store: &mut dyn Store,
    details: &ItemDetails,
    except: Option<Payable>,
) -> Result<Option<NumberedItem>> {
    let (Some(number), Some(name)) =
        (details.citation_number().map(normalize_citation_number), details.issuer())
    else {
        return Ok(None);
    };
    let numbered = store.items_by_number(&[number])?;
    let names = numbered.iter().filter_map(|item| item.issuer.as_deref()).chain([name]);
    let issuers = Issuers::of(store, names)?;
    let Some(issuer) = issuers.issuer(Some(name)) else { return Ok(None) };
    let mut others = numbered.into_iter().filter(|item| Some(item.item) != except);
    Ok(others.find(|item| issuers.issuer(item.issuer.as_deref()).as_ref() == Some(&issuer)))
}

/// The issuers of all items, as they are spelled on the items.
pub(crate) struct IssuerSpellings(Vec<String>);

impl IssuerSpellings {
    /// Reads the issuers of all items from the database.
    pub(crate) fn read(store: &mut dyn Store) -> Result<Self> {
        Ok(Self(store.item_issuers()?))
    }

    /// Returns the spellings that give one of `keys` when they are normalized for comparison.
    pub(crate) fn of(&self, keys: &[String]) -> Vec<String> {
        self.0.iter().filter(|issuer| keys.contains(&issuer_key(issuer))).cloned().collect()
    }
}

/// Returns pairs of items that would be the same citation if the issuers in `first` and
/// `second` were one issuer. The items of a pair have the same citation number. The issuer of
/// one item is in `first`, and the issuer of the other is in `second`. Returns at most
/// [`MAX_PAIRS`], ordered by number.
pub(crate) fn pairs_with_same_citation(
    store: &mut dyn Store,
    first: &[String],
    second: &[String],
) -> Result<Vec<NumberedPair>> {
    if first.is_empty() || second.is_empty() {
        return Ok(vec![]);
    }
    let numbers = store.citation_numbers_of_both(first, second, MAX_PAIRS)?;
    let items = if numbers.is_empty() { vec![] } else { store.items_by_number(&numbers)? };
    let has = |issuers: &[String], item: &NumberedItem| {
        item.issuer.as_ref().is_some_and(|issuer| issuers.contains(issuer))
    };
    let mut pairs: Vec<NumberedPair> = Vec::new();
    for one in items.iter().filter(|item| has(first, item)) {
        let equal = items.iter().filter(|other| has(second, other) && other.number == one.number);
        pairs.extend(equal.map(|other| (one.clone(), other.clone())));
    }
    pairs.sort_by(|(one, _), (other, _)| one.number.cmp(&other.number));
    pairs.truncate(usize::try_from(MAX_PAIRS).unwrap_or(usize::MAX));
    Ok(pairs)
}

/// Checks that no two items become the same citation when an authority gets additional names.
/// `earlier` has all names of the authority before the change, and `now` all names after it,
/// normalized for comparison. The caller must have locked the register of authorities.
///
/// # Errors
/// [`Error::EqualCitations`] if items become the same citation.
pub(crate) fn must_stay_distinct(store: &mut dyn Store, earlier: &[String], now: &[String]) -> Result<()> {
    let (unchanged, added): (Vec<String>, Vec<String>) =
        now.iter().cloned().partition(|key| earlier.contains(key));
    if added.is_empty() || now.len() == 1 {
        return Ok(());
    }
    let spellings = IssuerSpellings::read(store)?;
    let mut others = spellings.of(&unchanged);
    for key in added {
        let own = spellings.of(&[key]);
        let equal = pairs_with_same_citation(store, &own, &others)?;
        if !equal.is_empty() {
            return Err(Error::EqualCitations(equal));
        }
        others.extend(own);
    }
    Ok(())
}

/// Checks that no other item, of any driver, has the same issuer and citation number as
/// `details`. Items that are being checked don't count. An item without a number or an issuer
/// always passes. `except` is the item that has these details, if it is already stored. Until
/// the caller's transaction ends, a lock prevents other transactions from filing the same
/// citation for another item.
///
/// # Errors
/// [`Error::CitationExists`] if there is such an item.
pub(crate) fn must_be_new(
    store: &mut dyn Store,
    details: &ItemDetails,
    except: Option<Payable>,
) -> Result<()> {
    if details.citation_number().is_none() || details.issuer().is_none() {
        return Ok(());
    }
    store.lock_limit(Limit::Citations)?;
    match item_with_same_citation(store, details, except)? {
        Some(equal) => Err(Error::CitationExists { item: equal.item, driver: equal.user }),
        None => Ok(()),
    }
}
