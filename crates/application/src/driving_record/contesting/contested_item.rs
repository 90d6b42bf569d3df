//! The item that a letter is about.

use chrono::NaiveDate;
use domain::driving_record::contesting::deadline::ContestDeadline;
use domain::driving_record::contesting::start::ContestStart;
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::options::list::LatestDate;
use domain::driving_record::options::situation::{Context, Situation};
use domain::driving_record::standing::{HasStanding, issuer_or_substitute};
use domain::shared::ids::{ParkingId, TicketId, TollId};
use ports::store::Store;

use crate::deps::Deps;
use crate::driving_record::options::context_of;
use crate::driving_record::standing;
use crate::error::{Error, Result};

/// Details of an item for the letter in which the driver contests the item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContestedItem {
    pub kind: ItemKind,
    /// The violation type of a ticket or parking ticket, or the road of a toll.
    pub label: String,
    /// The number that the issuer gave the citation, if the item has one.
    pub citation_number: Option<String>,
    /// The issuer's name in the register. If the register doesn't have the issuer, the name on the item or in
    /// the city's data; `None` if there is none.
    pub issuer: Option<String>,
    /// Location of the violation; `None` for tolls.
    pub location: Option<String>,
    /// Date of the violation or toll.
    pub date: NaiveDate,
    /// How the last day to contest is determined.
    pub deadline: ContestDeadline,
    /// The last day to contest the item; `None` if the deadline doesn't give a single day.
    pub latest: Option<LatestDate>,
    /// Whether the driver disputes the item.
    pub is_disputed: bool,
    /// Whether the driver gets reminders about the item, such as the question whether the issuer answered.
    pub gets_reminders: bool,
    /// How a driver starts to contest the item under the rules of its state, city or toll operator, for
    /// example by letter or online.
    pub start: ContestStart,
    /// Whether the driver can contest the item now, with a letter or with the issuer's own form.
    pub may_contest: bool,
}

/// Fields of a ticket, parking ticket or toll, under names that all three kinds share.
struct LetterFields<'a> {
    label: &'a str,
    citation_number: Option<&'a str>,
    issuer: Option<&'a str>,
    location: Option<&'a str>,
    is_disputed: bool,
}

impl ContestedItem {
    /// Whether the driver can write a letter now that contests the item. False if the item's state, city or
    /// toll operator accepts only its own form.
    pub const fn may_write(&self) -> bool {
        self.may_contest && self.start.own_form.is_none()
    }

    /// Reads an item's details for the letter that contests it.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the item doesn't exist.
    pub fn read(deps: &Deps, store: &mut dyn Store, item: ItemId) -> Result<Self> {
        match item.kind {
            ItemKind::Ticket => {
                let ticket = store.ticket(TicketId(item.id))?.ok_or(Error::NotFound)?;
                Self::collect_details(deps, store, item.kind, ticket, |ticket, context| {
                    let filed = &ticket.filed;
                    let named = LetterFields {
                        label: &filed.violation_type,
                        citation_number: filed.citation_number.as_deref(),
                        issuer: issuer_or_substitute(
                            filed.issuer.as_deref(),
                            filed.issuing_officer_agency.as_deref(),
                        ),
                        location: Some(&filed.location),
                        is_disputed: filed.is_disputed,
                    };
                    (named, Situation::of_ticket(ticket, context))
                })
            }
            ItemKind::Parking => {
                let parking = store.parking(ParkingId(item.id))?.ok_or(Error::NotFound)?;
                Self::collect_details(deps, store, item.kind, parking, |parking, context| {
                    let filed = &parking.filed;
                    let city = context.city.map(|city| city.authority.as_str());
                    let named = LetterFields {
                        label: &filed.violation_type,
                        citation_number: filed.citation_number.as_deref(),
                        issuer: issuer_or_substitute(filed.issuer.as_deref(), city),
                        location: Some(&filed.location),
                        is_disputed: filed.is_disputed,
                    };
                    (named, Situation::of_parking(parking, context))
                })
            }
            ItemKind::Toll => {
                let toll = store.toll(TollId(item.id))?.ok_or(Error::NotFound)?;
                Self::collect_details(deps, store, item.kind, toll, |toll, context| {
                    let filed = &toll.filed;
                    let named = LetterFields {
                        label: &filed.toll_road,
                        citation_number: filed.citation_number.as_deref(),
                        issuer: issuer_or_substitute(filed.issuer.as_deref(), None),
                        location: None,
                        is_disputed: filed.is_disputed,
                    };
                    (named, Situation::of_toll(toll, context))
                })
            }
        }
    }

    /// Computes an item's standing, and collects the details for the letter. `describe` returns the
    /// letter's fields and the item's situation.
    fn collect_details<T: HasStanding>(
        deps: &Deps,
        store: &mut dyn Store,
        kind: ItemKind,
        item: T,
        describe: impl for<'a> Fn(&'a T, &Context<'a>) -> (LetterFields<'a>, Situation<'a>),
    ) -> Result<Self> {
        let found = standing::add_standing(deps, store, item)?;
        let context = context_of(store, &found)?;
        let (named, situation) = describe(&found.item, &context);
        let deadline = ContestDeadline::of(&situation);
        let start = ContestStart::of(&situation);
        Ok(Self {
            kind,
            label: named.label.to_owned(),
            citation_number: named.citation_number.map(str::to_owned),
            issuer: found.authority.as_deref().or(named.issuer).map(str::to_owned),
            location: named.location.map(str::to_owned),
            is_disputed: named.is_disputed,
            gets_reminders: found.item_standing.gets_reminders(),
            date: situation.date,
            deadline,
            latest: deadline.latest(situation.contest_date_on_notice()),
            may_contest: found.may_contest(),
            start,
        })
    }
}
