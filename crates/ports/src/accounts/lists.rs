//! The list of users. Closed accounts are never in it.

use domain::accounts::user::{LicenseStatus, Role, User};
use domain::accounts::verification::Claim;

use crate::shared::list::{Order, Query, list};

list! {
    /// Users; searched by id, name, e-mail, license number, state, plate and phone number.
    UserList of User by |user| user.id.0,
    UserFilter, UserSort, (), has_owners: false
}

/// Users asked for.
pub type UserQuery = Query<UserList>;

/// Which users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserFilter {
    /// With this license status.
    pub license_status: Option<LicenseStatus>,
    /// With this role.
    pub role: Option<Role>,
    /// Whether staff have never brought the record up to date.
    pub needs_update: Option<bool>,
    /// Who gave this, and has it not verified.
    pub unverified: Option<Claim>,
}

/// Orders of users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UserSort {
    /// By id.
    #[default]
    Id,
    /// By full name, without regard to case; those without one before "A".
    FullName,
    /// By when staff last brought the record up to date; never counts as before all.
    LastAdminUpdateAt,
    /// By when the account was made.
    CreatedAt,
}

impl Order for UserSort {
    const BY_ID: Self = Self::Id;
}
