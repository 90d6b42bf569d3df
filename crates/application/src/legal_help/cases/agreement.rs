//! The agreement between driver and lawyer (docs/product/cases.md#agreement).

use domain::legal_help::agreement::{
    Agreement, AgreementFacts, MAX_AGREEMENT_CHARS, MAX_SIGNATURE_CHARS, PDF_TEXT, Signature, fill,
    is_same_name,
};
use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::shared::business_time::BUSINESS_ZONE;
use domain::shared::file_kind::FileKind;
use domain::shared::ids::HireId;
use domain::shared::text;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::{must_be_driver_of_case, must_be_lawyer_of_case};
use crate::legal_help::cases::secrets::files;
use crate::shared::cases::record::{CaseChange, lock_case, must_be_current, record};

/// Returns a draft of the agreement, which the case's lawyer can edit: the template for the court's state,
/// filled in for this case.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer, [`Error::NotFound`].
pub fn show_template(deps: &Deps, store: &mut dyn Store, actor: &Actor, id: HireId) -> Result<String> {
    let case = store.case_of_hire(id)?.ok_or(Error::NotFound)?;
    let lawyer = must_be_lawyer_of_case(store, actor, &case)?;
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
    Ok(fill(deps.legal_help.agreement(case.court.state), &case, facts))
}

/// An agreement that the lawyer sends, as a string or as a PDF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgreementEntry {
    /// The text of the agreement.
    Text(String),
    /// The id of a PDF that a lawyer added to the case's files.
    Pdf(i64),
}

/// Sends the lawyer's agreement to the driver. The new agreement replaces an earlier agreement
/// that the driver hasn't signed. `version` is the case's version that the caller saw; with
/// `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't an active lawyer; [`Error::NotFound`];
/// [`Error::ChangedMeanwhile`] if the case doesn't wait for a signature or the version is outdated; a field
/// error for the `text` or the `fileId`; [`Error::FilesUnavailable`].
pub fn send(
    deps: &Deps,
    actor: &Actor,
    id: HireId,
    entry: &AgreementEntry,
    version: Option<i32>,
) -> Result<Case> {
    let (text, file, sha256) = match entry {
        AgreementEntry::Text(text) => {
            let text = text::paragraph(text, MAX_AGREEMENT_CHARS)
                .map_err(|error| Error::field("text", error.to_string()))?;
            let sha256 = hex::encode(deps.tokens.sha256(text.as_bytes()));
            (text, None, sha256)
        }
        AgreementEntry::Pdf(file) => (PDF_TEXT.to_owned(), Some(*file), hash_pdf(deps, actor, id, *file)?),
    };
    in_transaction(&*deps.database, |store| {
        let mut case = lock_case(store, id)?;
        let lawyer = must_be_lawyer_of_case(store, actor, &case)?;
        must_be_current(&case, version)?;
        must_wait_for_signature(&case)?;
        if let Some(file) = file {
            // The PDF may have been deleted since it was hashed.
            store.case_file(file)?.ok_or_else(not_a_pdf_error)?;
        }
        let sent_at = deps.clock.now();
        let agreement = Agreement { lawyer_id: lawyer.id, text, file, sha256, sent_at, signature: None };
        store.set_agreement(id, &agreement)?;
        // `sign_by`, the time of the next reminder, is `None` once a reminder was sent. Setting it
        // again lets the driver get a reminder for the new agreement.
        case.sign_by = case.sign_by.or_else(|| Some(deps.case_periods.sign_by(sent_at, BUSINESS_ZONE)));
        record(deps, store, case, CaseChange::by(actor, CaseEventKind::AgreementSent))
    })
}

/// Returns the hash of the PDF that a lawyer sends as the agreement. The driver downloads the same bytes.
fn hash_pdf(deps: &Deps, actor: &Actor, id: HireId, file: i64) -> Result<String> {
    let sealed = with_store(&*deps.database, |store| {
        let case = store.case_of_hire(id)?.ok_or(Error::NotFound)?;
        must_be_lawyer_of_case(store, actor, &case)?;
        let found = store.case_file(file)?.filter(|found| found.case == id && found.is_from_lawyer);
        found.filter(|found| found.kind == FileKind::Pdf).ok_or_else(not_a_pdf_error)?;
        files::fetch(deps, store, actor, file)
    })?;
    let (_, content) = files::open(deps, sealed)?;
    Ok(hex::encode(deps.tokens.sha256(&content)))
}

fn not_a_pdf_error() -> Error {
    Error::field("fileId", "Choose one of your PDF files in this case.")
}

/// Signs the agreement with the name that the driver typed. A name that isn't the account's name is accepted
/// only if `is_other_name_confirmed` is set. `version` is the case's version that the driver saw; with
/// `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers; [`Error::NotFound`] for another driver's case or without an
/// agreement; [`Error::ChangedMeanwhile`] if the agreement is signed or the version is outdated;
/// [`Error::SignatureLate`], [`Error::NameDiffers`], a field error for the `name`.
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
        must_be_driver_of_case(actor, &case)?;
        must_be_current(&case, version)?;
        must_wait_for_signature(&case)?;
        must_be_before_signing_deadline(deps, &case)?;
        let lawyer = case.lawyer_id.ok_or(Error::NotFound)?;
        store.agreement(id, lawyer)?.ok_or(Error::NotFound)?;
        let account = store.user(actor.id())?.ok_or(Error::Unauthenticated)?;
        if !is_other_name_confirmed && !is_same_name(&name, account.display_name()) {
            return Err(Error::NameDiffers);
        }
        store.sign_agreement(id, lawyer, &Signature { name, at: deps.clock.now() })?;
        case.sign_by = None;
        record(deps, store, case, CaseChange::by(actor, CaseEventKind::AgreementSigned))
    })
}

/// Checks that the deadline for signing hasn't passed. The job that ends the case may run some
/// time after the deadline.
fn must_be_before_signing_deadline(deps: &Deps, case: &Case) -> Result<()> {
    let is_late = case.accept_by.is_some_and(|accept_by| accept_by <= deps.clock.now());
    if is_late { Err(Error::SignatureLate) } else { Ok(()) }
}

/// Checks that a lawyer accepted the case and the driver hasn't signed yet.
fn must_wait_for_signature(case: &Case) -> Result<()> {
    if case.step == CaseStep::Accepted { Ok(()) } else { Err(Error::ChangedMeanwhile(None)) }
}
