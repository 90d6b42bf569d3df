//! By what a line is known again when its file comes once more.

use domain::driving_record::new_item::ItemDetails;
use domain::imports::likeness::likeness_of;
use domain::shared::ids::UserId;

use crate::deps::Deps;

fn hash(deps: &Deps, parts: &[&str]) -> [u8; 32] {
    deps.tokens.hash(&parts.join("\u{1e}")).0
}

/// What a person would take for the same thing has the same key.
pub(super) fn like_key(deps: &Deps, user: UserId, details: &ItemDetails) -> [u8; 32] {
    like_key_of(deps, &likeness_of(user, details))
}

/// The same of an item that is on file already.
pub(super) fn like_key_of(deps: &Deps, likeness: &str) -> [u8; 32] {
    hash(deps, &["like", likeness])
}

/// By a driver and the issuer's number a line is known again.
pub(crate) fn citation_key(deps: &Deps, user: UserId, citation: &str) -> [u8; 32] {
    hash(deps, &["citation", &user.to_string(), citation])
}

/// The same of the first line like this one without a number.
pub(super) fn first_plain_key(deps: &Deps, user: UserId, details: &ItemDetails) -> [u8; 32] {
    plain_key_of(deps, &like_key(deps, user, details), 1)
}

/// The key of a line without a citation number: of the equal ones the first is 1. Two equal lines in one file are two things; when the
/// file comes again, both are known.
pub(super) fn plain_key_of(deps: &Deps, likeness: &[u8; 32], ordinal: u32) -> [u8; 32] {
    let alike: String = likeness.iter().map(|byte| format!("{byte:02x}")).collect();
    hash(deps, &["plain", &alike, &ordinal.to_string()])
}
