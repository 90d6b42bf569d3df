//! Citations that wait, over HTTP.

use std::collections::HashMap;

use application::imports::waiting::{Decided, Decision};
use chrono::{DateTime, Utc};
use domain::shared::ids::{UserId, WaitingId};
use ports::imports::waiting::{WaitingCitation, Waits};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::imports::dto::NamedText;
use crate::shared::list_query::ListQuery;
use crate::shared::words as word;
use ports::shared::field_names::json_name;

/// The words of `waits`.
const WAITS: &[Waits] = &[Waits::ForDecision, Waits::ForDriver];

fn waits_word(waits: Waits) -> &'static str {
    match waits {
        Waits::ForDecision => "decision",
        Waits::ForDriver => "driver",
    }
}

/// Which citations are asked for, and for which driver.
///
/// # Errors
/// `waits` and `userId`.
pub fn asked(query: &ListQuery) -> Result<(Waits, Option<UserId>), application::Error> {
    let mut read = query.filters();
    let waits = read.word("waits", WAITS, waits_word).unwrap_or(Waits::ForDecision);
    let candidate = read.user("userId");
    read.done((waits, candidate))
}

/// A citation that waits for a person's decision, or for a driver.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WaitingCitation)]
pub struct WaitingCitationDto {
    /// Identifier.
    pub id: i32,
    /// The import that it came by; none when a city's data brought it.
    #[schema(required = true)]
    pub import_id: Option<i32>,
    /// The source that brought it, when it was no file.
    #[schema(required = true)]
    pub source: Option<String>,
    /// Why a person decides, where it is more than that what it names is not verified.
    #[schema(required = true)]
    pub reason: Option<String>,
    /// What it makes.
    pub kind: word::ImportKind,
    /// The driver to decide on.
    #[schema(required = true)]
    pub user_id: Option<i32>,
    /// What the driver is called.
    #[schema(required = true)]
    pub driver_name: Option<String>,
    /// The plate that it names, without spaces and hyphens.
    #[schema(required = true)]
    pub plate: Option<String>,
    /// Full name of the plate's state.
    #[schema(required = true)]
    pub plate_state: Option<String>,
    /// The license that it names, without spaces and hyphens.
    #[schema(required = true)]
    pub license_number: Option<String>,
    /// Full name of the license's state.
    #[schema(required = true)]
    pub license_state: Option<String>,
    /// The email that it names.
    #[schema(required = true)]
    pub email: Option<String>,
    /// The issuer's number.
    #[schema(required = true)]
    pub citation: Option<String>,
    /// What it makes.
    pub fields: Vec<NamedText>,
    /// Since when it waits.
    pub created_at: DateTime<Utc>,
}

impl WaitingCitationDto {
    /// With the name of its driver.
    pub fn of(citation: WaitingCitation, names: &HashMap<UserId, String>) -> Self {
        let (plate, plate_state) = citation.plate.unzip();
        let (license_number, license_state) = citation.license.unzip();
        let fields = citation.fields.into_iter().filter(|(_, text)| !text.is_empty());
        Self {
            id: citation.id.0,
            import_id: citation.import.map(|import| import.0),
            source: citation.source,
            reason: citation.reason,
            kind: citation.kind.into(),
            user_id: citation.candidate.map(|user| user.0),
            driver_name: citation.candidate.and_then(|user| names.get(&user).cloned()),
            plate,
            plate_state,
            license_number,
            license_state,
            email: citation.email,
            citation: citation.citation,
            fields: fields.map(|(name, text)| NamedText { name: json_name(&name), text }).collect(),
            created_at: citation.created_at,
        }
    }
}

/// Body of `POST /api/admin/citations/decide`.
#[derive(Debug, Deserialize, ToSchema, Validate)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct DecideBody {
    /// Which, 1 to 200.
    #[validate(length(min = 1, max = 200, message = "Choose 1 to 200 citations."))]
    #[schema(min_items = 1, max_items = 200)]
    pub ids: Vec<i32>,
    /// They are the driver's whom each is put before; otherwise they wait for another one.
    pub is_theirs: bool,
}

impl DecideBody {
    /// Which.
    pub fn ids(&self) -> Vec<WaitingId> {
        self.ids.iter().copied().map(WaitingId).collect()
    }

    /// What is said of them.
    pub fn decision(&self) -> Decision {
        if self.is_theirs { Decision::Theirs } else { Decision::NotTheirs }
    }
}

/// What came of deciding.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DecidedCitations)]
pub struct DecidedDto {
    /// So many became items.
    pub filed: usize,
    /// So many were on the driver's record already.
    pub existing: usize,
    /// So many wait for another driver.
    pub declined: usize,
    /// So many were decided by somebody else meanwhile.
    pub gone: usize,
}

impl From<Decided> for DecidedDto {
    fn from(of: Decided) -> Self {
        Self { filed: of.filed, existing: of.existing, declined: of.declined, gone: of.gone }
    }
}
