//! Proof of a remittance: files that staff bring, look at and take away (docs/PRODUCT.md#proof).

use domain::payments::remittances::proof::{LARGEST_PROOF, MOST_PROOFS, ProofError, ProofKind};
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

/// A file has a name of at most so many characters.
const MAX_NAME_CHARS: usize = 200;

/// Whether somebody may bring a file at all, before it is read.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`].
pub fn may_bring(store: &mut dyn Store, actor: &Actor, id: RemittanceId) -> Result<()> {
    actor.must_be_admin()?;
    store.remittance(id)?.map(drop).ok_or(Error::NotFound)
}

/// Keeps a file that shows that a remittance was sent; of a picture, what is drawn of it again.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`], [`Error::ChangedMeanwhile`] while it is not sent, [`Error::TooManyProofs`],
/// `fileName` and `file` that are wrong.
pub fn add(deps: &Deps, actor: &Actor, id: RemittanceId, name: &str, content: &[u8]) -> Result<Proof> {
    actor.must_be_admin()?;
    // A picture is drawn for seconds: not for what does not take it, and while nobody holds a connection.
    with_store(&*deps.database, |store| {
        let remittance = store.remittance(id)?.ok_or(Error::NotFound)?;
        must_take_one_more(store, &remittance)
    })?;
    let name =
        text::line(name, MAX_NAME_CHARS).map_err(|wrong| Error::field("fileName", wrong.to_string()))?;
    let wrong = |sentence: String| Error::field("file", sentence);
    let kind = ProofKind::of(content).map_err(|error| wrong(error.to_string()))?;
    let redrawn = match kind {
        ProofKind::Pdf => None,
        ProofKind::Jpeg | ProofKind::Png => {
            Some(deps.pictures.redraw(kind, content).map_err(|error| wrong(error.to_string()))?)
        }
    };
    let content = redrawn.as_deref().unwrap_or(content);
    if content.len() > LARGEST_PROOF {
        return Err(wrong(ProofError::TooLarge.to_string()));
    }
    in_transaction(&*deps.database, |store| {
        let remittance = store.lock_remittance(id)?.ok_or(Error::NotFound)?;
        must_take_one_more(store, &remittance)?;
        let at = deps.clock.now();
        let new = NewProof { remittance_id: id, name: &name, kind, content, by: actor.id(), at };
        let proof = store.insert_proof(&new)?;
        note(deps, store, actor, "proofAdded", &proof)?;
        Ok(proof)
    })
}

/// A file, to be saved. That somebody took it is noted.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`].
pub fn fetch(deps: &Deps, store: &mut dyn Store, actor: &Actor, id: ProofId) -> Result<(Proof, Vec<u8>)> {
    actor.must_be_admin()?;
    let proof = store.proof(id)?.ok_or(Error::NotFound)?;
    let content = store.proof_content(id)?;
    let entry = actor.entry((SUBJECT, proof.remittance_id.0), AuditAction::ListExported, deps.clock.now());
    store.audit(&entry.is("list", &"proof").is("proof", &proof.id))?;
    Ok((proof, content))
}

/// Takes a file away; the audit trail keeps that there was one.
///
/// # Errors
/// [`Error::Forbidden`] for drivers, [`Error::NotFound`].
pub fn remove(deps: &Deps, actor: &Actor, id: ProofId) -> Result<()> {
    actor.must_be_admin()?;
    in_transaction(&*deps.database, |store| {
        let proof = store.proof(id)?.ok_or(Error::NotFound)?;
        if !store.remove_proof(id)? {
            return Err(Error::NotFound);
        }
        note(deps, store, actor, "proofRemoved", &proof)
    })
}

fn must_take_one_more(store: &mut dyn Store, remittance: &Remittance) -> Result<()> {
    if remittance.status == RemittanceStatus::Prepared {
        return Err(Error::ChangedMeanwhile(None));
    }
    if store.proofs_of(&[remittance.id])?.len() >= MOST_PROOFS {
        return Err(Error::TooManyProofs);
    }
    Ok(())
}

/// The trail is never erased, so it does not hold what somebody called a file.
fn note(deps: &Deps, store: &mut dyn Store, actor: &Actor, what: &'static str, of: &Proof) -> Result<()> {
    let entry = actor.entry((SUBJECT, of.remittance_id.0), AuditAction::RemittanceChanged, deps.clock.now());
    Ok(store.audit(&entry.is(what, &of.id).is("kind", &of.kind).is("bytes", &of.bytes))?)
}
