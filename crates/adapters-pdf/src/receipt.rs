//! Renders the receipt of a payment.

use chrono_tz::Tz;
use domain::payments::receipt::{ReceiptStatus, format_day, format_local_time};
use domain::payments::remittances::obligation::MoneyTrail;
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;
use ports::payments::receipts::{Receipt, ReceiptItem};
use ports::shared::store_error::BoxError;

use crate::canvas::Fonts;
use crate::sheet::{self, DocumentContext, DocumentMetadata, Row, dollars, row};

/// Renders a receipt as a PDF. `tz` is the time zone of its dates.
pub fn print(
    fonts: &Fonts,
    receipt: &Receipt,
    context: DocumentContext,
    tz: Tz,
) -> Result<Vec<u8>, BoxError> {
    let named = DocumentMetadata {
        what: "receipt",
        title: format!("Receipt {}", receipt.number),
        number: receipt.number.clone(),
        number_name: "confirmation number",
        at: receipt.paid_at,
    };
    sheet::print(fonts, &named, context, |sheet| {
        sheet.draw_title("Payment receipt");
        sheet.draw_main_number(&dollars(receipt.amount), &status(receipt, tz));
        sheet.draw_table("Payment", &payment_rows(receipt, tz));
        if let Some(rows) = receipt.trail.as_ref().and_then(trail_rows) {
            sheet.draw_table("Sent to the court or agency", &rows);
        }
        if let Some(fees) = receipt.fees {
            sheet.draw_table(
                "Fees on record",
                &[
                    row("Processing fee", format!("${}", fees.processing), 1),
                    row("Our fee", format!("${}", fees.ours), 1),
                ],
            );
            sheet.draw_note("We keep these fees for our records. Your card was not charged for them.");
        }
    })
}

/// Returns the table rows about the citation and its payment.
fn payment_rows(receipt: &Receipt, tz: Tz) -> Vec<Row> {
    let item = &receipt.item;
    let (what, label, date) = match item.kind {
        PayableKind::Ticket => ("Traffic ticket", "Violation", "Issued"),
        PayableKind::Parking => ("Parking ticket", "Violation", "Issued"),
        PayableKind::Toll => ("Toll", "Toll road", "Date"),
        PayableKind::Lawyer => ("Lawyer for a traffic ticket", "Violation", "Issued"),
    };
    let mut rows = citation_rows(item);
    rows.extend([
        row("Receipt number", receipt.number.clone(), 1),
        row("Confirmation number", receipt.confirmation_number.clone(), 1),
        row("Paid by", receipt.payer.clone(), 3),
        row("Paid on", format_local_time(receipt.paid_at, tz), 1),
        row("Paid for", what, 1),
    ]);
    rows.extend(receipt.card.as_ref().map(|card| row("Card", card.to_string(), 1)));
    rows.extend(item.id.map(|id| row("Lanewise reference", format!("#{id}"), 1)));
    rows.extend(item.label.clone().map(|text| row(label, text, 3)));
    rows.extend(item.place.clone().map(|text| row("Location", text, 3)));
    rows.extend(item.date.map(|at| row(date, format_day(at), 1)));
    rows.extend(item.is_estimated.then(|| row("Fine", "Estimated from the violation and its points", 1)));
    rows
}

/// Returns the table rows for the citation's number and its issuer. An unknown value gets no row.
pub fn citation_rows(item: &ReceiptItem) -> Vec<Row> {
    let number = item.citation_number.clone().map(|number| row("Citation number", number, 2));
    let issuer = item.issuer.clone().map(|issuer| row("Issued by", issuer, 2));
    number.into_iter().chain(issuer).collect()
}

/// Returns table rows that say when, to whom and under which reference Lanewise sent the money to the
/// authority. Returns `None` if the money hasn't been sent.
pub fn trail_rows(trail: &MoneyTrail) -> Option<Vec<Row>> {
    let mut rows = vec![row("Sent on", format_day(trail.sent_on?), 1)];
    rows.extend(trail.authority.clone().map(|name| row("Sent to", name, 2)));
    rows.extend(trail.reference.clone().map(|reference| row("Reference", reference, 2)));
    rows.extend(trail.accepted_on.map(|at| row("Accepted on", format_day(at), 1)));
    Some(rows)
}

/// Returns the line below the amount, which says whether the payment was completed, refunded or reversed.
fn status(receipt: &Receipt, tz: Tz) -> String {
    match (receipt.status, receipt.refunded_at) {
        (ReceiptStatus::Refunded, Some(at)) => format!("Refunded in full on {}", format_local_time(at, tz)),
        (ReceiptStatus::Refunded, None) => "Refunded in full".to_owned(),
        (ReceiptStatus::PartlyRefunded, _) if receipt.refunded == Money::ZERO => {
            "Completed; part of it is being refunded".to_owned()
        }
        (ReceiptStatus::PartlyRefunded, Some(at)) => {
            format!("${} refunded on {}", receipt.refunded, format_local_time(at, tz))
        }
        (ReceiptStatus::PartlyRefunded, None) => format!("${} refunded", receipt.refunded),
        (ReceiptStatus::RefundPending, _) => "Refund pending: you will get the full amount back".to_owned(),
        (ReceiptStatus::Chargeback, _) => {
            format!("{}; the bank hasn't decided yet", chargeback_status_line(receipt))
        }
        (ReceiptStatus::ChargedBack, _) => chargeback_status_line(receipt),
        (ReceiptStatus::Completed | ReceiptStatus::Recorded, _) => receipt.status.as_str().to_owned(),
    }
}

/// Returns the status line of a payment that a bank reversed. The line includes any earlier refund.
fn chargeback_status_line(receipt: &Receipt) -> String {
    match receipt.refunded {
        Money::ZERO => "Reversed by the bank".to_owned(),
        refunded => format!("${refunded} refunded earlier; the bank then reversed the payment"),
    }
}
