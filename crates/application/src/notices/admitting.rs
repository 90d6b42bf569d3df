//! Checks whether an email may be sent to a recipient (docs/product/notices.md#unconfirmed-addresses).

use ports::store::Store;

use crate::deps::Deps;
use crate::error::Result;
use crate::shared::outgoing::{AdmittedEmail, EmailRecipient};

/// Counts and admits one email. Returns `None` if an unconfirmed address has reached its limit.
pub(super) fn admit(
    deps: &Deps,
    store: &mut dyn Store,
    recipient: EmailRecipient,
) -> Result<Option<AdmittedEmail>> {
    recipient.admit(store, &*deps.tokens, deps.clock.now())
}
