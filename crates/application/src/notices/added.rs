//! Emails about the result of the check of an item that the driver added (docs/product/adding-tickets.md#the-result).

use domain::driving_record::added::CheckStatus;
use domain::driving_record::citation::Citation;
use domain::shared::payable::Payable;
use ports::store::in_transaction;

use crate::deps::{Deps, EmailDeps};
use crate::error::{Error, Result};
use crate::notices::admitting::admit;
use crate::notices::receipts::line_of_citation;
use crate::shared::outgoing::{EmailRecipient, OutgoingEmail};

/// Composes the email about the result of an item's check. Returns `None` if there is no email to send, for
/// example because the driver withdrew the item or closed the account.
pub(super) fn compose_result_email(
    deps: &Deps,
    email_deps: &EmailDeps,
    id: i64,
) -> Result<Option<OutgoingEmail>> {
    in_transaction(&*deps.database, |store| {
        let Some(checked) = store.added_item(id)? else { return Ok(None) };
        let noun = if matches!(checked.added.item, Payable::Toll(_)) { "toll" } else { "ticket" };
        let Some((subject, text)) = subject_and_text(checked.added.status, noun) else {
            return Ok(None);
        };
        let Some(user) = store.open_user(checked.added.user_id)? else { return Ok(None) };
        let to = admit(deps, store, EmailRecipient::of(&user))?;
        let Citation { number, issuer } = &checked.citation;
        let citation = line_of_citation(number.as_deref(), issuer.as_deref());
        let text = format!("{text}\n{citation}See your record here:\n\n{}/profile", email_deps.public_url);
        Ok::<_, Error>(to.map(|to| email_deps.email(to, &subject, &text)))
    })
}

/// Returns the email's subject and first lines; `None` if there is no result, or the driver
/// withdrew the item. The email leaves out staff's reason for not finding a citation, because the
/// reason may name people. `noun` names the kind of item.
fn subject_and_text(status: CheckStatus, noun: &str) -> Option<(String, String)> {
    match status {
        CheckStatus::BeingChecked | CheckStatus::Withdrawn => None,
        CheckStatus::Confirmed => Some((
            format!("We confirmed the {noun} you added"),
            format!(
                "We checked the {noun} you added and confirmed it. Please check its dates and amount,\n\
                 because we may have corrected them."
            ),
        )),
        CheckStatus::Merged => Some((
            format!("The {noun} you added is already on your record"),
            format!("The {noun} you added was already on your record. We kept the earlier entry."),
        )),
        CheckStatus::NotFound => Some((
            format!("We couldn't find the {noun} you added"),
            format!(
                "We couldn't confirm the {noun} you added, so we removed it from your record. Your profile\n\
                 has the reason. The {noun} itself may still be valid, so please keep your notice and check its dates."
            ),
        )),
    }
}
