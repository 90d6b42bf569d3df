//! Proofs of remittances: files stored in the database, with images re-encoded first.

use chrono::{DateTime, Utc};
use domain::payments::remittances::proof::ProofKind;
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
    pub kind: ProofKind,
    /// Size as stored, in bytes.
    pub bytes: i64,
    /// The staff member who uploaded the file.
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
    pub kind: ProofKind,
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
    /// Returns the content of a proof.
    fn proof_content(&mut self, id: ProofId) -> StoreResult<Vec<u8>>;
    /// Deletes a proof; `false` if it was already deleted.
    fn remove_proof(&mut self, id: ProofId) -> StoreResult<bool>;
}

/// Why an image couldn't be re-encoded.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The image has too many pixels.
    #[error("This picture is too large: at most {most} million pixels.")]
    TooLarge {
        /// Maximum number of pixels, in millions.
        most: u32,
    },
    /// The image can't be decoded.
    #[error("This picture can’t be read. Save or scan it again.")]
    Unreadable,
}

/// Re-encodes images, so that only the visible pixels are stored: no GPS location and no embedded
/// files.
pub trait Pictures: Send + Sync {
    /// Re-encodes an image, rotated upright, as a file of this type. A PDF is not an image.
    ///
    /// # Errors
    /// Fails if the image is too large or can't be decoded.
    fn reencode(&self, kind: ProofKind, content: &[u8]) -> Result<Vec<u8>, PictureError>;
}
