//! Sources of citations, over HTTP.

use std::collections::HashMap;

use application::sources::staff::Seen;
use chrono::{DateTime, Utc};
use domain::shared::ids::UserId;
use ports::sources::runs::SourceRun;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::words as word;

/// A city that is asked for citations.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CitationSource)]
pub struct SourceDto {
    /// Its short name.
    pub name: String,
    /// What its data are called.
    pub title: String,
    /// Whose citations they are.
    pub authority: String,
    /// Where it is asked.
    pub address: String,
    /// It is the stand-in: what it says is not real.
    pub is_test: bool,
    /// So many plates are verified.
    pub plates: i64,
    /// Of so many of them it was asked about.
    pub plates_asked: i64,
    /// When it was asked, the newest first, at most ten.
    pub runs: Vec<SourceRunDto>,
}

/// A time that a source was asked, from its first plate to its last.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SourceRun)]
pub struct SourceRunDto {
    /// Identifier.
    pub id: i32,
    /// Why.
    pub reason: word::RunReason,
    /// Who of the staff wanted it.
    #[schema(required = true)]
    pub by_name: Option<String>,
    /// When it began.
    pub started_at: DateTime<Utc>,
    /// When it ended, either way.
    #[schema(required = true)]
    pub ended_at: Option<DateTime<Utc>>,
    /// The source asked for fewer calls: it goes on then.
    #[schema(required = true)]
    pub waits_until: Option<DateTime<Utc>>,
    /// Plates that were asked about.
    pub plates: i32,
    /// Calls that it took.
    pub calls: i32,
    /// Rows that came.
    pub rows: i32,
    /// Parking tickets that were new.
    pub filed: i32,
    /// Those that have another amount.
    pub changed: i32,
    /// Those that are settled with the city.
    pub settled: i32,
    /// Citations that were put before a person.
    pub queued: i32,
    /// Rows that could not be read, or are not believed.
    pub unreadable: i32,
    /// What went wrong: nothing was changed from there on.
    #[schema(required = true)]
    pub trouble: Option<word::RunTrouble>,
    /// What went wrong, and what could not be read, in sentences.
    pub words: Vec<String>,
}

impl SourceRunDto {
    /// With the name of who wanted it.
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
            trouble: run.trouble.map(word::RunTrouble),
            words: run.words.iter().flat_map(|words| words.lines()).map(str::to_owned).collect(),
        }
    }
}

impl SourceDto {
    /// With the names of who wanted its runs.
    pub fn of(seen: Seen, names: &HashMap<UserId, String>) -> Self {
        let (plates, plates_asked) = seen.plates;
        Self {
            name: seen.name,
            title: seen.title,
            authority: seen.authority,
            address: seen.address,
            is_test: seen.is_test,
            plates,
            plates_asked,
            runs: seen.runs.iter().map(|run| SourceRunDto::of(run, names)).collect(),
        }
    }
}
