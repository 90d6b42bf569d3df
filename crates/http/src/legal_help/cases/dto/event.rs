//! Events of a case.

use application::legal_help::cases::view::VisibleEvent;
use chrono::{DateTime, NaiveDate, Utc};
use domain::legal_help::case::event::CaseEvent;
use serde::Serialize;
use utoipa::ToSchema;

use crate::shared::enums as word;

/// An event of a case. A field is null if the event doesn't have it or the caller may not see it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CaseEvent)]
pub struct CaseEventDto {
    pub id: i64,
    /// What happened, such as `lawyer_accepted` or `court_date_set`.
    pub kind: word::CaseEventKind,
    /// The step of the case after the event.
    pub step: word::CaseStep,
    /// When the event happened.
    pub at: DateTime<Utc>,
    /// Who caused the event: a kind of user, or Lanewise itself (`system`).
    pub actor: word::CaseActor,
    /// The name of the user who caused the event.
    pub actor_name: Option<String>,
    /// The name of the lawyer that the event is about.
    pub lawyer_name: Option<String>,
    pub note: Option<String>,
    /// Whether the event has a note between driver and lawyer that is hidden from the caller.
    pub is_note_hidden: bool,
    /// The court date that was set.
    pub court_date: Option<NaiveDate>,
    /// The court time, as free text.
    pub court_time: Option<String>,
    /// The outcome that was recorded.
    pub outcome: Option<word::CaseOutcome>,
    /// The fine that the court set, with two decimals; null if it set none.
    pub fine: Option<String>,
    /// Points on the license after the outcome, if known.
    pub points: Option<i32>,
    /// Ids of the case's files that document the event.
    pub files: Vec<i64>,
}

impl From<VisibleEvent> for CaseEventDto {
    fn from(VisibleEvent { event, lawyer, is_note_hidden }: VisibleEvent) -> Self {
        let CaseEvent { id, event, actor_name } = event;
        let verdict = event.verdict;
        Self {
            id,
            kind: event.kind.into(),
            step: event.step.into(),
            at: event.at,
            actor: event.actor.into(),
            actor_name,
            lawyer_name: lawyer.map(|lawyer| lawyer.record.name),
            note: event.note,
            is_note_hidden,
            court_date: event.court_date,
            court_time: event.court_time,
            outcome: verdict.map(|verdict| verdict.outcome.into()),
            fine: verdict.and_then(|verdict| verdict.fine).map(|fine| fine.to_string()),
            points: verdict.and_then(|verdict| verdict.points),
            files: event.files,
        }
    }
}
