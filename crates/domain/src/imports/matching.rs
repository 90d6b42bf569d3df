//! Whose a line is (docs/PRODUCT.md#finding-the-driver).

use crate::imports::line::{DriverNamed, Problem};
use crate::shared::ids::UserId;
use crate::shared::person::plate::is_placeholder;

/// Whom one of the ways finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Found {
    /// Nobody gave it, or several did and it is verified for none of them.
    #[default]
    Nobody,
    /// This driver gave it, and it is not verified.
    Claimed(UserId),
    /// It is known to be this driver's.
    Verified(UserId),
}

/// Whom each of the ways finds that a line names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FoundDrivers {
    /// By number.
    pub by_id: Option<UserId>,
    /// By e-mail.
    pub by_email: Found,
    /// By license and its state.
    pub by_license: Found,
    /// By plate and its state.
    pub by_plate: Found,
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// It goes to this driver.
    Theirs(UserId),
    /// A person decides whether it is this driver's.
    Perhaps(UserId),
    /// It waits until somebody is known to be its driver.
    Nobodys,
}

/// Whose a line is, by whom each of its ways finds. What is verified decides; it goes to a person when anything on the line says
/// otherwise, or when what it names is not verified.
///
/// # Errors
/// When it names a user who is not there, or two drivers of whom each is known.
pub fn whose(named: &DriverNamed, found: &FoundDrivers) -> Result<Whose, Problem> {
    if named.id.is_some() && found.by_id.is_none() {
        return Err(("user_id", "No driver has this user ID.".to_owned()));
    }
    // Staff name a user by our own number: nobody can take another's.
    let by_id = found.by_id.map_or(Found::Nobody, Found::Verified);
    let is_placeholder = named.plate.as_ref().is_some_and(|(plate, _)| is_placeholder(plate));
    let by_plate = if is_placeholder { Found::Nobody } else { found.by_plate };
    let ways = [
        ("user_id", named.id.is_some(), by_id),
        ("email", named.email.is_some(), found.by_email),
        ("license_number", named.license.is_some(), found.by_license),
        ("plate", named.plate.is_some(), by_plate),
    ];
    let mut known: Option<UserId> = None;
    let mut perhaps: Option<UserId> = None;
    let mut is_plain = true;
    for (name, _, found) in ways.into_iter().filter(|(_, is_named, _)| *is_named) {
        match found {
            Found::Verified(user) if known.is_some_and(|known| known != user) => {
                return Err((name, "This names another driver than the rest of the line.".to_owned()));
            }
            Found::Verified(user) => known = Some(user),
            Found::Claimed(user) => {
                is_plain &= perhaps.is_none_or(|other| other == user);
                perhaps = perhaps.or(Some(user));
            }
            Found::Nobody => is_plain = false,
        }
    }
    Ok(match (known, perhaps) {
        (Some(user), None) if is_plain => Whose::Theirs(user),
        (Some(user), Some(other)) if is_plain && user == other => Whose::Theirs(user),
        (Some(user), _) => Whose::Perhaps(user),
        (None, Some(user)) => Whose::Perhaps(user),
        (None, None) => Whose::Nobodys,
    })
}
