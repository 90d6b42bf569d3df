//! Comparison of citations. Citations are equal if they have the same issuer and number
//! (docs/product/everywhere.md#equal-citations).

use std::collections::HashMap;

use domain::driving_record::new_item::ItemDetails;
use domain::shared::citation_number::{comparable, issuer_key};
use domain::shared::ids::AuthorityId;
use domain::shared::payable::Payable;
use ports::driving_record::filing::NumberedItem;
use ports::shared::limits::Limit;
use ports::store::Store;

use crate::error::{Error, Result};

/// The authorities that the names of issuers belong to, by normalized name.
#[derive(Default)]
pub(crate) struct Issuers(HashMap<String, AuthorityId>);

/// An issuer in the form used for comparison. Two names of one authority give the same issuer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Issuer {
    Authority(AuthorityId),
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

    /// Returns the issuer with this name; `None` if the name is missing or has no letters and
    /// digits.
    pub(crate) fn issuer(&self, name: Option<&str>) -> Option<Issuer> {
        let key = name.map(issuer_key).filter(|key| !key.is_empty())?;
        Some(self.0.get(&key).map_or(Issuer::Named(key), |id| Issuer::Authority(*id)))
    }
}

/// Returns the item of any kind and driver, other than `own`, that has the same issuer and citation
/// number. `None` if the number or the issuer is missing.
pub(crate) fn equal_citation(
    store: &mut dyn Store,
    details: &ItemDetails,
    own: Option<Payable>,
) -> Result<Option<NumberedItem>> {
    let (Some(number), Some(name)) = (details.citation_number().map(comparable), details.issuer()) else {
        return Ok(None);
    };
    let numbered = store.items_by_number(&[number])?;
    let names = numbered.iter().filter_map(|item| item.issuer.as_deref()).chain([name]);
    let issuers = Issuers::of(store, names)?;
    let Some(issuer) = issuers.issuer(Some(name)) else { return Ok(None) };
    let mut others = numbered.into_iter().filter(|item| Some(item.item) != own);
    Ok(others.find(|item| issuers.issuer(item.issuer.as_deref()).as_ref() == Some(&issuer)))
}

/// Checks that no item of any driver, other than `own`, has this citation's issuer and number.
/// Until the caller's transaction ends, no other transaction can file a citation.
///
/// # Errors
/// [`Error::CitationExists`] if there is such an item.
pub(super) fn must_be_new(store: &mut dyn Store, details: &ItemDetails, own: Option<Payable>) -> Result<()> {
    if details.citation_number().is_none() || details.issuer().is_none() {
        return Ok(());
    }
    store.lock_limit(Limit::Citations)?;
    match equal_citation(store, details, own)? {
        Some(equal) => Err(Error::CitationExists { item: equal.item, driver: equal.user }),
        None => Ok(()),
    }
}
