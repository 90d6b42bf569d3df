//! Converts Stripe's objects to the types of the ports.

use chrono::{DateTime, Utc};
use domain::payments::card::CardFacts;
use domain::payments::ownership::Labels;
use domain::shared::ids::{PaymentId, RefundId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;
use ports::payments::gateway::{Intent, IntentStatus, ProviderRefund, RefundStatus};

/// Metadata key of an intent for the id of our payment.
pub(crate) const PAYMENT: &str = "payment_id";
/// Metadata key of an intent for the id of the paying user.
pub(crate) const USER: &str = "user_id";
/// Metadata key of a refund for the id of our refund.
pub(crate) const REFUND: &str = "refund_id";
/// Metadata key for the id of the installation that created the object.
pub(crate) const INSTALLATION: &str = "installation";
/// Metadata key for the kind of item that is paid.
pub(crate) const ITEM_KIND: &str = "item_kind";
/// Metadata key for the id of the item that is paid.
pub(crate) const ITEM: &str = "item_id";
/// Metadata key for the payment's confirmation number.
pub(crate) const CONFIRMATION: &str = "confirmation_number";

/// Converts Stripe's payment intent, including the labels in its metadata.
pub(crate) fn intent(intent: &stripe_core::PaymentIntent) -> Intent {
    let label = |name: &str| intent.metadata.get(name);
    let number = |name: &str| label(name).and_then(|id| id.parse().ok());
    Intent {
        id: intent.id.as_str().to_owned(),
        client_secret: intent.client_secret.clone(),
        status: intent_status(&intent.status),
        amount: Money::from_cents(intent.amount),
        amount_received: Money::from_cents(intent.amount_received),
        currency: intent.currency.to_string(),
        labels: Labels {
            installation: label(INSTALLATION).cloned(),
            payment_id: number(PAYMENT).map(PaymentId),
            confirmation_number: label(CONFIRMATION).cloned(),
            user_id: number(USER).map(UserId),
            item: label(ITEM_KIND)
                .and_then(|kind| PayableKind::parse(kind))
                .zip(number(ITEM))
                .map(|(kind, id)| kind.of(id)),
        },
        created_at: time(intent.created),
        charged_at: charged_at(intent),
        card: card(intent),
    }
}

/// Returns when the card was charged, if the intent succeeded and the response contains the expanded charge.
fn charged_at(intent: &stripe_core::PaymentIntent) -> Option<DateTime<Utc>> {
    let charge = intent.latest_charge.as_ref()?.as_object()?;
    (intent.status == stripe_core::PaymentIntentStatus::Succeeded).then(|| time(charge.created))
}

/// Returns the card of the intent's charge, if the response contains the expanded charge.
fn card(intent: &stripe_core::PaymentIntent) -> Option<CardFacts> {
    let charge = intent.latest_charge.as_ref()?.as_object()?;
    let card = charge.payment_method_details.as_ref()?.card.as_ref()?;
    CardFacts::parse(card.brand.as_deref().unwrap_or_default(), card.last4.as_deref()?)
}

/// Converts Stripe's time, which is in seconds since 1970.
pub(crate) fn time(seconds: i64) -> DateTime<Utc> {
    DateTime::<Utc>::from_timestamp(seconds, 0).unwrap_or_default()
}

/// Converts Stripe's status of an intent. An unknown status counts as processing.
fn intent_status(status: &stripe_core::PaymentIntentStatus) -> IntentStatus {
    use stripe_core::PaymentIntentStatus as Theirs;
    match status {
        Theirs::RequiresPaymentMethod | Theirs::RequiresConfirmation | Theirs::RequiresAction => {
            IntentStatus::Open
        }
        Theirs::Succeeded => IntentStatus::Succeeded,
        Theirs::Canceled => IntentStatus::Cancelled,
        // An intent that is processing, authorized but not captured, or in an unknown status counts as neither
        // paid nor payable.
        Theirs::Processing | Theirs::RequiresCapture | Theirs::Unknown(_) => IntentStatus::Processing,
        // A later version of the library may add variants to its enum.
        _ => IntentStatus::Processing,
    }
}

/// Converts Stripe's refund, including the label in its metadata.
pub(crate) fn refund(refund: &stripe_core::Refund) -> ProviderRefund {
    let metadata_text = |name: &str| refund.metadata.as_ref().and_then(|metadata| metadata.get(name));
    let refund_id = metadata_text(REFUND).and_then(|id| id.parse().ok()).map(RefundId);
    ProviderRefund {
        id: refund.id.as_str().to_owned(),
        intent_id: refund.payment_intent.as_ref().map(|intent| intent.id().as_str().to_owned()),
        status: refund_status(refund.status.as_deref()),
        amount: Money::from_cents(refund.amount),
        label: metadata_text(INSTALLATION).cloned().zip(refund_id),
        failure: refund.failure_reason.clone(),
    }
}

/// Converts Stripe's status of a refund. An unknown or missing status counts as pending.
fn refund_status(status: Option<&str>) -> RefundStatus {
    match status {
        Some("succeeded") => RefundStatus::Succeeded,
        Some("failed" | "canceled") => RefundStatus::Failed,
        // `pending`, `requires_action`, and statuses that Stripe adds later.
        _ => RefundStatus::Pending,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intent_and_refund_statuses_are_mapped_and_an_unknown_status_is_not_final() {
        use stripe_core::PaymentIntentStatus as Theirs;
        let cases = [
            ("requires_payment_method", IntentStatus::Open),
            ("requires_confirmation", IntentStatus::Open),
            ("requires_action", IntentStatus::Open),
            ("processing", IntentStatus::Processing),
            ("requires_capture", IntentStatus::Processing),
            ("succeeded", IntentStatus::Succeeded),
            ("canceled", IntentStatus::Cancelled),
            ("invented", IntentStatus::Processing),
        ];
        for (theirs, ours) in cases {
            assert_eq!(intent_status(&theirs.parse::<Theirs>().unwrap()), ours, "{theirs}");
        }
        let cases = [
            (Some("pending"), RefundStatus::Pending),
            (Some("requires_action"), RefundStatus::Pending),
            (Some("succeeded"), RefundStatus::Succeeded),
            (Some("failed"), RefundStatus::Failed),
            (Some("canceled"), RefundStatus::Failed),
            (Some("invented"), RefundStatus::Pending),
            (None, RefundStatus::Pending),
        ];
        for (theirs, ours) in cases {
            assert_eq!(refund_status(theirs), ours, "{theirs:?}");
        }
    }
}
