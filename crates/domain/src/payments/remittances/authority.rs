//! The register of those whose fines drivers pay here (docs/PRODUCT.md#authorities).

use crate::shared::ids::AuthorityId;
use crate::shared::text::{self, TextError};
use crate::shared::words::stored_words;

/// What kind of authority it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AuthorityKind {
    /// A court.
    Court,
    /// A city or county.
    City,
    /// A toll agency.
    TollAgency,
}

stored_words!(AuthorityKind {
    Court => "court",
    City => "city",
    TollAgency => "toll_agency",
});

/// Those whose fines drivers pay here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authority {
    /// Identifier.
    pub id: AuthorityId,
    /// What staff have written.
    pub details: AuthorityDetails,
    /// Goes up with each change.
    pub version: i32,
}

/// What staff write of an authority.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorityDetails {
    /// As drivers read it.
    pub name: String,
    /// Its kind.
    pub kind: AuthorityKind,
    /// What items call it besides: agencies of officers, toll roads.
    pub also_called: Vec<String>,
    /// How money is sent to it, for staff.
    pub pay_to: Option<String>,
}

/// What is wrong with what staff wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AuthorityError {
    /// Its name.
    #[error("the name: {0}")]
    Name(TextError),
    /// One of its other names.
    #[error("another name: {0}")]
    AlsoCalled(TextError),
    /// There are too many other names.
    #[error("at most {} other names", AuthorityDetails::MAX_NAMES)]
    TooManyNames,
    /// How money is sent.
    #[error("how money is sent: {0}")]
    PayTo(TextError),
}

impl AuthorityDetails {
    /// A name has at most this many characters.
    pub const MAX_NAME_CHARS: usize = 100;
    /// It has at most so many names besides its own.
    pub const MAX_NAMES: usize = 50;
    /// How money is sent to it has at most this many characters.
    pub const MAX_PAY_TO_CHARS: usize = 1000;
    /// The register has at most so many authorities.
    pub const MOST: i64 = 2000;

    /// Trims and checks what staff wrote. Names that mean the same are one.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn parse(
        name: &str,
        kind: AuthorityKind,
        also_called: &[String],
        pay_to: Option<&str>,
    ) -> Result<Self, AuthorityError> {
        let name = said(name).map_err(AuthorityError::Name)?;
        if also_called.len() > Self::MAX_NAMES {
            return Err(AuthorityError::TooManyNames);
        }
        let mut names: Vec<String> = Vec::new();
        for other in also_called {
            let other = said(other).map_err(AuthorityError::AlsoCalled)?;
            let is_known = names.iter().chain([&name]).any(|one| issuer_key(one) == issuer_key(&other));
            if !is_known {
                names.push(other);
            }
        }
        let pay_to = pay_to
            .filter(|how| !how.trim().is_empty())
            .map(|how| text::paragraph(how, Self::MAX_PAY_TO_CHARS).map_err(AuthorityError::PayTo))
            .transpose()?;
        Ok(Self { name, kind, also_called: names, pay_to })
    }

    /// Every name as items are compared with it.
    pub fn keys(&self) -> Vec<String> {
        [&self.name].into_iter().chain(&self.also_called).map(|name| issuer_key(name)).collect()
    }
}

/// A name has a letter or a digit: by these alone it is compared.
fn said(name: &str) -> Result<String, TextError> {
    let name = text::line(name, AuthorityDetails::MAX_NAME_CHARS)?;
    if issuer_key(&name).is_empty() { Err(TextError::Empty) } else { Ok(name) }
}

/// How an item's issuer is compared with an authority's names: letters and digits alone, in lower case.
pub fn issuer_key(issuer: &str) -> String {
    issuer.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
