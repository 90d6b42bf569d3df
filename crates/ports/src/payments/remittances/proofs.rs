//! Proofs of remittances: files stored in the database, with images re-encoded first.

use chrono::{DateTime, Utc};
use domain::shared::file_kind::FileKind;
use domain::shared::ids::{ProofId, RemittanceId, UserId};

use crate::shared::store_error::StoreResult;

/// A file that shows that a remittance was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Id of the proof, part of its URL.
    pub id: ProofId,
    /// The remittance that the proof belongs to.
    pub remittance_id: RemittanceId,
    /// File name, as staff named it.
    pub name: String,
    /// File type, detected from the content.
    pub kind: FileKind,
    /// Size as stored, in bytes.
    pub bytes: i64,
    /// The staff member who uploaded the file; `None` if that user's account was deleted.
    pub added_by: Option<UserId>,
    /// When the file was uploaded.
    pub added_at: DateTime<Utc>,
}

/// A new proof to store.
#[derive(Clone, Copy, Debug)]
pub struct NewProof<'a> {
    /// The remittance that the proof belongs to.
    pub remittance_id: RemittanceId,
    /// File name, as staff named it.
    pub name: &'a str,
    /// File type, detected from the content.
    pub kind: FileKind,
    /// Content of the file, as it is stored.
    pub content: &'a [u8],
    /// The staff member who uploads the file.
    pub by: UserId,
    /// When the staff member uploads the file.
    pub at: DateTime<Utc>,
}

/// Proofs of remittances in the database.
pub trait Proofs {
    /// Stores a proof and returns it.
    fn insert_proof(&mut self, new: &NewProof<'_>) -> StoreResult<Proof>;
    /// Returns the proofs of these remittances, oldest first.
    fn proofs_of(&mut self, remittances: &[RemittanceId]) -> StoreResult<Vec<Proof>>;
    /// Returns a proof without its content.
    fn proof(&mut self, id: ProofId) -> StoreResult<Option<Proof>>;
    /// Returns the content of a proof; empty if the proof doesn't exist.
    fn proof_content(&mut self, id: ProofId) -> StoreResult<Vec<u8>>;
    /// Deletes a proof; `false` if it was already deleted.
    fn remove_proof(&mut self, id: ProofId) -> StoreResult<bool>;
}
