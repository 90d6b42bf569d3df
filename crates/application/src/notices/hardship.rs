//! Emails about staff's answers to drivers who can't pay an item now (docs/product/requests.md#drivers-who-cant-pay).

use ports::store::in_transaction;

use crate::deps::{Deps, EmailDeps};
use crate::error::{Error, Result};
use crate::notices::admitting::admit;
use crate::notices::receipts::line_of_citation;
use crate::shared::outgoing::{EmailRecipient, OutgoingEmail};

const SUBJECT: &str = "We answered your request about a payment";

/// Composes the email that notifies the driver of staff's answer. The email doesn't contain the answer, because the
/// answer may name people. Returns `None` if no email can be sent, for example because the account is closed.
pub(super) fn compose_answer_email(
    deps: &Deps,
    email_deps: &EmailDeps,
    id: i64,
) -> Result<Option<OutgoingEmail>> {
    in_transaction(&*deps.database, |store| {
        let Some(found) = store.hardship_request(id)? else { return Ok(None) };
        let Some(user) = store.open_user(found.request.user_id)? else { return Ok(None) };
        let to = admit(deps, store, EmailRecipient::of(&user))?;
        let citation = line_of_citation(found.citation.number.as_deref(), found.citation.issuer.as_deref());
        let text = format!(
            "You told us that you can't pay now, and we answered. The due date stays as it is\n\
             unless the court or agency changes it.\n{citation}Read our answer here:\n\n\
             {}/driving-profile/options?type={}&id={}&view=cant-pay",
            email_deps.public_url, found.request.item.kind, found.request.item.id,
        );
        Ok::<_, Error>(to.map(|to| email_deps.email(to, SUBJECT, &text)))
    })
}
