//! By what a line is known again when its file comes once more.

use domain::driving_record::new_item::ItemDetails;
use domain::imports::import::ImportKind;
use domain::imports::likeness::{likeness, likeness_of};
use domain::imports::line::DriverNamed;
use domain::shared::ids::UserId;
use domain::shared::us_state::UsState;
use ports::imports::files::FiledItem;

use crate::deps::Deps;

fn hash(deps: &Deps, parts: &[&str]) -> [u8; 32] {
    deps.tokens.hash(&parts.join("\u{1e}")).0
}

/// What a person would take for the same thing has the same key.
pub(super) fn like_key(deps: &Deps, user: UserId, details: &ItemDetails) -> [u8; 32] {
    like_key_of(deps, &likeness_of(user, details))
}

/// How an item that is on file already reads, as [`likeness_of`] says it of what is to be filed.
pub(crate) fn likeness_on_file(kind: ImportKind, item: &FiledItem) -> String {
    let place = (item.date, item.time.as_deref());
    likeness(kind, item.user, &item.label, place, item.location.as_deref(), &item.amount)
}

/// The same of an item that is on file already.
pub(super) fn like_key_of(deps: &Deps, likeness: &str) -> [u8; 32] {
    hash(deps, &["like", likeness])
}

/// By a driver and the issuer's number a line is known again.
pub(crate) fn citation_key(deps: &Deps, user: UserId, citation: &str) -> [u8; 32] {
    hash(deps, &["citation", &user.to_string(), citation])
}

/// The key of a line without a citation number: of the equal ones the first is 1. Two equal lines in one file are two things; when the
/// file comes again, both are known.
pub(super) fn plain_key_of(deps: &Deps, likeness: &[u8; 32], ordinal: u32) -> [u8; 32] {
    let alike: String = likeness.iter().map(|byte| format!("{byte:02x}")).collect();
    hash(deps, &["plain", &alike, &ordinal.to_string()])
}

/// Nobody has this id: what waits is told apart without a driver.
const NOBODY: UserId = UserId(0);

/// Lines that name the same driver and say the same have the same key. It does not say which driver of ours that is.
pub(super) fn waits_alike(deps: &Deps, named: &DriverNamed, details: &ItemDetails) -> [u8; 32] {
    hash(deps, &["waits", &named_as(named), &likeness_of(NOBODY, details)])
}

/// The key of a citation that waits: whom it names, and the issuer's number.
pub(crate) fn waiting_key(deps: &Deps, named: &DriverNamed, citation: &str) -> [u8; 32] {
    hash(deps, &["waiting citation", &named_as(named), citation])
}

fn named_as(DriverNamed { id, email, license, plate }: &DriverNamed) -> String {
    let stated = |of: &Option<(String, UsState)>| {
        of.as_ref().map_or_else(String::new, |(number, state)| format!("{number}\u{1f}{}", state.name()))
    };
    let (id, email) = (id.map(|id| id.to_string()).unwrap_or_default(), email.clone().unwrap_or_default());
    [id, email, stated(license), stated(plate)].join("\u{1f}")
}
