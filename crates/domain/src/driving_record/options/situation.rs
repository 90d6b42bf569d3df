//! The data that decides about an item's options.

use chrono::NaiveDate;

use crate::driving_record::court::{RegisteredCourt, county_key};
use crate::driving_record::options::places;
use crate::driving_record::options::rule::{CoveredCitations, Place, Recognition};
use crate::driving_record::options::violation::{Nature, has_words, is_parking_or_camera};
use crate::driving_record::standing::{CityData, ItemStanding};
use crate::driving_record::ticket::{NoticeDates, Parking, Ticket, Toll};
use crate::shared::citation_number::issuer_key;
use crate::shared::money::Money;
use crate::shared::stored_words::stored_words;
use crate::shared::us_state::UsState;

/// The state, county and names of an item's court, issuer or toll road, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemOrigin<'a> {
    /// State of the court or authority, never the driver's own state; `None` if unknown.
    pub state: Option<UsState>,
    /// County of the court; `None` if unknown.
    pub county: Option<&'a str>,
    /// Names of the court, issuer or toll road: from the item, the register of authorities and the city's data.
    pub names: Vec<&'a str>,
}

/// Stored data about an item that isn't part of the item itself.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The item's standing and its consequences.
    pub item_standing: ItemStanding,
    /// The court of a ticket, if it is in the register of authorities.
    pub court: Option<&'a RegisteredCourt>,
    /// The city data about the item, if any.
    pub city: Option<&'a CityData>,
    /// Name of the item's authority in the register; `None` if the register doesn't have the authority.
    pub authority: Option<&'a str>,
    /// State of the item's authority in the register; `None` if unknown.
    pub authority_state: Option<UsState>,
    /// State of the court that the driver or staff named, used if the ticket's own court has no state. `None`
    /// if they named none.
    pub stated_state: Option<UsState>,
    /// Whether the ticket's case is over. If so, the driver can no longer contest the ticket.
    pub is_decided: bool,
}

/// A reason why no rules apply to an item, other than that Lanewise has none for the item's state,
/// city or toll operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoRulesReason {
    /// The violation may be a crime.
    MayBeCrime,
    /// The state has several sets of rules, and the known data about the item doesn't show which applies.
    IssuerUnknown,
}

stored_words!(NoRulesReason { MayBeCrime => "may_be_crime", IssuerUnknown => "issuer_unknown", });

/// Everything about an item that decides which options the driver has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation<'a> {
    /// Which rules can apply to the item: those for traffic tickets, for parking tickets and cameras, or for tolls.
    pub citations: CoveredCitations,
    /// Whether the item is filed as a traffic ticket. Drivers can hire lawyers only for traffic tickets.
    pub is_ticket: bool,
    /// Whether the violation is a crime, a moving violation or correctable, determined from the words of its
    /// description and from its category.
    pub nature: Nature,
    /// The state, county and names of the item's court, issuer or toll road.
    pub origin: ItemOrigin<'a>,
    /// The date of the violation or the toll.
    pub date: NaiveDate,
    /// The due date on the issuer's notice; `None` if unknown or only estimated by Lanewise.
    pub notice_date: Option<NaiveDate>,
    /// The court date; `None` if unknown, or if no appearance is required.
    pub court_date: Option<NaiveDate>,
    /// Whether a court appearance is required.
    pub is_court_required: bool,
    /// The fine, as shown and charged.
    pub fine: Money,
    /// Points that a conviction adds, as filed.
    pub points: i32,
    /// The item's standing and its consequences.
    pub item_standing: ItemStanding,
    /// Whether the case of the ticket's lawyer is over. If so, the driver can no longer contest the ticket.
    pub is_decided: bool,
    /// Whether the driver sent a letter that contests the item, or the issuer's own form.
    pub has_sent_letter: bool,
}

/// Returns the names that are neither missing nor blank.
fn known_names<'a>(given: impl IntoIterator<Item = Option<&'a str>>) -> Vec<&'a str> {
    given.into_iter().flatten().filter(|name| !name.trim().is_empty()).collect()
}

