//! Tests of a court letter's contents.

use domain::payments::remittances::obligation::MoneyTrail;
use domain::shared::money::Money;
use ports::payments::receipts::{CourtLetter, Receipt, ReceiptPrinter};
use rstest::rstest;

use adapters_pdf::PdfPrinter;

use crate::support::*;

/// Returns the data of a letter about a payment that was charged but hasn't been sent to the authority.
fn letter() -> CourtLetter {
    CourtLetter {
        receipt: receipt(),
        issuer: Some("Austin PD".to_owned()),
        trail: MoneyTrail {
            charged_at: time("2026-11-21T20:04:00Z"),
            send_by: time("2026-11-25T05:00:00Z"),
            authority: None,
            sent_on: None,
            reference: None,
            accepted_on: None,
        },
        written_at: time("2026-11-23T17:00:00Z"),
    }
}

fn letter_about_sent_payment() -> CourtLetter {
    let trail = MoneyTrail {
        authority: Some("City of Austin".to_owned()),
        sent_on: "2026-11-24".parse().ok(),
        reference: Some("ACH 4711".to_owned()),
        ..letter().trail
    };
    CourtLetter { trail, written_at: time("2026-12-01T17:00:00Z"), ..letter() }
}

fn print(letter: &CourtLetter, test_mode: bool) -> Vec<u8> {
    PdfPrinter::new("(555) 010-0199", test_mode).unwrap().print_letter(letter).unwrap()
}

#[track_caller]
fn assert_contains(letter: &CourtLetter, parts: &[&str]) {
    let read = read(&print(letter, false));
    for part in parts {
        assert!(read.text.contains(part), "{part:?} is not in {:?}", read.text);
    }
    assert_eq!(read.pages(), 1);
}

#[test]
fn the_letter_states_the_amount_and_the_paid_citation() {
    assert_contains(
        &letter(),
        &[
            "November 23, 2026",
            "To: Austin PD",
            "Proof of payment",
            "$1,250.50",
            "Citation number 8765432109",
            "Violation Speeding",
            "I-35 North, mile 238, Austin, TX",
            "Issued November 3, 2026",
            "Paid by Dana Rivera",
            "Card charged on November 21, 2026 at 3:04 PM EST",
            "CONF-239ABZ23Z2",
            "(555) 010-0199",
        ],
    );
}

#[test]
fn the_letter_says_that_the_payment_is_not_sent_yet() {
    assert_contains(
        &letter(),
        &["will send you the payment by November 25, 2026", "Lanewise has the money and will send it"],
    );
    let late = CourtLetter { written_at: time("2026-12-01T17:00:00Z"), ..letter() };
    assert_contains(
        &late,
        &["We are late and have not sent you the payment yet.", "has the money and should have sent it"],
    );
    assert!(!read(&print(&late, false)).text.contains("Reference"));
}

#[test]
fn the_letter_says_when_the_payment_was_sent_and_accepted() {
    assert_contains(
        &letter_about_sent_payment(),
        &[
            "To: City of Austin",
            "sent you the payment on November 24, 2026",
            "Reference ACH 4711",
            "with the reference above",
        ],
    );
    let accepted_on = "2026-11-29".parse().ok();
    let accepted = CourtLetter {
        trail: MoneyTrail { accepted_on, ..letter_about_sent_payment().trail },
        ..letter_about_sent_payment()
    };
    assert_contains(&accepted, &["You accepted it on November 29, 2026", "Accepted on November 29, 2026"]);
}

#[test]
fn the_letter_shows_the_refunded_amount() {
    let receipt = Receipt { refunded: Money::from_cents(5_000), ..receipt() };
    assert_contains(&CourtLetter { receipt, ..letter_about_sent_payment() }, &["Refunded $50.00"]);
}

#[test]
fn test_mode_is_marked_on_the_letter() {
    let text = read(&print(&letter(), true)).text;
    assert!(text.contains("TEST LETTER") && text.contains("no real money moved"), "{text}");
}

#[rstest]
#[case("W".repeat(4000))]
#[case("\u{202E}evil \u{1F4A9} \0 text".repeat(40))]
#[case(String::new())]
fn a_letter_with_any_text_fits_on_one_page(#[case] text: String) {
    let base = letter_about_sent_payment();
    let mut receipt = receipt();
    (receipt.payer, receipt.item.label, receipt.item.place) =
        (text.clone(), Some(text.clone()), Some(text.clone()));
    (receipt.item.citation_number, receipt.item.issuer) = (Some(text.clone()), Some(text.clone()));
    let trail = MoneyTrail { authority: Some(text.clone()), reference: Some(text), ..base.trail };
    let letter = CourtLetter { receipt, trail, ..letter_about_sent_payment() };
    let bytes = print(&letter, true);
    assert_eq!(read(&bytes).pages(), 1);
    assert_eq!(bytes, print(&letter, true), "the same letter produces the same bytes");
}
