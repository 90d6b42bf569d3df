//! Hardship requests: requests of drivers who can't pay an item now (docs/product/requests.md#drivers-who-cant-pay).

use chrono::NaiveDate;
use domain::driving_record::item_file::ItemId;
use domain::driving_record::options::rule::OptionKind;
use domain::notices::clock::{day_of, zone_of};
use domain::requests::hardship::{ASKED_WITHIN, HardshipAnswer, MAX_ASKED, Need, NeedKind, Situation};
use domain::security::audit::AuditAction;
use domain::shared::money::Money;
use ports::requests::hardship::{HardshipSummary, NewHardshipRequest};
use ports::shared::paging::{Page, Paged};
use ports::shared::store_error::{StoreError, UniqueKey};
use ports::store::{Store, in_transaction};

use crate::access::Actor;
use crate::deps::Deps;
use crate::driving_record::options::options_of_item;
use crate::error::{Error, Result};
use crate::shared::lists::{Names, names_of};
use crate::shared::queued_emails::{QueuedEmail, enqueue};

/// Maximum number of a driver's requests in the driver's list.
const MAX_LISTED: i64 = 50;

/// A driver's answers in the form of a hardship request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HardshipForm {
    /// The kind of help that the driver asks for.
    pub need: NeedKind,
    /// The amount that the driver could pay, if the driver entered one: per month for
    /// [`NeedKind::SmallerPayments`], in total for [`NeedKind::LowerAmount`].
    pub amount: Option<Money>,
    /// The day by which the driver could pay, if the driver asks for more time.
    pub pay_by: Option<NaiveDate>,
    pub situation: Situation,
}

/// Sends staff a request about one of the caller's items. The item's due date and standing don't change.
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers; [`Error::NotFound`] if the item isn't the caller's;
/// [`Error::HardshipRequestOpen`] while the item has an open request; [`Error::TooManyHardshipRequests`];
/// field errors for invalid answers, or if nothing is due for the item.
pub fn send_hardship_request(
    deps: &Deps,
    actor: &Actor,
    item: ItemId,
    answers: &HardshipForm,
) -> Result<HardshipSummary> {
    actor.must_be_driver()?;
    let (now, user) = (deps.clock.now(), actor.id());
    in_transaction(&*deps.database, |store| {
        // The lock makes concurrent requests of this driver wait for each other. Otherwise, they
        // could exceed the maximum number of requests.
        store.lock_user(user)?.ok_or(Error::NotFound)?;
        let found = options_of_item(deps, store, actor, item)?;
        if !found.options.options.iter().any(|option| option.kind == OptionKind::CantPay) {
            return Err(Error::field("itemId", "There’s nothing to pay for this right now."));
        }
        let fine = Some(found.fine).filter(|_| !found.item_standing.is_estimated);
        let today = day_of(now, zone_of(actor.user.state));
        let need = Need::validate(answers.need, answers.amount, answers.pay_by, fine, today)
            .map_err(|(field, sentence)| Error::field(field, sentence))?;
        if store.lock_open_hardship_request(item)?.is_some() {
            return Err(Error::HardshipRequestOpen);
        }
        if store.count_hardship_requests(user, now - ASKED_WITHIN)? >= MAX_ASKED {
            return Err(Error::TooManyHardshipRequests);
        }
        let situation = answers.situation;
        let new = NewHardshipRequest { user_id: user, item, need, situation, asked_at: now };
        match store.insert_hardship_request(&new) {
            Err(StoreError::Duplicate(UniqueKey::OpenHardshipRequest)) => Err(Error::HardshipRequestOpen),
            stored => Ok(stored?),
        }
    })
}

/// Returns the caller's requests, newest first, at most [`MAX_LISTED`].
///
/// # Errors
/// [`Error::Forbidden`] for staff and lawyers.
pub fn list_own_requests(store: &mut dyn Store, actor: &Actor) -> Result<Vec<HardshipSummary>> {
    actor.must_be_driver()?;
    Ok(store.hardship_requests_of(actor.id(), MAX_LISTED)?)
}

/// Returns the requests that staff must answer, oldest first.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff.
pub fn list_open_requests(
    store: &mut dyn Store,
    actor: &Actor,
    page: Page,
) -> Result<Paged<HardshipSummary>> {
    actor.must_be_admin()?;
    Ok(store.open_hardship_requests(page)?)
}

/// Returns a request, for staff.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff, [`Error::NotFound`].
pub fn show(store: &mut dyn Store, actor: &Actor, id: i64) -> Result<HardshipSummary> {
    actor.must_be_admin()?;
    store.hardship_request(id)?.ok_or(Error::NotFound)
}

/// Stores staff's answer to a request, and emails the driver. Returns the request and the driver's name. `version` is
/// the request's version that the caller saw.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::ChangedMeanwhile`] if the
/// request is already answered or the version is outdated.
pub fn answer(
    deps: &Deps,
    actor: &Actor,
    id: i64,
    version: i32,
    text: String,
) -> Result<(HardshipSummary, Names)> {
    actor.must_be_admin()?;
    let answered_at = deps.clock.now();
    in_transaction(&*deps.database, |store| {
        let stored = store.lock_hardship_request(id)?.ok_or(Error::NotFound)?;
        if stored.answer.is_some() || stored.version != version {
            return Err(Error::ChangedMeanwhile(None));
        }
        store.answer_hardship_request(&stored, &HardshipAnswer { text, answered_at })?;
        // The audit entry doesn't contain the answer, because personal data could never be removed
        // from an audit entry.
        let entry = actor.audit_entry(stored.item.subject(), AuditAction::HardshipAnswered, answered_at);
        store.audit(&entry.with_after("request", &id))?;
        enqueue(deps, store, &QueuedEmail::HardshipAnswered(id))?;
        let answered = store.hardship_request(id)?.ok_or(Error::NotFound)?;
        let names = names_of(store, [answered.request.user_id].into_iter())?;
        Ok((answered, names))
    })
}