impl<'a> Situation<'a> {
    /// Collects the data of a ticket.
    pub fn of_ticket(ticket: &'a Ticket, context: &Context<'a>) -> Self {
        let filed = &ticket.filed;
        let is_parking = is_parking_or_camera(&filed.violation_type, filed.category);
        let court = context.court;
        let on_notice = ticket.notice_dates();
        Self {
            citations: if is_parking {
                CoveredCitations::ParkingAndCameras
            } else {
                CoveredCitations::Traffic
            },
            is_ticket: true,
            nature: Nature::of(&filed.violation_type, filed.category),
            origin: ItemOrigin {
                state: filed.court().state.or(court.and_then(|court| court.state)).or(context.stated_state),
                county: court.and_then(|court| court.county.as_deref()),
                names: known_names([
                    court.map(|court| court.name.as_str()),
                    filed.issuer.as_deref(),
                    context.authority,
                ]),
            },
            date: filed.date,
            notice_date: on_notice.due,
            court_date: on_notice.court,
            is_court_required: filed.is_court_required,
            fine: ticket.fine(),
            points: filed.points,
            item_standing: context.item_standing,
            is_decided: context.is_decided,
            has_sent_letter: false,
        }
    }

    /// Collects the data of a parking ticket.
    pub fn of_parking(parking: &'a Parking, context: &Context<'a>) -> Self {
        let filed = &parking.filed;
        let city = context.city.map(|city| city.authority.as_str());
        Self {
            notice_date: parking.notice_dates().due,
            ..Self::without_court(
                CoveredCitations::ParkingAndCameras,
                known_names([filed.issuer.as_deref(), context.authority, city]),
                filed.date,
                parking.fine(),
                context,
            )
        }
    }

    /// Collects the data of a toll.
    pub fn of_toll(toll: &'a Toll, context: &Context<'a>) -> Self {
        let filed = &toll.filed;
        Self {
            notice_date: toll.notice_dates().due,
            ..Self::without_court(
                CoveredCitations::Tolls,
                known_names([filed.issuer.as_deref(), context.authority, Some(&filed.toll_road)]),
                filed.date,
                toll.fine(),
                context,
            )
        }
    }

    /// Collects the data of an item that has no court. `names` are the names of its issuer.
    fn without_court(
        citations: CoveredCitations,
        names: Vec<&'a str>,
        date: NaiveDate,
        fine: Money,
        context: &Context<'a>,
    ) -> Self {
        Self {
            citations,
            is_ticket: false,
            nature: Nature::Unclear,
            origin: ItemOrigin { state: context.authority_state, county: None, names },
            date,
            notice_date: None,
            court_date: None,
            is_court_required: false,
            fine,
            points: 0,
            item_standing: context.item_standing,
            is_decided: false,
            has_sent_letter: false,
        }
    }

    /// Returns the last day to contest according to the issuer's notice; `None` if the notice has no date.
    pub fn contest_date_on_notice(&self) -> Option<NaiveDate> {
        NoticeDates { due: self.notice_date, court: self.court_date }.latest_to_contest()
    }

    /// Returns the state, city or toll operator whose rules apply: the first of [`places::all`] that recognizes the
    /// item. `None` if none recognizes the item, or if the violation may be a crime.
    pub fn place(&self) -> Option<&'static Place> {
        let is_crime = self.nature == Nature::Crime;
        places::all().find(|place| {
            !is_crime && place.citations == self.citations && place.recognition.fits(&self.origin)
        })
    }

    /// Returns why no rules apply to the item. `None` if rules apply, or if Lanewise has none for the item's state,
    /// city or toll operator.
    pub fn no_rules_reason(&self) -> Option<NoRulesReason> {
        let needs_issuer = |place: &Place| {
            place.citations == self.citations
                && matches!(place.recognition, Recognition::StateOfKnownCourt(state) if self.origin.state == Some(state))
        };
        if self.place().is_some() {
            None
        } else if self.nature == Nature::Crime {
            Some(NoRulesReason::MayBeCrime)
        } else {
            places::all().any(needs_issuer).then_some(NoRulesReason::IssuerUnknown)
        }
    }
}

impl Recognition {
    /// Whether an item with this origin belongs to the state, city or toll operator.
    fn fits(&self, origin: &ItemOrigin<'_>) -> bool {
        match *self {
            Self::State(state) => origin.state == Some(state),
            Self::StateOfKnownCourt(state) => {
                let is_court = |name: &&str| has_words(name, "court");
                origin.state == Some(state) && (origin.county.is_some() || origin.names.iter().any(is_court))
            }
            Self::Issuer { names, words, counties, state } => {
                let is_named = |given: &&str| {
                    let key = issuer_key(given);
                    names.iter().any(|name| issuer_key(name) == key)
                        || words.iter().any(|words| has_words(given, words))
                };
                let county = origin.county.map(county_key);
                let is_county = counties.iter().any(|known| county == Some(county_key(known)));
                origin.state.is_none_or(|known| known == state)
                    && (origin.names.iter().any(is_named) || (is_county && origin.state.is_some()))
            }
        }
    }
}
