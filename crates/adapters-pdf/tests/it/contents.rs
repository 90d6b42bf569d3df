//! Tests of a receipt's contents.

use chrono::NaiveDate;
use domain::payments::receipt::ReceiptStatus;
use domain::payments::remittances::obligation::MoneyTrail;
use domain::shared::money::Money;
use domain::shared::payable::PayableKind;
use ports::payments::receipts::{Receipt, ReceiptItem};
use rstest::rstest;

use crate::support::*;

#[test]
fn the_receipt_shows_the_payment_the_item_and_the_fees() {
    let read = Read::of(&receipt(), false);
    for part in [
        "Lanewise",
        "Payment receipt",
        "$1,250.50",
        "Completed",
        "LW-20261121-000042",
        "CONF-239ABZ23Z2",
        "Dana Rivera",
        "November 21, 2026 at 3:04 PM EST",
        "Traffic ticket",
        "Citation number 8765432109",
        "Issued by City of Austin",
        "Lanewise reference #7",
        "Speeding",
        "I-35 North, mile 238, Austin, TX",
        "November 3, 2026",
        "Processing fee $2.99",
        "Our fee $2.99",
        "Your card was not charged for them.",
        "(555) 010-0199",
    ] {
        assert!(read.text.contains(part), "{part:?} is not in {:?}", read.text);
    }
    assert!(!read.text.contains("TEST"), "{}", read.text);
    assert_eq!(read.pages(), 1);
}

#[rstest]
#[case::owed(None, None, &[])]
#[case::sent("2026-11-24".parse().ok(), None, &["Sent on November 24, 2026", "Sent to City of Houston", "Reference ACH 4711"])]
#[case::accepted("2026-11-24".parse().ok(), "2026-11-27".parse().ok(), &["Sent on November 24, 2026", "Accepted on November 27, 2026"])]
fn the_receipt_shows_when_the_payment_was_sent_to_the_authority_and_accepted(
    #[case] sent_on: Option<NaiveDate>,
    #[case] accepted_on: Option<NaiveDate>,
    #[case] expected: &[&str],
) {
    let trail = MoneyTrail {
        charged_at: time("2026-11-21T20:04:00Z"),
        send_by: time("2026-11-25T05:00:00Z"),
        authority: Some("City of Houston".to_owned()),
        sent_on,
        reference: sent_on.map(|_| "ACH 4711".to_owned()),
        accepted_on,
    };
    let read = Read::of(&Receipt { trail: Some(trail), ..receipt() }, false);
    for part in expected {
        assert!(read.text.contains(part), "{part:?} is not in {:?}", read.text);
    }
    assert_eq!((read.text.contains("Sent to the court or agency"), read.pages()), (!expected.is_empty(), 1));
}

#[test]
fn test_mode_is_marked_on_the_receipt() {
    let read = Read::of(&receipt(), true);
    assert!(read.text.contains("TEST RECEIPT Test mode: no real money moved."), "{}", read.text);
    assert_eq!(read.pages(), 1);
}

#[test]
fn the_pdf_is_tagged_with_a_title_language_headings_and_tables() {
    let read = Read::of(&receipt(), false);
    assert_eq!(read.catalog("Lang").unwrap().as_str().unwrap(), b"en-US");
    let marked = read.catalog("MarkInfo").unwrap();
    assert!(marked.as_dict().unwrap().get(b"Marked").unwrap().as_bool().unwrap());
    let preferences = read.catalog("ViewerPreferences").unwrap();
    assert!(preferences.as_dict().unwrap().get(b"DisplayDocTitle").unwrap().as_bool().unwrap());
    let info = read.document.trailer.get(b"Info").unwrap();
    let info = read.document.dereference(info).unwrap().1.as_dict().unwrap();
    let title = lopdf::decode_text_string(info.get(b"Title").unwrap()).unwrap();
    assert_eq!(title, "Receipt LW-20261121-000042");
    let structure = read.structure();
    let count = |kind: &str| structure.iter().filter(|found| *found == kind).count();
    assert_eq!((count("H1"), count("H2"), count("Table")), (1, 2, 2), "{structure:?}");
    assert!(count("TR") >= 10 && count("TH") == count("TR") && count("TD") == count("TR"), "{structure:?}");
    let place = |kind: &str| structure.iter().position(|found| found == kind);
    assert!(place("H1") < place("H2") && place("H2") < place("Table"), "{structure:?}");
}

