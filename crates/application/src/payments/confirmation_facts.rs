//! Data that the confirmation page shows after a payment, such as the card, the place of the violation, and
//! the next due date (docs/product/page.md#confirmation).

use chrono::NaiveDate;
use domain::driving_record::ticket::{Parking, Ticket, Toll};
use domain::payments::card::CardFacts;
use domain::payments::remittances::obligation::MoneyTrail;
use domain::shared::ids::{PaymentId, UserId};
use ports::store::with_store;

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::items::{ItemListScope, list_items};
use crate::error::{Error, Result};
use crate::payments::cards::card_of;
use crate::payments::receipts;

/// Data that the confirmation page shows after a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfirmationFacts {
    /// The card that was charged; `None` while it is unknown.
    pub card: Option<CardFacts>,
    /// The number that the issuer gave the citation, if known.
    pub citation_number: Option<String>,
    /// The authority that issued the citation, if known.
    pub issuer: Option<String>,
    /// The stages of the payment's money on its way to the authority, if any.
    pub trail: Option<MoneyTrail>,
    /// Where the violation happened, if known.
    pub place: Option<String>,
    /// Number of the driver's items that are due.
    pub left: usize,
    /// The earliest due date of the driver's due items. `None` if none of them has a due date.
    pub next_due_date: Option<NaiveDate>,
}

/// Returns the data to show after a driver's payment. Without `payment`, only `left` and
/// `next_due_date` are set. The caller must have checked that `payment` belongs to `driver`,
/// because this function doesn't check it.
///
/// # Errors
/// [`crate::error::Error::Forbidden`] for other drivers and for lawyers; `NotFound` when staff ask for a
/// user who doesn't exist.
pub fn confirmation_facts_of(
    deps: &Deps,
    actor: &Actor,
    driver: UserId,
    payment: Option<PaymentId>,
) -> Result<ConfirmationFacts> {
    actor.must_be_user_or_staff(driver)?;
    let paid = payment
        .map(|id| with_store(&*deps.database, |store| store.payment(id).map_err(Error::from)))
        .transpose()?
        .flatten();
    let card = paid.as_ref().and_then(|payment| card_of(deps, payment));
    with_store(&*deps.database, |store| {
        let all = ItemListScope::Current;
        let tickets = list_items::<Ticket>(deps, store, actor, driver, all)?;
        let parking = list_items::<Parking>(deps, store, actor, driver, all)?;
        let tolls = list_items::<Toll>(deps, store, actor, driver, all)?;
        let of_tickets = tickets.iter().map(|of| (of.item_standing, of.item.filed.due_date));
        let of_parking = parking.iter().map(|of| (of.item_standing, of.item.filed.due_date));
        let of_tolls = tolls.iter().map(|of| (of.item_standing, of.item.filed.due_date));
        let due: Vec<Option<NaiveDate>> = of_tickets
            .chain(of_parking)
            .chain(of_tolls)
            .filter(|(item_standing, _)| item_standing.counts_as_due)
            .map(|(_, due_date)| due_date)
            .collect();
        let item = paid.map(|payment| receipts::item(store, payment.payable, None)).transpose()?;
        let trail =
            payment.map(|id| store.money_trails(&[id])).transpose()?.and_then(|mut trails| trails.pop());
        let (citation_number, issuer, place) =
            item.map_or((None, None, None), |item| (item.citation_number, item.issuer, item.place));
        Ok(ConfirmationFacts {
            card,
            citation_number,
            issuer,
            trail: trail.map(|(_, trail)| trail),
            place,
            left: due.len(),
            next_due_date: due.into_iter().flatten().min(),
        })
    })
}
