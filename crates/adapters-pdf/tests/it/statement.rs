//! Tests of a statement's contents.

use adapters_pdf::PdfPrinter;
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::{PaymentReceived, Statement, StatementPayment};
use domain::shared::ids::LawyerId;
use domain::shared::money::Money;
use ports::payments::receipts::ReceiptPrinter;
use rstest::rstest;

use crate::support::*;

fn statement() -> Statement {
    Statement {
        id: 42,
        lawyer_id: LawyerId(7),
        lawyer_name: "Ruth Gray".to_owned(),
        firm: "Gray Traffic Law".to_owned(),
        month: FeeMonth::parse("2026-11").unwrap(),
        fee: Money::from_cents(125_050),
        made_at: time("2026-11-01T04:10:00Z"),
        payment: None,
        version: 1,
    }
}

fn paid_statement(reference: &str) -> Statement {
    let receipt = PaymentReceived { on: "2026-11-24".parse().unwrap(), reference: reference.to_owned() };
    let payment = StatementPayment { receipt, recorded_at: time("2026-11-25T15:00:00Z"), recorded_by: None };
    Statement { payment: Some(payment), version: 2, ..statement() }
}

fn print(statement: &Statement, test_mode: bool) -> Vec<u8> {
    PdfPrinter::new("(555) 010-0199", test_mode).unwrap().print_statement(statement).unwrap()
}

#[track_caller]
fn assert_contains(statement: &Statement, parts: &[&str]) {
    let read = read(&print(statement, false));
    for part in parts {
        assert!(read.text.contains(part), "{part:?} is not in {:?}", read.text);
    }
    assert_eq!(read.pages(), 1);
}

#[test]
fn the_statement_shows_the_lawyer_the_fee_and_the_month() {
    assert_contains(
        &statement(),
        &[
            "LS-202611-000042",
            "Monthly fee to Lanewise",
            "$1,250.50",
            "Not paid yet",
            "Month November 2026",
            "Lawyer Ruth Gray",
            "Law firm Gray Traffic Law",
            "Statement date November 1, 2026",
            "It doesn’t depend on the number, the price or the outcome of cases.",
            "have the statement number ready",
        ],
    );
    assert!(!read(&print(&statement(), false)).text.contains("Reference"));
}

#[test]
fn a_paid_statement_shows_its_payment_date_and_reference() {
    assert_contains(&paid_statement("ACH 4711"), &["Paid on November 24, 2026", "Reference ACH 4711"]);
}

#[rstest]
#[case("W".repeat(4000))]
#[case("\u{202E}evil \u{1F4A9} \0 text".repeat(40))]
#[case(String::new())]
fn a_statement_with_any_text_fits_on_one_page(#[case] text: String) {
    let statement = Statement { lawyer_name: text.clone(), firm: text.clone(), ..paid_statement(&text) };
    let bytes = print(&statement, true);
    let read = read(&bytes);
    assert_eq!(read.pages(), 1);
    assert!(read.text.contains("TEST STATEMENT"), "{}", read.text);
    assert_eq!(bytes, print(&statement, true), "the same statement produces the same bytes");
}
