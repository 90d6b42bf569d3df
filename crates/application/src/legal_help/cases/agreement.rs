//! The agreement between driver and lawyer (docs/product/cases.md#agreement).

use domain::legal_help::agreement::{
    Agreement, AgreementFacts, MAX_AGREEMENT_CHARS, MAX_SIGNATURE_CHARS, Signature, is_name_of, template,
};
use domain::legal_help::case::deadlines::sign_by;
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::ids::HireId;
use domain::shared::text;
use ports::shared::secrets::TokenHash;
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::{must_be_its_driver, must_be_its_lawyer};
use crate::shared::cases::record::{CaseChange, lock_case, must_be_current, record};

/// Returns the template of the case's agreement, for its lawyer.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer, [`Error::NotFound`].
pub fn show_template(store: &mut dyn Store, actor: &Actor, id: HireId) -> Result<String> {
    let case = store.hire_case(id)?.ok_or(Error::NotFound)?;
    let lawyer = must_be_its_lawyer(store, actor, &case)?;
    let hire = store.hire(id)?.ok_or(Error::NotFound)?;
    let driver = store.user(case.user_id)?.ok_or(Error::NotFound)?;
    let ticket = case.ticket_id.map(|ticket| store.ticket(ticket)).transpose()?.flatten();
    let facts = AgreementFacts {
        driver: driver.display_name(),
        lawyer: &lawyer.record,
        citation: ticket.as_ref().and_then(|ticket| ticket.filed.citation_number.as_deref()),
        violation: hire.violation_type.as_deref().unwrap_or("traffic violation"),
        fee: hire.amount,
    };
    Ok(template(&case, facts))
}

/// Sends the lawyer's agreement to the driver. Until the driver signs, another one replaces it.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer, [`Error::NotFound`], [`Error::ChangedMeanwhile`] if the
/// case doesn't wait for a signature or for an outdated version, a field error for the `text`.
pub fn send(deps: &Deps, actor: &Actor, id: HireId, text: &str, version: Option<i32>) -> Result<Case> {
    let text = text::paragraph(text, MAX_AGREEMENT_CHARS)
        .map_err(|error| Error::field("text", error.to_string()))?;
    in_transaction(&*deps.database, |store| {
        let mut case = lock_case(store, id)?;
        let lawyer = must_be_its_lawyer(store, actor, &case)?;
        must_be_current(&case, version)?;
        must_wait_for_signature(&case)?;
        let TokenHash(sha256) = deps.tokens.hash(&text);
        let sha256 = sha256.iter().map(|byte| format!("{byte:02x}")).collect();
        let sent_at = deps.clock.now();
        let agreement = Agreement { lawyer_id: lawyer.id, text, sha256, sent_at, signature: None };
        store.set_agreement(id, &agreement)?;
        // The driver is reminded also if the agreement was sent after the lawyer's reminder.
        case.sign_by = case.sign_by.or_else(|| Some(sign_by(sent_at, BUSINESS_ZONE)));
        record(deps, store, case, CaseChange::by(actor, CaseEventKind::AgreementSent))
    })
}

/// Signs the agreement with the driver's typed name. A name other than the account's must be confirmed.
///
/// # Errors
/// [`Error::NotFound`] for another driver's case or without an agreement, [`Error::ChangedMeanwhile`] if it is signed
/// or for an outdated version, [`Error::NameDiffers`], a field error for the `name`.
pub fn sign(
    deps: &Deps,
    actor: &Actor,
    id: HireId,
    name: &str,
    is_other_name_confirmed: bool,
    version: Option<i32>,
) -> Result<Case> {
    let name =
        text::line(name, MAX_SIGNATURE_CHARS).map_err(|error| Error::field("name", error.to_string()))?;
    in_transaction(&*deps.database, |store| {
        let mut case = lock_case(store, id)?;
        must_be_its_driver(actor, &case)?;
        must_be_current(&case, version)?;
        must_wait_for_signature(&case)?;
        let lawyer = case.lawyer_id.ok_or(Error::NotFound)?;
        store.agreement(id, lawyer)?.ok_or(Error::NotFound)?;
        let account = store.user(actor.id())?.ok_or(Error::Unauthenticated)?;
        if !is_other_name_confirmed && !is_name_of(&name, account.display_name()) {
            return Err(Error::NameDiffers);
        }
        store.sign_agreement(id, lawyer, &Signature { name, at: deps.clock.now() })?;
        case.sign_by = None;
        record(deps, store, case, CaseChange::by(actor, CaseEventKind::AgreementSigned))
    })
}

fn must_wait_for_signature(case: &Case) -> Result<()> {
    if case.step == CaseStep::Accepted { Ok(()) } else { Err(Error::ChangedMeanwhile(None)) }
}
