//! Proofs: files that show that a remittance was sent. Staff upload, download and delete them
//! (docs/product/money-to-authorities.md#proof).

use domain::payments::remittances::proof::{MAX_PROOF_MEGABYTES, MAX_PROOFS};
use domain::payments::remittances::remittance::{Remittance, RemittanceStatus};
use domain::security::audit::AuditAction;
use domain::shared::ids::{ProofId, RemittanceId};
use domain::shared::text;
use ports::payments::remittances::proofs::{NewProof, Proof};
use ports::store::{Store, in_transaction, with_store};

use super::sending::SUBJECT;
use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::shared::lists::{Names, names_of};
use crate::shared::uploads;

/// Maximum length of a file name, in characters.
const MAX_NAME_CHARS: usize = 200;

/// Checks whether the caller may upload a proof for a remittance.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn check_may_add_proof(store: &mut dyn Store, actor: &Actor, id: RemittanceId) -> Result<()> {
    actor.must_be_admin()?;
    store.remittance(id)?.map(drop).ok_or(Error::NotFound)
}

/// Stores a proof, a file that shows that a remittance was sent. An image is re-encoded, which
/// removes everything except its visible pixels. Also returns the name of the caller, who uploaded it.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`], [`Error::ChangedMeanwhile`]
/// if the remittance isn't sent yet, [`Error::TooManyProofs`], field errors for an invalid `fileName`
/// or `file`, [`Error::ScannerUnavailable`], [`Error::Busy`].
pub fn add_proof(
    deps: &Deps,
    actor: &Actor,
    id: RemittanceId,
    name: &str,
    content: &[u8],
) -> Result<(Proof, Names)> {
    actor.must_be_admin()?;
    // The limit is checked first, because re-encoding an image takes seconds. No database connection is held
    // in the meantime.
    with_store(&*deps.database, |store| {
        let remittance = store.remittance(id)?.ok_or(Error::NotFound)?;
        check_room_for_one_more(store, &remittance)
    })?;
    let name =
        text::line(name, MAX_NAME_CHARS).map_err(|wrong| Error::field("fileName", wrong.to_string()))?;
    uploads::scan(deps, content)?;
    let (kind, content) = uploads::validate_and_reencode(deps, content, MAX_PROOF_MEGABYTES)?;
    in_transaction(&*deps.database, |store| {
        let remittance = store.lock_remittance(id)?.ok_or(Error::NotFound)?;
        check_room_for_one_more(store, &remittance)?;
        let at = deps.clock.now();
        let new = NewProof { remittance_id: id, name: &name, kind, content: &content, by: actor.id(), at };
        let proof = store.insert_proof(&new)?;
        audit_proof(deps, store, actor, "proofAdded", &proof)?;
        with_name(store, proof)
    })
}

/// Returns a proof and its content for download, and adds an audit entry.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn read_proof(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    id: ProofId,
) -> Result<(Proof, Vec<u8>)> {
    actor.must_be_admin()?;
    let proof = store.proof(id)?.ok_or(Error::NotFound)?;
    let content = store.proof_content(id)?;
    let entry =
        actor.audit_entry((SUBJECT, proof.remittance_id.0), AuditAction::ListExported, deps.clock.now());
    store.audit(&entry.with_after("list", &"proof").with_after("proof", &proof.id))?;
    Ok((proof, content))
}

/// Deletes a proof. Returns its details, and the name of the staff member who uploaded it. The audit trail still
/// shows that the proof existed.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn remove_proof(deps: &Deps, actor: &Actor, id: ProofId) -> Result<(Proof, Names)> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let proof = store.proof(id)?.ok_or(Error::NotFound)?;
        if !store.remove_proof(id)? {
            return Err(Error::NotFound);
        }
        audit_proof(deps, store, actor, "proofRemoved", &proof)?;
        with_name(store, proof)
    })
}

/// Returns the proof, and the name of the staff member who uploaded it.
fn with_name(store: &mut dyn Store, proof: Proof) -> Result<(Proof, Names)> {
    let names = names_of(store, proof.added_by.into_iter())?;
    Ok((proof, names))
}

/// Checks that the remittance was sent and has fewer than [`MAX_PROOFS`] proofs.
fn check_room_for_one_more(store: &mut dyn Store, remittance: &Remittance) -> Result<()> {
    if remittance.status == RemittanceStatus::Prepared {
        return Err(Error::ChangedMeanwhile(None));
    }
    if store.proofs_of(&[remittance.id])?.len() >= MAX_PROOFS {
        return Err(Error::TooManyProofs);
    }
    Ok(())
}

/// Adds an audit entry about a proof. `event` names what happened, such as `proofRemoved`. The
/// entry doesn't contain the file's name, because the name may be personal data, which could never
/// be removed from an audit entry.
fn audit_proof(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    event: &'static str,
    proof: &Proof,
) -> Result<()> {
    let entry =
        actor.audit_entry((SUBJECT, proof.remittance_id.0), AuditAction::RemittanceChanged, deps.clock.now());
    Ok(store.audit(
        &entry.with_after(event, &proof.id).with_after("kind", &proof.kind).with_after("bytes", &proof.bytes),
    )?)
}
