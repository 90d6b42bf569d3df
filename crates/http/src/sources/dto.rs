//! Response bodies for citation sources.

use std::collections::HashMap;

use application::sources::staff::SourceOverview;
use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;
use ports::sources::runs::{PlateCounts, SourceRun};
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::enums as word;

/// A city whose citations Lanewise queries.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CitationSource)]
pub struct SourceDto {
    /// The source's short name.
    pub name: String,
    /// The name of the source's data set.
    pub title: String,
    /// The authority that issues the citations.
    pub authority: String,
    /// The URL of the source's API.
    pub address: String,
    /// Whether the source is the sandbox, whose citations aren't real.
    pub is_test: bool,
    /// Number of verified plates.
    pub plates: i64,
    /// Number of verified plates for which the source was queried after their verification.
    pub plates_asked: i64,
    /// The latest runs, newest first, at most ten.
    pub runs: Vec<SourceRunDto>,
}

/// A run of a citation source. A run queries the source for a set of plates.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SourceRun)]
pub struct SourceRunDto {
    pub id: i32,
    /// Why the run was started.
    pub reason: word::RunReason,
    /// The name of the staff member who started the run. Null if Lanewise started it, or if the
    /// member's account is closed.
    pub by_name: Option<String>,
    /// When the run started.
    pub started_at: DateTime<Utc>,
    /// When the run ended, successfully or not; null while it is running.
    pub ended_at: Option<DateTime<Utc>>,
    /// When the run continues, if the source asked us to slow down; null otherwise.
    pub waits_until: Option<DateTime<Utc>>,
    /// Number of plates queried.
    pub plates: i32,
    /// Number of HTTP requests to the source.
    pub calls: i32,
    /// Number of rows received.
    pub rows: i32,
    /// Number of new parking tickets.
    pub filed: i32,
    /// Number of parking tickets whose amount has changed.
    pub changed: i32,
    /// Number of parking tickets for which nothing is owed anymore, according to the city.
    pub settled: i32,
    /// Number of citations that staff must decide on.
    pub queued: i32,
    /// Number of rows that couldn't be parsed or were rejected.
    pub unreadable: i32,
    /// The error that ended the run. Null if the run didn't fail. Changes that the run made before the error remain.
    pub trouble: Option<word::RunFailure>,
    /// Sentences about the error and about rows that couldn't be parsed.
    pub words: Vec<String>,
}

impl SourceRunDto {
    /// Builds the response, with the name (from `names`) of the staff member who started the run.
    pub fn of(run: &SourceRun, names: &HashMap<UserId, String>) -> Self {
        let counts = run.counts;
        Self {
            id: run.id.0,
            reason: run.reason.into(),
            by_name: run.by.and_then(|by| names.get(&by).cloned()),
            started_at: run.started_at,
            ended_at: run.ended_at,
            waits_until: run.waits_until,
            plates: counts.plates,
            calls: counts.calls,
            rows: counts.rows,
            filed: counts.filed,
            changed: counts.changed,
            settled: counts.settled,
            queued: counts.queued,
            unreadable: counts.unreadable,
            trouble: run.failure.map(word::RunFailure),
            words: run.error_text.iter().flat_map(|text| text.lines()).map(str::to_owned).collect(),
        }
    }
}

impl SourceDto {
    /// Builds the response, with the names (from `names`) of the staff who started its runs.
    pub fn of(overview: SourceOverview, names: &HashMap<UserId, String>) -> Self {
        let PlateCounts { verified, queried } = overview.plates;
        Self {
            name: overview.name,
            title: overview.title,
            authority: overview.authority,
            address: overview.address,
            is_test: overview.is_test,
            plates: verified,
            plates_asked: queried,
            runs: overview.runs.iter().map(|run| SourceRunDto::of(run, names)).collect(),
        }
    }
}
