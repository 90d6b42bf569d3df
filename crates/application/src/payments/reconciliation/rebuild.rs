//! Stores lost payments again. They are missing because an older backup of the
//! database was restored (docs/product/payments.md#lost-payments).

use domain::payments::attention::{MoneyProblem, MoneyProblemKind, ResolutionNote};
use domain::payments::payment::Payment;
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::UserId;
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::gateway::{GatewayError, Intent, IntentStatus, ProviderChargeback, ProviderRefund};
use ports::payments::lost::{LostPayment, RebuiltPayment};
use ports::payments::records::NewPayment;
use ports::store::{Store, in_transaction, with_store};

use crate::access::Actor;
use crate::deps::Deps;
use crate::error::{Error, Result};
use crate::payments::chargebacks::follow::apply_chargeback;
use crate::payments::reconciliation::lost::lost_payment;
use crate::payments::refunds::advance::{apply_refund, start_refunds};
use crate::payments::settlement::{PaymentOutcome, settle};
use crate::shared::live_payments;

/// An item that staff may choose as the one that a lost payment paid for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CandidateItem {
    /// The item, or the lawyer for a ticket, that the payment may have paid for.
    pub payable: Payable,
    /// The item's violation type, or the toll road.
    pub label: String,
}

/// Lists a driver's unpaid items, and lawyers for unpaid tickets without an active hire,
/// that cost exactly `amount`. Leaves out items that staff haven't confirmed, because such
/// items can't be paid.
pub fn items_with_amount(store: &mut dyn Store, driver: UserId, amount: Money) -> Result<Vec<CandidateItem>> {
    let mut all = Vec::new();
    for (ticket, facts) in store.tickets_of(driver)? {
        if !ticket.is_paid && !facts.is_being_checked() {
            let label = &ticket.filed.violation_type;
            all.push((Payable::Ticket(ticket.id), ticket.fine(), label.clone()));
            if !facts.has_active_hire {
                all.push((Payable::Lawyer(ticket.id), ticket.fine(), label.clone()));
            }
        }
    }
    for (parking, facts) in store.parking_of(driver)? {
        if !parking.is_paid && !facts.is_being_checked() {
            all.push((Payable::Parking(parking.id), parking.fine(), parking.filed.violation_type));
        }
    }
    for (toll, facts) in store.tolls_of(driver)? {
        if !toll.is_paid && !facts.is_being_checked() {
            all.push((Payable::Toll(toll.id), toll.fine(), toll.filed.toll_road));
        }
    }
    let fits = |(payable, fine, label): (Payable, Money, String)| {
        (payable.due(fine) == amount).then_some(CandidateItem { payable, label })
    };
    Ok(all.into_iter().filter_map(fits).collect())
}

/// Stores a lost payment again, and settles it like any other payment. `chosen_item` is the item that staff
/// chose, if the intent names no item that is still on the driver's record.
///
/// # Errors
/// [`Error::Forbidden`] if the caller isn't staff; [`Error::NotFound`]; [`Error::NotPaid`] if the
/// intent hasn't succeeded; [`Error::ChangedMeanwhile`] if staff have already decided; a field
/// error for `itemId` if the chosen item isn't among [`items_with_amount`]; [`Error::GatewayDown`],
/// after which nothing is stored and the call can be repeated.
pub fn rebuild_payment(
    deps: &Deps,
    actor: &Actor,
    intent_id: &str,
    chosen_item: Option<Payable>,
) -> Result<Payment> {
    actor.must_be_admin()?;
    with_store(&*deps.database, |store| store.lost_payment(intent_id)?.ok_or(Error::NotFound))?;
    let intent = match deps.gateway.intent(intent_id) {
        Err(GatewayError::NotFound) => return Err(Error::NotFound),
        answer => answer?,
    };
    if intent.status != IntentStatus::Succeeded {
        return Err(Error::NotPaid);
    }
    let returned = ReturnedMoney::read(deps, &intent)?;
    let payment = in_transaction(&*deps.database, |store| {
        let payment = store_payment(deps, store, actor, &intent, chosen_item)?;
        returned.apply(deps, store)?;
        Ok::<_, Error>(payment)
    })?;
    // The refunds and chargebacks are read again, because events that arrived while the payment was
    // being stored were ignored.
    let later = ReturnedMoney::read(deps, &intent)
        .and_then(|later| in_transaction(&*deps.database, |store| later.apply(deps, store)));
    if let Err(error) = later {
        tracing::warn!(payment = payment.id.0, %error, "could not read a rebuilt payment's refunds again");
    }
    start_refunds(deps, payment.id);
    with_store(&*deps.database, |store| store.payment(payment.id)?.ok_or(Error::NotFound))
}

