//! The list of users, without closed accounts.

use domain::accounts::user::{LicenseStatus, Role, User};
use domain::accounts::verification::Claim;

use crate::shared::list::{Query, SortOrder, list};

list! {
    /// Users. A search covers id, name, email, license number, state, plate, phone number, and the citation
    /// numbers of the user's items.
    UserList of User by |user| user.id.0,
    UserFilter, UserSort, (), has_owners: false
}

/// A query for users.
pub type UserQuery = Query<UserList>;

/// Filters for the list of users.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UserFilter {
    /// Only users with this license status.
    pub license_status: Option<LicenseStatus>,
    /// Only users with this role.
    pub role: Option<Role>,
    /// `true`: only users whose record staff have never updated. `false`: only users whose record staff have updated.
    pub needs_update: Option<bool>,
    /// Only users who entered this detail (email address, license or plate) and for whom it isn't verified.
    pub unverified: Option<Claim>,
}

/// Sort orders of users.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UserSort {
    /// Sorts by the user's id.
    #[default]
    Id,
    /// Sorts by full name, ignoring case. Users without a name come first.
    FullName,
    /// Sorts by the time when staff last updated the record. Records that staff never updated come first.
    LastAdminUpdateAt,
    /// Sorts by the time when the account was created.
    CreatedAt,
}

impl SortOrder for UserSort {
    const BY_ID: Self = Self::Id;
}
