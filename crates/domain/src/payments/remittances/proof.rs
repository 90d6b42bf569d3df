//! Limits of proofs: files that show that a remittance was sent
//! (docs/product/money-to-authorities.md#proof).

use crate::shared::file_kind::MEGABYTE;

/// Maximum number of proofs of one remittance.
pub const MAX_PROOFS: usize = 5;
/// Maximum size of a proof, in megabytes.
pub const MAX_PROOF_MEGABYTES: usize = 10;
/// Maximum size of a proof, in bytes.
pub const MAX_PROOF: usize = MAX_PROOF_MEGABYTES * MEGABYTE;