/// Stores the lost payment again, and marks the problem as resolved.
fn store_payment(
    deps: &Deps,
    store: &mut dyn Store,
    actor: &Actor,
    intent: &Intent,
    chosen_item: Option<Payable>,
) -> Result<Payment> {
    let now = deps.clock.now();
    let lost = lost_payment(deps, store, intent)?.ok_or(Error::ChangedMeanwhile(None))?;
    let payable = item_of(store, &lost, chosen_item)?;
    store.lock_payable_item(payable)?.ok_or(Error::ChangedMeanwhile(None))?;
    let how = format!("Rebuilt as payment {}", lost.confirmation_number);
    let how = ResolutionNote::parse(&how).map_err(|_| Error::defect("a fixed sentence is invalid"))?;
    let subject = MoneyProblem { kind: MoneyProblemKind::Orphan, provider_id: lost.intent_id.clone() };
    store.resolve_problem(&subject, &how, actor.id(), now)?.ok_or(Error::ChangedMeanwhile(None))?;
    let payment = store.insert_rebuilt_payment(&RebuiltPayment {
        payment: NewPayment {
            user_id: lost.user_id,
            payable,
            amount: intent.amount,
            idempotency_key: deps.tokens.new_idempotency_key(),
            confirmation_number: lost.confirmation_number,
            is_despite_lawyer: None,
            created_at: lost.started_at,
        },
        intent_id: lost.intent_id,
        rebuilt_at: now,
    })?;
    let entry = actor.audit_entry((AuditSubject::Payment, payment.id.0), AuditAction::PaymentRebuilt, now);
    let entry = entry.with_after("intent", &intent.id).with_after("user_id", &payment.user_id);
    store.audit(
        &entry.with_after("amount", &payment.amount).with_after(payable.kind().as_str(), &payable.item_id()),
    )?;
    if settle(deps, store, &payment, intent)? == PaymentOutcome::NotOurs {
        return Err(Error::defect("a rebuilt payment doesn't match its intent"));
    }
    live_payments::cancel_open_payments(deps, store, payable)?;
    store.payment(payment.id)?.ok_or(Error::NotFound)
}

/// Returns the item that the intent names. If the intent names no item that is still on the
/// driver's record, returns `chosen_item`, which must be one of [`items_with_amount`].
fn item_of(store: &mut dyn Store, lost: &LostPayment, chosen_item: Option<Payable>) -> Result<Payable> {
    if let Some(item) = lost.item {
        return Ok(item);
    }
    let fitting = items_with_amount(store, lost.user_id, lost.amount)?;
    fitting
        .into_iter()
        .map(|item| item.payable)
        .find(|item| Some(*item) == chosen_item)
        .ok_or_else(|| Error::field("itemId", "Choose an unpaid item of this driver that costs this amount."))
}

/// The refunds and chargebacks of a lost payment at the provider. Their events were ignored, because the payment
/// wasn't in the database.
struct ReturnedMoney {
    refunds: Vec<ProviderRefund>,
    chargebacks: Vec<ProviderChargeback>,
}

impl ReturnedMoney {
    /// Reads the refunds and chargebacks from the provider.
    fn read(deps: &Deps, intent: &Intent) -> Result<Self> {
        let refunds = deps.gateway.refunds_of(&intent.id)?;
        let mut chargebacks = deps.gateway.chargebacks_since(intent.created_at)?;
        chargebacks.retain(|chargeback| chargeback.intent_id.as_deref() == Some(intent.id.as_str()));
        Ok(Self { refunds, chargebacks })
    }

    /// Applies the refunds and chargebacks to the payment, which must be stored.
    fn apply(&self, deps: &Deps, store: &mut dyn Store) -> Result<()> {
        self.refunds.iter().try_for_each(|refund| apply_refund(deps, store, refund))?;
        self.chargebacks.iter().try_for_each(|chargeback| apply_chargeback(deps, store, chargeback))
    }
}
