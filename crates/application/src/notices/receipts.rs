//! Emails about money: receipts, refunds, late remittances, and second bills for paid items.

use domain::accounts::user::User;
use domain::payments::remittances::billed_again::SecondBillOutcome;
use domain::shared::ids::{PaymentId, SecondBillId};
use domain::shared::payable::PayableKind;
use ports::notices::mail::Attachment;
use ports::payments::receipts::ReceiptItem;
use ports::store::{Store, in_transaction, with_store};

use crate::deps::{Deps, EmailDeps};
use crate::error::{Error, Result};
use crate::notices::admitting::admit;
use crate::payments::cards::card_of;
use crate::payments::receipts::{PrintedReceipt, item, print_receipt, receipt_for_outcome};
use crate::payments::settlement::find_outcome;
use crate::shared::outgoing::{EmailRecipient, OutgoingEmail};
use crate::shared::queued_emails::RefundNotice;

/// Composes the email with a payment's receipt. Returns `None` if the payment has no receipt, the driver's
/// account is closed, or the address has reached its limit.
pub(super) fn compose_receipt_email(
    deps: &Deps,
    email_deps: &EmailDeps,
    id: PaymentId,
) -> Result<Option<OutgoingEmail>> {
    let Some(payment) = with_store(&*deps.database, |store| store.payment(id).map_err(Error::from))? else {
        return Ok(None);
    };
    let card = card_of(deps, &payment).map(|card| format!(" with your {card}")).unwrap_or_default();
    let read = with_store(&*deps.database, |store| {
        let Some(user) = store.open_user(payment.user_id)? else { return Ok(None) };
        let Some(settled) = find_outcome(store, &payment)? else { return Ok(None) };
        let Some(receipt) = receipt_for_outcome(store, settled)? else { return Ok(None) };
        let citation = citation_line(&receipt.item);
        let (amount, what) =
            (payment.amount_received.unwrap_or(payment.amount), name_of_paid_kind(payment.payable.kind()));
        let text = format!(
            "You paid {}{card} for {what}.\n\
             {citation}Confirmation number: {}\n\n\
             Your receipt is attached. All your payments are here:\n\n\
             {}/payments",
            amount.for_display(),
            payment.confirmation_number,
            email_deps.public_url
        );
        Ok::<_, Error>(Some((user, text, receipt)))
    })?;
    let Some((user, text, receipt)) = read else { return Ok(None) };
    let PrintedReceipt { number, pdf } = print_receipt(deps, &receipt)?;
    let name = format!("lanewise-receipt-{number}.pdf");
    // Admitting an email counts it toward the address's limit. So the email is admitted only after
    // its receipt was rendered without an error.
    let email = in_transaction(&*deps.database, |store| {
        email_to_user(deps, store, email_deps, &user, "Your receipt", &text)
    })?;
    Ok(email.map(|email| email.with_attachment(Attachment { name, pdf })))
}

/// Composes an email to a user's current address. Returns `None` if the address has reached its limit.
fn email_to_user(
    deps: &Deps,
    store: &mut dyn Store,
    email_deps: &EmailDeps,
    user: &User,
    subject: &str,
    text: &str,
) -> Result<Option<OutgoingEmail>> {
    let to = admit(deps, store, EmailRecipient::of(user))?;
    Ok(to.map(|to| email_deps.email(to, subject, text)))
}

/// Composes the email about a refund. The email has the amount, the reason, and when the
/// money arrives on the card. If staff returned the money another way, the email says so,
/// without staff's internal note. Returns `None` if the driver's account is closed or the
/// address has reached its limit.
pub(super) fn compose_refund_email(
    deps: &Deps,
    email_deps: &EmailDeps,
    notice: &RefundNotice,
) -> Result<Option<OutgoingEmail>> {
    in_transaction(&*deps.database, |store| {
        let Some(payment) = store.payment(notice.payment)? else { return Ok(None) };
        let Some(user) = store.open_user(payment.user_id)? else { return Ok(None) };
        let card = payment.card.map_or("your card".to_owned(), |card| format!("your {card}"));
        let citation = citation_line(&item(store, payment.payable, None)?);
        let amount = notice.amount.for_display();
        let (news, next) = if notice.is_paid_otherwise {
            (format!("We returned {amount} to you another way, not to {card}."), "See the payment here:")
        } else {
            let next = "Your bank may take 5-10 business days to show the refund. Check its status here:";
            (format!("We are refunding {amount} to {card}."), next)
        };
        let text = format!(
            "{news}\n\
             {citation}Confirmation number: {}\n\n\
             Reason: {}\n\n\
             {next}\n\n\
             {}/payments",
            payment.confirmation_number, notice.reason, email_deps.public_url
        );
        email_to_user(deps, store, email_deps, &user, "Your refund", &text)
    })
}

