//! Query and response body of a driver's timeline.

use chrono::{DateTime, SecondsFormat, Utc};
use domain::back_office::timeline::TimelineKind;
use ports::back_office::timeline::{TimelineCursor, TimelineEntry};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::shared::enums as word;
use crate::shared::input::non_blank;
use crate::shared::list_query::NOT_SORTABLE;

/// An entry in a driver's timeline.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TimelineEntry)]
pub struct TimelineEntryDto {
    /// The kind of record.
    pub kind: word::TimelineKind,
    /// The record's id within its kind.
    pub id: i32,
    /// When the event happened, in UTC.
    pub at: DateTime<Utc>,
    /// The entry's heading, such as the violation or the type of an inquiry; null if the record has none.
    pub title: Option<String>,
    /// Details, such as the location of an item or the message of an inquiry. Null if the record has none.
    pub detail: Option<String>,
    /// The record's current status; null if the record has none.
    #[schema(value_type = Option<word::TimelineStatus>, required = true)]
    pub status: Option<String>,
    /// The amount of an item as entered, or of a charge with two decimals. Null for other entries.
    pub amount: Option<String>,
    /// For an audit entry, the name or email address of the user who acted. Null for other entries, and if
    /// there is no such user.
    pub by: Option<String>,
    /// The record that an audit entry is about, such as `ticket 7`; null for other entries.
    pub subject: Option<String>,
    /// Position of the entry. Send the last entry's cursor as `before` to get the next, older entries.
    pub cursor: String,
}

impl From<TimelineEntry> for TimelineEntryDto {
    fn from(entry: TimelineEntry) -> Self {
        let TimelineCursor { at, kind, id } = entry.cursor;
        Self {
            kind: kind.into(),
            id,
            at,
            title: entry.title,
            detail: entry.detail,
            status: entry.status,
            amount: entry.amount.map(|amount| amount.to_string()).or(entry.amount_text),
            by: entry.by,
            subject: entry.subject,
            cursor: format!("{}~{kind}~{id}", at.to_rfc3339_opts(SecondsFormat::Micros, true)),
        }
    }
}

/// The query parameters of a timeline.
#[derive(Debug, Deserialize)]
pub struct TimelineQuery {
    kinds: Option<String>,
    before: Option<String>,
    limit: Option<String>,
    sort: Option<String>,
}

const USUAL_LIMIT: i64 = 50;
const MAX_LIMIT: i64 = 200;

impl TimelineQuery {
    /// Parses the kinds of entries (empty for all kinds), the cursor of the entry after which the page starts
    /// (`None` for the first page), and the page size.
    pub fn parse(&self) -> Result<(Vec<TimelineKind>, Option<TimelineCursor>, i64), application::Error> {
        let wrong = |field, sentence: &str| application::Error::field(field, sentence);
        if non_blank(self.sort.as_deref()).is_some() {
            return Err(wrong("sort", NOT_SORTABLE));
        }
        let kinds = self.kinds.as_deref().unwrap_or_default().split(',').filter(|word| !word.is_empty());
        let kinds: Option<Vec<_>> = kinds.take(TimelineKind::ALL.len()).map(TimelineKind::parse).collect();
        let kinds =
            kinds.ok_or_else(|| wrong("kinds", "Use kinds of timeline entries, separated by commas."))?;
        let before = match &self.before {
            None => None,
            Some(text) => {
                Some(parse_cursor(text).ok_or_else(|| wrong("before", "Use the cursor of an entry."))?)
            }
        };
        let limit = match &self.limit {
            None => Some(USUAL_LIMIT),
            Some(text) => text.parse().ok().filter(|limit| (1..=MAX_LIMIT).contains(limit)),
        };
        let limit = limit.ok_or_else(|| wrong("limit", "Enter a whole number from 1 to 200."))?;
        Ok((kinds, before, limit))
    }
}

/// Parses an entry's time, kind and id, separated by `~`. Returns `None` if the text is malformed.
fn parse_cursor(text: &str) -> Option<TimelineCursor> {
    let mut parts = text.split('~');
    let (at, kind, id) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    Some(TimelineCursor {
        at: DateTime::parse_from_rfc3339(at).ok()?.to_utc(),
        kind: TimelineKind::parse(kind)?,
        id: id.parse().ok()?,
    })
}
