//! Files that show that a remittance was sent: kept in the database, pictures drawn again first.

use chrono::{DateTime, Utc};
use domain::payments::remittances::proof::ProofKind;
use domain::shared::ids::{ProofId, RemittanceId, UserId};

use crate::shared::store_error::StoreResult;

/// A file that shows that a remittance was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Identifier.
    pub id: ProofId,
    /// Of which remittance.
    pub remittance_id: RemittanceId,
    /// What staff call it.
    pub name: String,
    /// What it is.
    pub kind: ProofKind,
    /// How many bytes it has, as it is kept.
    pub bytes: i64,
    /// Who brought it.
    pub added_by: Option<UserId>,
    /// When.
    pub added_at: DateTime<Utc>,
}

/// A file to be kept.
#[derive(Clone, Copy, Debug)]
pub struct NewProof<'a> {
    /// Of which remittance.
    pub remittance_id: RemittanceId,
    /// What staff call it.
    pub name: &'a str,
    /// What it is.
    pub kind: ProofKind,
    /// What is in it.
    pub content: &'a [u8],
    /// Who brings it.
    pub by: UserId,
    /// When.
    pub at: DateTime<Utc>,
}

/// Proof of remittances, in the database.
pub trait Proofs {
    /// Keeps a file.
    fn insert_proof(&mut self, new: &NewProof<'_>) -> StoreResult<Proof>;
    /// The files of these remittances, the oldest first.
    fn proofs_of(&mut self, remittances: &[RemittanceId]) -> StoreResult<Vec<Proof>>;
    /// A file.
    fn proof(&mut self, id: ProofId) -> StoreResult<Option<Proof>>;
    /// What is in a file.
    fn proof_content(&mut self, id: ProofId) -> StoreResult<Vec<u8>>;
    /// Deletes a file; `false` when it is gone already.
    fn remove_proof(&mut self, id: ProofId) -> StoreResult<bool>;
}

/// Why a picture was not drawn again.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// It would take too much room.
    #[error("This picture is too large: at most {most} million pixels.")]
    TooLarge {
        /// Millions of pixels.
        most: u32,
    },
    /// It cannot be read.
    #[error("This picture can't be read. Save or scan it again.")]
    Unreadable,
}

/// Draws pictures again, so that nothing is kept but what is seen: no place, no other file inside.
pub trait Pictures: Send + Sync {
    /// The same picture, upright, as a file of this kind. A PDF is no picture.
    ///
    /// # Errors
    /// Why not.
    fn redraw(&self, kind: ProofKind, content: &[u8]) -> Result<Vec<u8>, PictureError>;
}
