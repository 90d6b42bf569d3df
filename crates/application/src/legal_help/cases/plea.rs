//! The driver's answer to the prosecutor's offer (docs/product/cases.md#prosecutors-offer).

use domain::legal_help::case::event::CaseEventKind;
use domain::legal_help::case::plea::PleaAnswer;
use domain::legal_help::case::record::Case;
use domain::legal_help::case::step::CaseStep;
use domain::shared::ids::HireId;
use ports::store::in_transaction;

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::legal_help::cases::access::must_be_driver_of_case;
use crate::legal_help::cases::steps::{validate_optional_note, validate_required_note};
use crate::shared::cases::record::{CaseChange, lock_case, must_be_current, record};

/// Records the driver's answer to the prosecutor's offer: accepted, refused, or a question. A
/// question needs a `text`, and leaves the offer open. `version` is the case's version that the
/// driver saw; with `None`, it isn't checked.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers; [`Error::NotFound`] for another driver's
/// case; [`Error::ChangedMeanwhile`] if no offer is open or the version is outdated; a field
/// error for the `text`.
pub fn answer(
    deps: &Deps,
    actor: &Actor,
    id: HireId,
    answer: PleaAnswer,
    text: Option<&str>,
    version: Option<i32>,
) -> Result<Case> {
    let (kind, text) = match answer {
        PleaAnswer::Accept => (CaseEventKind::PleaAccepted, validate_optional_note("text", text)?),
        PleaAnswer::Refuse => (CaseEventKind::PleaRefused, validate_optional_note("text", text)?),
        PleaAnswer::Ask => {
            (CaseEventKind::PleaQuestion, Some(validate_required_note("text", text.unwrap_or_default())?))
        }
    };
    in_transaction(&*deps.database, |store| {
        let case = lock_case(store, id)?;
        must_be_driver_of_case(actor, &case)?;
        must_be_current(&case, version)?;
        if case.step != CaseStep::OfferPending {
            return Err(Error::ChangedMeanwhile(None));
        }
        record(deps, store, case, CaseChange::by(actor, kind).with_note(text.as_deref()))
    })
}
