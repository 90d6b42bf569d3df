//! The court of a ticket: which one, in which state, and in which time zone
//! (docs/product/driving-record.md#courts).

use chrono_tz::Tz;

use crate::driving_record::court_zone::{self, default_zone};
use crate::driving_record::new_item::TicketDetails;
use crate::shared::citation_number::issuer_key;
use crate::shared::ids::AuthorityId;
use crate::shared::us_state::UsState;

/// Maximum length of a court's name, in characters.
pub const MAX_COURT_CHARS: usize = 200;

/// The fields of an authority from which Lanewise derives a ticket's court, with its state and time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuthorityPlace {
    /// Id of the authority in the register of authorities.
    pub id: AuthorityId,
    /// Whether the authority is a court.
    pub is_court: bool,
    /// State of the authority, if known.
    pub state: Option<UsState>,
    /// Time zone of the authority; `None` if the state's default applies.
    pub time_zone: Option<Tz>,
}

/// The court of a ticket, if it is in the register of authorities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisteredCourt {
    /// Id of the court in the register of authorities.
    pub id: AuthorityId,
    /// Name of the court.
    pub name: String,
    /// State of the court, if known.
    pub state: Option<UsState>,
    /// County of the court, if known.
    pub county: Option<String>,
}

/// The court that the driver or staff named for a ticket whose court isn't in the register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedCourt {
    /// State of the court.
    pub state: UsState,
    /// Name of the court, if it was given.
    pub name: Option<String>,
}

/// The court that is stored with a ticket.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TicketCourt {
    /// The court's id in the register of authorities, if it is known.
    pub id: Option<AuthorityId>,
    /// State of the court; `None` if unknown.
    pub state: Option<UsState>,
    /// Time zone of the court; `None` if the state's default applies.
    pub time_zone: Option<Tz>,
}

/// The court of a ticket as staff entered it or a file contains it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EnteredCourt {
    /// Id of the court that staff assigned; `None` if staff assigned none.
    pub id: Option<AuthorityId>,
    /// The state that staff entered or the file contains; `None` if neither has one.
    pub state: Option<UsState>,
}

/// The authorities from which Lanewise derives a ticket's court.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CourtAuthorities<'a> {
    /// The court that staff assigned; `None` if staff assigned none.
    pub assigned: Option<&'a AuthorityPlace>,
    /// The authority that issued the ticket; `None` if the register doesn't have the issuer.
    pub issuer: Option<&'a AuthorityPlace>,
}

impl CourtAuthorities<'_> {
    /// Decides a ticket's court: the assigned court or, without one, the issuer if the issuer
    /// is a court. The state is the court's or, if that is unknown, the issuer's. If both
    /// states are unknown, the state is `entered_state`. The time zone comes from the same
    /// authority as the state.
    pub fn decide(&self, entered_state: Option<UsState>) -> TicketCourt {
        let court =
            self.assigned.filter(|place| place.is_court).or(self.issuer.filter(|place| place.is_court));
        let located = [court, self.issuer].into_iter().flatten().find(|place| place.state.is_some());
        TicketCourt {
            id: court.map(|place| place.id),
            state: located.and_then(|place| place.state).or(entered_state),
            time_zone: located.and_then(|place| place.time_zone),
        }
    }

    /// Returns the part of a stored court that staff or a file entered. Lanewise derived the rest from the
    /// register of authorities. A state that equals the derived state counts as derived.
    pub fn entered_part(&self, stored: TicketCourt) -> EnteredCourt {
        let follows = self.decide(None);
        let is_issuer = |id: &AuthorityId| self.issuer.is_some_and(|place| place.is_court && place.id == *id);
        EnteredCourt {
            id: stored.id.filter(|id| !is_issuer(id)),
            state: stored.state.filter(|state| follows.state != Some(*state)),
        }
    }
}

/// Normalizes a county for comparison: ignores case, punctuation and the word "County" at its end.
pub(crate) fn county_key(county: &str) -> String {
    let key = issuer_key(county);
    key.strip_suffix("county").unwrap_or(&key).to_owned()
}

impl TicketDetails {
    /// Returns the court that is stored with the ticket.
    pub fn court(&self) -> TicketCourt {
        TicketCourt {
            id: self.court_id.map(AuthorityId),
            state: self.court_state.as_deref().and_then(UsState::from_name),
            time_zone: self.court_zone.as_deref().and_then(court_zone::parse),
        }
    }

    /// Replaces the court that is stored with the ticket.
    #[must_use]
    pub fn with_stored_court(self, court: TicketCourt) -> Self {
        Self {
            court_id: court.id.map(|id| id.0),
            court_state: court.state.map(|state| state.name().to_owned()),
            court_zone: court.time_zone.map(|zone| zone.name().to_owned()),
            ..self
        }
    }

    /// Returns the time zone of the ticket's court, if the court's state is known.
    pub fn time_zone_of_court(&self) -> Option<Tz> {
        let court = self.court();
        court.time_zone.or(court.state.map(default_zone))
    }
}
