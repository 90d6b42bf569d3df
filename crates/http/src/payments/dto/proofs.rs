//! Request and response bodies for proofs: files that show that a remittance was sent.

use application::shared::lists::Names;
use chrono::{DateTime, Utc};
use ports::payments::remittances::proofs::Proof;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::enums as word;

/// A file that shows that a remittance was sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Proof)]
pub struct ProofDto {
    pub id: i32,
    /// The file's name, as staff named it.
    pub name: String,
    /// The file type, detected from the file's content.
    pub kind: word::FileKind,
    /// The file's size in bytes.
    pub bytes: i64,
    /// The name of the staff member who uploaded the file, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added_by: Option<String>,
    /// When the file was uploaded.
    pub added_at: DateTime<Utc>,
}

impl ProofDto {
    /// Builds the response, with the name (from `names`) of the staff member who uploaded the file.
    pub fn new(proof: Proof, names: &Names) -> Self {
        Self {
            id: proof.id.0,
            kind: proof.kind.into(),
            bytes: proof.bytes,
            added_by: proof.added_by.and_then(|user| names.get(&user).cloned()),
            added_at: proof.added_at,
            name: proof.name,
        }
    }

    /// Converts the proofs to responses. `names` has the names of the staff members who uploaded them.
    pub fn all(proofs: Vec<Proof>, names: &Names) -> Vec<Self> {
        proofs.into_iter().map(|proof| Self::new(proof, names)).collect()
    }
}
