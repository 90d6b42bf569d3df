//! An empty response.

use serde::Serialize;
use utoipa::ToSchema;

/// An empty JSON object.
#[derive(Debug, Serialize, ToSchema)]
pub struct Empty {}
