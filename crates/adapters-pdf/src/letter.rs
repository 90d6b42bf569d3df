//! Renders the letter that proves a payment to a court. The letter shows the payment, and whether Lanewise has sent
//! the money and the authority has accepted it.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use domain::payments::receipt::{format_day, format_local_time};
use domain::payments::remittances::obligation::MoneyTrail;
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;
use ports::payments::receipts::{CourtLetter, Receipt};
use ports::shared::store_error::BoxError;

use crate::canvas::Fonts;
use crate::receipt::{citation_rows, trail_rows};
use crate::sheet::{self, DocumentContext, DocumentMetadata, Row, dollars, row};

/// Renders a court letter as a PDF. `tz` is the time zone of its dates.
pub fn print(
    fonts: &Fonts,
    letter: &CourtLetter,
    context: DocumentContext,
    tz: Tz,
) -> Result<Vec<u8>, BoxError> {
    let receipt = &letter.receipt;
    let named = DocumentMetadata {
        what: "letter",
        title: format!("Proof of payment {}", receipt.confirmation_number),
        number: receipt.confirmation_number.clone(),
        number_name: "confirmation number",
        at: letter.written_at,
    };
    sheet::print(fonts, &named, context, |sheet| {
        sheet.reduce_row_height();
        sheet.draw_text_at_right(&format_day(letter.written_at.with_timezone(&tz).date_naive()));
        sheet.draw_paragraph(&format!("To: {}", addressee(letter)), 1);
        sheet.add_space(24.0);
        sheet.draw_title("Proof of payment");
        sheet.add_space(24.0);
        sheet.draw_paragraph(&payment_sentence(&letter.trail, letter.written_at, tz), 1);
        sheet.add_space(16.0);
        sheet.draw_table("What was paid", &paid_rows(letter, tz));
        sheet.draw_table("Where the money is", &money_location_rows(letter, tz));
        sheet.draw_paragraph(&request_line(&letter.trail), 2);
    })
}

/// Returns the name of the authority that the letter is for, or general words if the name is unknown.
fn addressee(letter: &CourtLetter) -> &str {
    let known = letter.trail.authority.as_deref().or(letter.issuer.as_deref());
    known.unwrap_or("the authority that issued this citation")
}

/// Returns the sentence that says whether the payment was sent and accepted. `now` decides whether
/// the payment is late.
fn payment_sentence(trail: &MoneyTrail, now: DateTime<Utc>, tz: Tz) -> String {
    match (trail.accepted_on, trail.sent_on) {
        (Some(on), _) => {
            format!(
                "We charged the driver's card and sent the payment. You accepted it on {}.",
                format_day(on)
            )
        }
        (None, Some(on)) => {
            format!("We charged the driver's card and sent you the payment on {}.", format_day(on))
        }
        (None, None) if trail.send_by < now => {
            "We charged the driver's card. We are late and have not sent you the payment yet.".to_owned()
        }
        (None, None) => format!(
            "We charged the driver's card and will send you the payment by {}.",
            format_day(trail.send_by.with_timezone(&tz).date_naive())
        ),
    }
}

/// Returns the table rows about the citation and the driver's payment.
fn paid_rows(letter: &CourtLetter, tz: Tz) -> Vec<Row> {
    let Receipt { amount, item, payer, confirmation_number, card, refunded, .. } = &letter.receipt;
    let (what, label, date) = match item.kind {
        PayableKind::Ticket | PayableKind::Lawyer => ("Traffic ticket", "Violation", "Issued"),
        PayableKind::Parking => ("Parking ticket", "Violation", "Issued"),
        PayableKind::Toll => ("Toll", "Toll road", "Date"),
    };
    let mut rows = citation_rows(&letter.receipt.item);
    rows.extend([row("Amount", dollars(*amount), 1), row("Paid for", what, 1)]);
    rows.extend(item.label.clone().map(|text| row(label, text, 2)));
    rows.extend(item.place.clone().map(|text| row("Location", text, 1)));
    rows.extend(item.date.map(|at| row(date, format_day(at), 1)));
    rows.push(row("Paid by", payer.clone(), 1));
    rows.push(row("Card charged on", format_local_time(letter.trail.charged_at, tz), 1));
    rows.extend(card.as_ref().map(|card| row("Card", card.to_string(), 1)));
    rows.push(row("Confirmation number", confirmation_number.clone(), 1));
    rows.extend((*refunded > Money::ZERO).then(|| row("Refunded", dollars(*refunded), 1)));
    rows
}

/// Returns the table rows that say when the money was sent to the authority, or by when Lanewise will send it.
fn money_location_rows(letter: &CourtLetter, tz: Tz) -> Vec<Row> {
    let trail = &letter.trail;
    trail_rows(trail).unwrap_or_else(|| {
        let by = format_day(trail.send_by.with_timezone(&tz).date_naive());
        let late =
            if trail.send_by < letter.written_at { "should have sent it by" } else { "will send it by" };
        vec![row("Not sent yet", format!("Lanewise has the money and {late} {by}"), 2)]
    })
}

/// Returns the sentence that asks the authority to apply the payment, or to add no penalty before the money arrives.
fn request_line(trail: &MoneyTrail) -> String {
    if trail.sent_on.is_some() {
        "Please apply this payment to the citation. If you cannot find it, call us with the reference above."
    } else {
        "The driver has paid. Please do not add a penalty while this payment is on its way to you."
    }
    .to_owned()
}
