//! Files that show that a remittance was sent.

use application::shared::lists::Names;
use chrono::{DateTime, Utc};
use ports::payments::remittances::proofs::Proof;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::words as word;

/// A file that shows that a remittance was sent.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Proof)]
pub struct ProofDto {
    /// Identifier.
    pub id: i32,
    /// What staff call it.
    pub name: String,
    /// What it is, by what is in it.
    pub kind: word::ProofKind,
    /// How many bytes it has.
    pub bytes: i64,
    /// Who brought it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub added_by: Option<String>,
    /// When.
    pub added_at: DateTime<Utc>,
}

impl ProofDto {
    /// Names who brought it.
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

    /// Each of them.
    pub fn all(proofs: Vec<Proof>, names: &Names) -> Vec<Self> {
        proofs.into_iter().map(|proof| Self::new(proof, names)).collect()
    }
}

/// Query of `POST /api/admin/remittances/{id}/proofs`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProofQuery {
    /// What the file is called.
    pub file_name: String,
}
