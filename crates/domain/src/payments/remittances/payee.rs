//! Payees: authorities and lawyers whom money is sent to (docs/product/money-to-authorities.md#remittances).

use crate::shared::ids::{AuthorityId, LawyerId};
use crate::shared::stored_words::stored_words;

/// Whether a payee is an authority or a lawyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PayeeKind {
    /// A court, a city or a toll agency.
    Authority,
    /// A lawyer, whose trust account gets the money.
    Lawyer,
}

stored_words!(PayeeKind { Authority => "authority", Lawyer => "lawyer", });

/// An authority or a lawyer whom money is owed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PayeeId {
    /// An authority, which gets fines.
    Authority(AuthorityId),
    /// A lawyer, who gets fees.
    Lawyer(LawyerId),
}

impl PayeeId {
    /// Whether the payee is an authority or a lawyer.
    pub const fn kind(self) -> PayeeKind {
        match self {
            Self::Authority(_) => PayeeKind::Authority,
            Self::Lawyer(_) => PayeeKind::Lawyer,
        }
    }

    /// The id of the authority or the lawyer, as a number.
    pub const fn number(self) -> i32 {
        match self {
            Self::Authority(id) => id.0,
            Self::Lawyer(id) => id.0,
        }
    }

    /// The authority's id; `None` for a lawyer.
    pub const fn authority(self) -> Option<AuthorityId> {
        match self {
            Self::Authority(id) => Some(id),
            Self::Lawyer(_) => None,
        }
    }

    /// The lawyer's id; `None` for an authority.
    pub const fn lawyer(self) -> Option<LawyerId> {
        match self {
            Self::Authority(_) => None,
            Self::Lawyer(id) => Some(id),
        }
    }
}

impl From<AuthorityId> for PayeeId {
    fn from(id: AuthorityId) -> Self {
        Self::Authority(id)
    }
}

impl From<LawyerId> for PayeeId {
    fn from(id: LawyerId) -> Self {
        Self::Lawyer(id)
    }
}

/// An authority or a lawyer whom money is sent to, with their name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payee {
    /// Id of the authority or the lawyer.
    pub id: PayeeId,
    /// Name of the authority or the lawyer.
    pub name: String,
}