#[rstest]
#[case(ReceiptStatus::Completed, None, "Completed")]
#[case(ReceiptStatus::RefundPending, None, "Refund pending: you will get the full amount back")]
#[case(
    ReceiptStatus::Refunded,
    Some("2026-11-23T14:30:00Z"),
    "Refunded in full on November 23, 2026 at 9:30 AM EST"
)]
#[case(ReceiptStatus::Refunded, None, "Refunded in full")]
#[case(
    ReceiptStatus::Chargeback,
    None,
    "$20.00 refunded earlier; the bank then reversed the payment; the bank hasn't decided yet"
)]
#[case(ReceiptStatus::ChargedBack, None, "$20.00 refunded earlier; the bank then reversed the payment")]
#[case(
    ReceiptStatus::PartlyRefunded,
    Some("2026-11-23T14:30:00Z"),
    "$20.00 refunded on November 23, 2026 at 9:30 AM EST"
)]
fn the_receipts_status_shows_refunds_and_chargebacks(
    #[case] status: ReceiptStatus,
    #[case] refunded_at: Option<&str>,
    #[case] expected: &str,
) {
    let read = Read::of(
        &Receipt {
            status,
            refunded: Money::from_dollars(20),
            refunded_at: refunded_at.map(time),
            ..receipt()
        },
        false,
    );
    assert!(read.text.contains(expected), "{}", read.text);
}

#[rstest]
#[case(PayableKind::Parking, "Paid for Parking ticket")]
#[case(PayableKind::Toll, "Toll road")]
#[case(PayableKind::Lawyer, "Paid for Lawyer for a traffic ticket")]
fn the_receipt_names_the_kind_of_item_or_lawyer_that_was_paid(
    #[case] kind: PayableKind,
    #[case] expected: &str,
) {
    let item = ReceiptItem { kind, ..receipt().item };
    let read = Read::of(&Receipt { item, fees: None, ..receipt() }, false);
    assert!(read.text.contains(expected), "{}", read.text);
    assert!(!read.text.contains("Fees on record"), "{}", read.text);
}

#[test]
fn unknown_details_of_the_item_are_omitted_from_the_receipt() {
    let item = ReceiptItem {
        kind: receipt().item.kind,
        id: None,
        citation_number: None,
        issuer: None,
        label: None,
        place: None,
        date: None,
        is_estimated: false,
    };
    let read = Read::of(&Receipt { item, ..receipt() }, false);
    for absent in ["Violation", "Location", "Issued", "Citation number", "reference"] {
        assert!(!read.text.contains(absent), "{absent}: {}", read.text);
    }
}

#[test]
fn the_same_receipt_always_gives_the_same_file_of_less_than_40_kb() {
    let first = print(&receipt(), true);
    assert_eq!(first, print(&receipt(), true));
    assert_ne!(first, print(&Receipt { amount: Money::from_cents(1), ..receipt() }, true));
    assert!(first.len() < 40_000, "{} bytes", first.len());
}

/// To view samples, run `PDF_FOLDER=/tmp/x cargo test -p adapters-pdf writes_sample_pdfs`.
#[test]
fn writes_sample_pdfs_when_a_folder_is_set() {
    let Ok(folder) = std::env::var("PDF_FOLDER") else { return };
    let write = |name: &str, receipt: &Receipt, test: bool| {
        std::fs::write(format!("{folder}/{name}.pdf"), print(receipt, test)).unwrap();
    };
    write("plain", &receipt(), false);
    write("test", &receipt(), true);
    let refunded_at = Some(time("2026-11-23T14:30:00Z"));
    write("refunded", &Receipt { status: ReceiptStatus::Refunded, refunded_at, ..receipt() }, true);
    let payer = "José Muñoz שרה כהן Ελένη 王小明 😀 محمد".to_owned();
    let item = ReceiptItem {
        label: Some("Very long violation ".repeat(500)),
        place: Some("NoSpacesAtAll".repeat(60)),
        ..receipt().item
    };
    write("hostile", &Receipt { payer, item, ..receipt() }, true);
}
