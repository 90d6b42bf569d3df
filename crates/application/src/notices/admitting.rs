//! Limits on emails to addresses that no user has confirmed (docs/product/notices.md#unconfirmed-addresses).

use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;
use crate::shared::outgoing::{AdmittedEmail, EmailRecipient};

/// Allows an email to a recipient. Counts emails to unconfirmed addresses, and returns `None` if
/// the address has reached its limit.
pub(super) fn admit(
    deps: &Deps,
    store: &mut dyn Store,
    recipient: EmailRecipient,
) -> Result<Option<AdmittedEmail>> {
    recipient.admit(store, &*deps.tokens, deps.clock.now())
}
