//! Keys that recognize a line when it is imported again.

use domain::driving_record::new_item::ItemDetails;
use domain::imports::duplicates::{comparable_contents, comparable_contents_of};
use domain::imports::import::ImportKind;
use domain::imports::line::DriverIdentifiers;
use domain::shared::citation_number::{issuer_key, normalize_citation_number};
use domain::shared::ids::UserId;
use ports::imports::files::FiledItem;

use crate::deps::Deps;
use crate::imports::valid_line::NOBODY;

/// Hashes the parts, joined by a separator that no part contains.
fn hash_parts(deps: &Deps, parts: &[&str]) -> [u8; 32] {
    deps.tokens.hash(&parts.join("\u{1e}")).0
}

/// Returns the key of an item's driver and contents. The contents are the violation or toll road, the date,
/// time, location and amount. Differences in case and spaces don't change the key.
pub(super) fn contents_key(deps: &Deps, user: UserId, details: &ItemDetails) -> [u8; 32] {
    key_of_contents(deps, &comparable_contents_of(user, details))
}

/// Returns an existing item's contents as a string, for comparison with a
/// new item's contents ([`comparable_contents_of`]).
pub(crate) fn contents_of_filed_item(kind: ImportKind, item: &FiledItem) -> String {
    let place = (item.date, item.time.as_deref());
    comparable_contents(kind, item.user, &item.label, place, item.location.as_deref(), &item.amount)
}

/// Hashes contents that [`contents_of_filed_item`] or [`comparable_contents_of`] returned.
pub(super) fn key_of_contents(deps: &Deps, contents: &str) -> [u8; 32] {
    hash_parts(deps, &["like", contents])
}

/// Returns the key of a line with a citation number: a hash of the driver, the issuer and the number.
pub(crate) fn citation_key(deps: &Deps, user: UserId, issuer: Option<&str>, number: &str) -> [u8; 32] {
    let issuer = issuer.map(issuer_key).unwrap_or_default();
    hash_parts(deps, &["citation", &user.to_string(), &issuer, &normalize_citation_number(number)])
}

/// Returns the keys of a citation number without an issuer: the current key, and the key
/// that earlier releases stored.
pub(crate) fn keys_without_issuer(deps: &Deps, user: UserId, number: &str) -> [[u8; 32]; 2] {
    let before = hash_parts(deps, &["citation", &user.to_string(), &number.to_uppercase()]);
    [citation_key(deps, user, None, number), before]
}

/// Returns the key of a line without a citation number. Identical lines are separate items, so `ordinal`
/// numbers them from 1.
pub(super) fn unnumbered_key(deps: &Deps, contents_key: &[u8; 32], ordinal: u32) -> [u8; 32] {
    hash_parts(deps, &["plain", &hex::encode(contents_key), &ordinal.to_string()])
}

/// Returns the key of the contents of a line that waits for a driver. The key contains `named`, the details
/// that name the driver, instead of the driver's id, so it stays the same when the driver is found.
pub(super) fn waiting_contents_key(
    deps: &Deps,
    named: &DriverIdentifiers,
    details: &ItemDetails,
) -> [u8; 32] {
    hash_parts(deps, &["waits", &driver_key(named), &comparable_contents_of(NOBODY, details)])
}

/// Returns the key of a waiting citation: a hash of `named`, the details that name the driver, of the issuer
/// if the line has one, and of the citation number.
pub(crate) fn waiting_key(
    deps: &Deps,
    named: &DriverIdentifiers,
    issuer: Option<&str>,
    number: &str,
) -> [u8; 32] {
    let named = driver_key(named);
    match issuer.map(issuer_key) {
        Some(issuer) => {
            hash_parts(deps, &["waiting citation", &named, &issuer, &normalize_citation_number(number)])
        }
        None => hash_parts(deps, &["waiting citation", &named, number]),
    }
}

/// Joins the details that name the driver to one string.
fn driver_key(DriverIdentifiers { id, email, license, plate }: &DriverIdentifiers) -> String {
    let stated = |of: Option<(&String, &str)>| {
        of.map_or_else(String::new, |(number, state)| format!("{number}\u{1f}{state}"))
    };
    let license = license.as_ref().map(|(number, state)| (number, state.name()));
    let plate = plate.as_ref().map(|(plate, state)| (plate, state.name()));
    let (id, email) = (id.map(|id| id.to_string()).unwrap_or_default(), email.clone().unwrap_or_default());
    [id, email, stated(license), stated(plate)].join("\u{1f}")
}
