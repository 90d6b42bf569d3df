//! Tests of the statements of lawyers' monthly fees.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use domain::legal_help::lawyer::{Lawyer, LawyerRecord, PracticeArea};
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::offer::{LegalHelp, LegalHelpMode, LegalHelpRule};
use domain::legal_help::statement::{PaymentReceived, Statement, fee_for};
use domain::shared::ids::LawyerId;
use domain::shared::money::Money;
use domain::shared::us_state::UsState::{self, Florida, Ohio, Texas};
use rstest::rstest;

use super::build::{candidate, record};
use crate::build::time;

fn month(text: &str) -> FeeMonth {
    FeeMonth::parse(text).unwrap()
}

#[test]
fn a_month_starts_and_ends_in_the_business_time_zone() {
    assert_eq!(FeeMonth::at(time("2026-12-01T04:59:59Z")), month("2026-11"));
    assert_eq!(FeeMonth::at(time("2026-12-01T05:00:00Z")), month("2026-12"));
    assert_eq!(month("2026-12").next(), month("2027-01"));
    assert_eq!(
        (month("2026-02").to_string(), month("2026-02").for_display()),
        ("2026-02".into(), "February 2026".into())
    );
}

#[rstest]
fn a_malformed_month_is_refused(
    #[values(
        "", "2026", "2026-13", "2026-00", "2026-1", "26-01", "+026-01", "2026-011", "1999-12", "9999-01"
    )]
    text: &str,
) {
    assert_eq!(FeeMonth::parse(text), None);
}

fn rules() -> LegalHelp {
    let with = |mode| LegalHelpRule { mode, ..LegalHelpRule::DEVELOPMENT };
    let entries = [
        (Texas, LegalHelpMode::RegisteredService),
        (Ohio, LegalHelpMode::LawFirm),
        (Florida, LegalHelpMode::Off),
    ];
    LegalHelp::in_production(
        entries.map(|(state, mode)| (state, with(mode))).into_iter().collect::<BTreeMap<_, _>>(),
    )
}

/// Returns a lawyer who takes cases in these states and owes $200 a month, from November 2026 on.
fn lawyer(states: &[UsState]) -> Lawyer {
    let areas = states.iter().copied().map(PracticeArea::State).collect();
    let monthly_fee = Some(Money::from_dollars(200));
    Lawyer {
        record: LawyerRecord { areas, monthly_fee, ..record() },
        fee_from: Some(month("2026-11")),
        ..candidate(1).lawyer
    }
}

#[test]
fn an_active_lawyer_owes_the_monthly_fee_from_the_month_in_which_the_fee_starts() {
    let owed = |lawyer: &Lawyer, in_month| fee_for(lawyer, month(in_month), &rules());
    let active = lawyer(&[Texas]);
    assert_eq!(owed(&active, "2026-10"), None);
    assert_eq!(owed(&active, "2026-11"), Some(Money::from_dollars(200)));
    assert_eq!(owed(&active, "2027-03"), Some(Money::from_dollars(200)));
    assert_eq!(owed(&Lawyer { is_active: false, ..active.clone() }, "2026-11"), None);
    let record = LawyerRecord { monthly_fee: None, ..active.record.clone() };
    assert_eq!(owed(&Lawyer { record, ..active }, "2026-11"), None);
}

#[rstest]
#[case::registered(&[Texas], true)]
#[case::law_firm(&[Ohio], false)]
#[case::off(&[Florida], false)]
#[case::one_of_several(&[Ohio, Texas], true)]
fn the_monthly_fee_applies_only_in_states_where_the_operator_is_a_registered_service(
    #[case] states: &[UsState],
    #[case] applies: bool,
) {
    assert_eq!(fee_for(&lawyer(states), month("2026-11"), &rules()).is_some(), applies);
}

#[test]
fn a_monthly_fee_outside_its_limits_is_refused() {
    let fields = |cents| {
        let checked = LawyerRecord { monthly_fee: Some(Money::from_cents(cents)), ..record() }.validated();
        checked.err().unwrap_or_default().into_iter().map(|(field, _)| field).collect::<Vec<_>>()
    };
    for cents in [100, 19_950, 1_000_000] {
        assert!(fields(cents).is_empty(), "{cents}");
    }
    for cents in [-1, 0, 99, 1_000_001] {
        assert_eq!(fields(cents), ["monthlyFee"], "{cents}");
    }
}

#[test]
fn a_payment_needs_a_reference_and_a_day_within_the_last_year() {
    let day = |text: &str| text.parse::<NaiveDate>().unwrap();
    let parse = |on, reference| PaymentReceived::parse(day(on), reference, day("2026-11-28"));
    let fields = |on, reference| {
        parse(on, reference).unwrap_err().into_iter().map(|(field, _)| field).collect::<Vec<_>>()
    };
    let parsed = parse("2026-11-28", "  ACH 4711 ").unwrap();
    assert_eq!((parsed.on, parsed.reference.as_str()), (day("2026-11-28"), "ACH 4711"));
    assert_eq!(fields("2026-11-29", "ACH"), ["paidOn"]);
    assert_eq!(fields("2025-11-26", "ACH"), ["paidOn"]);
    assert_eq!(fields("2026-11-28", " "), ["reference"]);
    assert_eq!(fields("2026-11-29", &"x".repeat(101)), ["paidOn", "reference"]);
}

#[test]
fn a_statements_number_has_its_month_and_id() {
    let statement = Statement {
        id: 42,
        lawyer_id: LawyerId(1),
        lawyer_name: "Lena Ortiz".to_owned(),
        firm: "Ortiz Traffic Law".to_owned(),
        month: month("2026-11"),
        fee: Money::from_dollars(200),
        made_at: time("2026-11-01T05:00:00Z"),
        payment: None,
        version: 1,
    };
    assert_eq!(statement.number(), "LS-202611-000042");
}
