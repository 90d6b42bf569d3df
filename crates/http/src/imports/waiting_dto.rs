//! Request and response bodies for citations that aren't assigned to a driver yet.

use std::collections::HashMap;

use application::imports::waiting::{Decision, DecisionCounts};
use chrono::{DateTime, Utc};
use domain::shared::ids::{UserId, WaitingId};
use ports::imports::waiting::{WaitReason, WaitingCitation};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use validator::Validate;

use crate::imports::dto::NamedText;
use crate::shared::enums as word;
use crate::shared::list_query::ListQuery;
use ports::shared::field_names::json_name;

/// Values of the query parameter `waits`.
const WAITS: &[WaitReason] = &[WaitReason::ForDecision, WaitReason::ForDriver];

/// Returns the value of the query parameter `waits` for a reason.
fn wait_reason_word(reason: WaitReason) -> &'static str {
    match reason {
        WaitReason::ForDecision => "decision",
        WaitReason::ForDriver => "driver",
    }
}

/// Parses the list's filters: why the citations wait, and the driver whom the citations may belong
/// to (`None` for all drivers).
pub fn parse_filter(query: &ListQuery) -> Result<(WaitReason, Option<UserId>), application::Error> {
    let mut read = query.filters();
    let waits = read.parse_word("waits", WAITS, wait_reason_word).unwrap_or(WaitReason::ForDecision);
    let candidate = read.parse_user("userId");
    read.finish((waits, candidate))
}

/// A citation on which staff must decide, or that matches no driver.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WaitingCitation)]
pub struct WaitingCitationDto {
    /// The id of the waiting citation.
    pub id: i32,
    /// The import that contained the citation. Null if it came from a city's data.
    pub import_id: Option<i32>,
    /// The source whose data contained the citation. Null if it came from a file.
    pub source: Option<String>,
    /// A special reason why staff must decide. Null if staff only have to find the driver or confirm the match.
    pub reason: Option<String>,
    /// The kind of item that the citation would become.
    pub kind: word::ImportKind,
    /// The driver whom the citation may belong to; null if no driver matches.
    pub user_id: Option<i32>,
    /// The driver's full name or, if none is stored, the part of the email address before the `@`. Null without
    /// a driver, or if the account is closed.
    pub driver_name: Option<String>,
    /// The plate on the citation, without spaces and hyphens; null if the citation has none.
    pub plate: Option<String>,
    /// Full name of the plate's state; null if the citation has no plate.
    pub plate_state: Option<String>,
    /// The license number on the citation, without spaces and hyphens; null if the citation has none.
    pub license_number: Option<String>,
    /// Full name of the license's state; null if the citation has no license number.
    pub license_state: Option<String>,
    /// The email address on the citation; null if it has none.
    pub email: Option<String>,
    /// The issuer's citation number; null if the citation has none.
    pub citation: Option<String>,
    /// The fields that the new item would have.
    pub fields: Vec<NamedText>,
    /// When the citation started to wait for staff or for a driver.
    pub created_at: DateTime<Utc>,
}

impl WaitingCitationDto {
    /// Builds the response, with the name (from `names`) of the driver whom the citation may belong to.
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
pub struct CitationDecisionBody {
    /// The citations' ids, 1 to 200.
    #[validate(length(min = 1, max = 200, message = "Choose 1 to 200 citations."))]
    #[schema(min_items = 1, max_items = 200)]
    pub ids: Vec<i32>,
    /// True if each citation belongs to its proposed driver. False if each citation must wait for
    /// another driver.
    pub is_theirs: bool,
    /// Confirms that amounts above $5,000 are correct. Without this confirmation, such amounts
    /// fail with `409 large_amounts`.
    #[serde(default)]
    pub large_amounts: bool,
}

impl CitationDecisionBody {
    /// Returns the ids of the citations that staff decided about.
    pub fn ids(&self) -> Vec<WaitingId> {
        self.ids.iter().copied().map(WaitingId).collect()
    }

    /// Returns the decision about all citations: to accept or to decline their proposed drivers.
    pub fn decision(&self) -> Decision {
        if self.is_theirs {
            Decision::Accept { are_large_amounts_confirmed: self.large_amounts }
        } else {
            Decision::Decline
        }
    }
}

/// The result of a decision about several citations.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DecisionCounts)]
pub struct DecisionCountsDto {
    /// Number of citations that became items.
    pub filed: usize,
    /// Number of citations whose item the driver's record already had.
    pub existing: usize,
    /// Number of citations whose proposed driver staff declined. These citations now wait for
    /// another driver.
    pub declined: usize,
    /// Number of citations that no longer waited for a decision.
    pub gone: usize,
}

impl From<DecisionCounts> for DecisionCountsDto {
    fn from(counts: DecisionCounts) -> Self {
        Self { filed: counts.filed, existing: counts.existing, declined: counts.declined, gone: counts.gone }
    }
}
