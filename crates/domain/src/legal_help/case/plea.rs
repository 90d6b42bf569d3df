//! The prosecutor's offer and the driver's answer, as the case's events contain them.

use chrono::{DateTime, Utc};

use crate::legal_help::case::event::{CaseEvent, CaseEventKind};
use crate::shared::stored_words::stored_words;

/// The driver's answer to a prosecutor's offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PleaAnswer {
    /// The driver accepts the offer.
    Accept,
    /// The driver refuses the offer.
    Refuse,
    /// The driver asks the lawyer about the prosecutor's offer. The offer stays open.
    Ask,
}

stored_words!(PleaAnswer { Accept => "accept", Refuse => "refuse", Ask => "ask", });

/// A prosecutor's offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plea {
    /// The offer, in the lawyer's words. Empty if the caller may not read it.
    pub text: String,
    /// When the lawyer passed the offer on to the driver.
    pub at: DateTime<Utc>,
    /// The driver's latest answer and its time; `None` if the driver hasn't answered.
    pub answer: Option<(PleaAnswer, DateTime<Utc>)>,
}

impl Plea {
    /// Removes the offer's text, for a caller who may not read the text.
    #[must_use]
    pub fn without_text(self) -> Self {
        Self { text: String::new(), ..self }
    }

    /// Returns the latest offer with the driver's latest answer to it; `None` if there is no offer. `events`
    /// are the case's events, oldest first.
    pub fn latest(events: &[CaseEvent]) -> Option<Self> {
        events.iter().fold(None, |latest, CaseEvent { event, .. }| {
            let answer = match event.kind {
                CaseEventKind::PleaOffered => {
                    let text = event.note.clone().unwrap_or_default();
                    return Some(Self { text, at: event.at, answer: None });
                }
                CaseEventKind::PleaAccepted => PleaAnswer::Accept,
                CaseEventKind::PleaRefused => PleaAnswer::Refuse,
                CaseEventKind::PleaQuestion => PleaAnswer::Ask,
                _ => return latest,
            };
            latest.map(|offer| Self { answer: Some((answer, event.at)), ..offer })
        })
    }
}