/// Composes the email about a payment whose money Lanewise hasn't sent to the authority in time. Returns
/// `None` if the email is no longer needed, for example because the money has been sent in the meantime.
pub(super) fn compose_late_payment_email(
    deps: &Deps,
    email_deps: &EmailDeps,
    id: PaymentId,
) -> Result<Option<OutgoingEmail>> {
    in_transaction(&*deps.database, |store| {
        let late = store.obligation(id.into(), deps.clock.now())?.filter(|one| one.lateness.is_some());
        let Some(payment) = store.payment(id)?.filter(|_| late.is_some()) else { return Ok(None) };
        let Some(user) = store.open_user(payment.user_id)? else { return Ok(None) };
        let citation = citation_line(&item(store, payment.payable, None)?);
        let text = format!(
            "You paid {} for {}, and we received your payment.\n\
             {citation}Confirmation number: {}\n\n\
             We send payments to the court or agency within two business days. This one is late.\n\
             Our team is working on it, and you don't need to do anything. If you get another bill for it,\n\
             don't pay twice. Let us know. Track your payment here:\n\n\
             {}/payments",
            payment.amount_received.unwrap_or(payment.amount).for_display(),
            name_of_paid_kind(payment.payable.kind()),
            payment.confirmation_number,
            email_deps.public_url
        );
        email_to_user(deps, store, email_deps, &user, "Your payment is taking longer than usual", &text)
    })
}

/// Composes the email about the outcome of a second bill that the driver reported. Returns `None` if staff
/// haven't resolved the second bill, the driver's account is closed, or the address has reached its limit.
pub(super) fn compose_second_bill_email(
    deps: &Deps,
    email_deps: &EmailDeps,
    id: SecondBillId,
) -> Result<Option<OutgoingEmail>> {
    in_transaction(&*deps.database, |store| {
        let Some(case) = store.second_bill(id)? else { return Ok(None) };
        let Some(settled) = case.settled else { return Ok(None) };
        let Some(payment) = store.payment(case.payment_id)? else { return Ok(None) };
        let Some(user) = store.open_user(case.user_id)? else { return Ok(None) };
        let citation = citation_line(&item(store, payment.payable, None)?);
        // A refunded payment has no letter that proves it to a court or agency.
        let link = match settled.outcome {
            SecondBillOutcome::Refunded => "See the payment here:",
            SecondBillOutcome::Accepted | SecondBillOutcome::SentAgain | SecondBillOutcome::AnotherBill => {
                "See the payment and download a letter for the court or agency here:"
            }
        };
        let text = format!(
            "You told us that you got another bill for {}.\n\
             {citation}Confirmation number: {}\n\n\
             {}\n\n\
             Note from our staff: {}\n\n\
             {link}\n\n\
             {}/payments",
            name_of_paid_kind(payment.payable.kind()),
            payment.confirmation_number,
            settled.outcome.sentence(),
            settled.note,
            email_deps.public_url
        );
        email_to_user(deps, store, email_deps, &user, "About the bill you reported", &text)
    })
}

/// Returns the line with the citation's number and issuer; empty if both are unknown.
pub(super) fn citation_line(item: &ReceiptItem) -> String {
    line_of_citation(item.citation_number.as_deref(), item.issuer.as_deref())
}

/// Returns the line with the number and the issuer of a citation. An unknown number or
/// issuer is left out.
pub(super) fn line_of_citation(number: Option<&str>, issuer: Option<&str>) -> String {
    match (number, issuer) {
        (Some(number), Some(issuer)) => format!("Citation number: {number}, {issuer}\n"),
        (Some(number), None) => format!("Citation number: {number}\n"),
        (None, Some(issuer)) => format!("Issued by: {issuer}\n"),
        (None, None) => String::new(),
    }
}

/// Returns the phrase with which emails say what a payment paid for. The phrase names no violation and no place,
/// because another person may read the email.
const fn name_of_paid_kind(kind: PayableKind) -> &'static str {
    match kind {
        PayableKind::Ticket => "a traffic ticket",
        PayableKind::Parking => "a parking ticket",
        PayableKind::Toll => "a toll",
        PayableKind::Lawyer => "a lawyer",
    }
}
