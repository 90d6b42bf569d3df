//! The answer that says nothing more.

use serde::Serialize;
use utoipa::ToSchema;

/// An answer with nothing in it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Empty {}
