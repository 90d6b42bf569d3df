//! Email addresses (docs/product/everywhere.md#email-addresses).

use crate::shared::text::constraint::{Constrained, TextConstraint};

/// An email address as entered, without surrounding spaces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Email(String);

/// Why an address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmailError {
    /// The email field is empty.
    #[error("Email is required")]
    Empty,
    /// The address has more than [`Email::MAX_CHARS`] characters, the maximum for email.
    #[error("An email address has at most 254 characters.")]
    TooLong,
    /// The address isn't an email address.
    #[error("Please enter an email address such as name@example.com.")]
    NotAnAddress,
}

impl Email {
    /// Maximum length of an email address, in characters.
    pub const MAX_CHARS: usize = 254;

    /// Trims and validates an address. The address must be ASCII with one `@`. The part before the `@` has 1 to 64
    /// characters that email allows without quotes, with dots only between other characters. The part after the `@`
    /// is a host name with a dot.
    pub fn parse(text: &str) -> Result<Self, EmailError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(EmailError::Empty);
        }
        if text.chars().nth(Self::MAX_CHARS).is_some() {
            return Err(EmailError::TooLong);
        }
        match text.split_once('@') {
            Some((local, host)) if is_local_part(local) && is_host(host) => Ok(Self(text.to_owned())),
            _ => Err(EmailError::NotAnAddress),
        }
    }

    /// The address as entered.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the address in lower case. Addresses with the same normalized form belong to the same account.
    pub fn normalized(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

impl Constrained for Email {
    fn constraint() -> TextConstraint {
        TextConstraint::like(format!(r"^(?![^@]{{65}}){LOCAL}+(\.{LOCAL}+)*@{LABEL}(\.{LABEL})+$"))
            .at_most(Self::MAX_CHARS)
    }
}

/// Pattern for a character before the `@`, except a dot.
const LOCAL: &str = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
/// Pattern for a part of the host's name.
const LABEL: &str = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/// Whether a string can be the part of an email address before the `@`.
fn is_local_part(local: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c);
    local.len() <= 64 && local.split('.').all(|word| !word.is_empty() && word.chars().all(allowed))
}

/// Whether a string is a host name with a dot.
fn is_host(host: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    host.contains('.') && host.split('.').all(is_label)
}
