//! Tests of the consequences of a chargeback's status, and of the limits of evidence.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use domain::payments::chargeback::ChargebackStatus::{
    self, Inquiry, InquiryClosed, InquiryUnderReview, Lost, NeedsResponse, Prevented, UnderReview, Won,
};
use domain::payments::chargeback::{Chargeback, transaction_status};
use domain::payments::evidence::{Evidence, EvidenceField, MAX_TOTAL};
use domain::payments::payment::TransactionStatus;
use domain::shared::ids::{ChargebackId, PaymentId, UserId};
use domain::shared::money::Money;
use rstest::rstest;

fn due() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::days(9)
}

fn chargeback(status: ChargebackStatus) -> Chargeback {
    Chargeback {
        id: ChargebackId(1),
        payment_id: PaymentId(1),
        user_id: UserId(2),
        confirmation_number: "CONF-AAAAAAAAAA".to_owned(),
        provider_id: "du_1".to_owned(),
        amount: Money::from_dollars(150),
        reason: "fraudulent".to_owned(),
        evidence_due_by: Some(due()),
        status,
        is_withdrawn: false,
        submitted_at: None,
        evidence_by: None,
        version: 1,
        opened_at: DateTime::UNIX_EPOCH,
        closed_at: None,
        checked_at: None,
    }
}

#[rstest]
#[case(Inquiry, false, true, false)]
#[case(InquiryUnderReview, false, false, false)]
#[case(InquiryClosed, false, false, true)]
#[case(NeedsResponse, true, true, false)]
#[case(UnderReview, true, false, false)]
#[case(Won, false, false, true)]
#[case::the_rest_may_be_refunded(Lost, false, false, true)]
#[case(Prevented, false, false, true)]
fn a_chargebacks_status_determines_whether_money_is_withheld_and_evidence_accepted(
    #[case] status: ChargebackStatus,
    #[case] withholds: bool,
    #[case] takes_evidence: bool,
    #[case] is_over: bool,
) {
    let one = chargeback(status);
    assert_eq!((one.is_withholding(), status.is_over()), (withholds, is_over));
    assert_eq!(one.accepts_evidence(due() - TimeDelta::seconds(1)), takes_evidence);
    assert!(!one.accepts_evidence(due()), "the deadline for evidence has passed");
    assert!(
        !Chargeback { evidence_due_by: None, ..one.clone() }.accepts_evidence(due() - TimeDelta::days(1))
    );
    let withdrawn = Chargeback { is_withdrawn: true, ..one };
    assert_eq!(withdrawn.is_withholding(), status != Lost, "the money is not reinstated yet");
}

#[test]
fn a_bank_can_reverse_its_decision() {
    assert!(Won.can_become(Lost) && Lost.can_become(Won));
}

#[rstest]
#[case(&[], None)]
#[case(&[Inquiry, InquiryClosed, Prevented], None)]
#[case(&[Won], Some(TransactionStatus::Won))]
#[case(&[Won, UnderReview], Some(TransactionStatus::Chargeback))]
#[case(&[NeedsResponse, Lost, Won], Some(TransactionStatus::ChargedBack))]
fn the_worst_chargeback_determines_a_transactions_status(
    #[case] statuses: &[ChargebackStatus],
    #[case] expected: Option<TransactionStatus>,
) {
    let all: Vec<Chargeback> = statuses.iter().map(|status| chargeback(*status)).collect();
    assert_eq!(transaction_status(&all), expected);
}

#[test]
fn evidence_fields_are_limited_to_the_providers_maximum_lengths() {
    let long = "é".repeat(30_000);
    for field in EvidenceField::ALL {
        let cut = Evidence::default().with(*field, &long);
        assert_eq!(cut.get(*field).map(|text| text.chars().count()), Some(field.max_chars()));
        assert_eq!(Evidence::parse(&BTreeMap::from([(*field, long.clone())])), Err(*field));
    }
    let all: usize = EvidenceField::ALL.iter().map(|field| field.max_chars()).sum();
    assert!(all <= MAX_TOTAL, "{all}");
}

#[test]
fn blank_evidence_fields_are_dropped() {
    let typed = BTreeMap::from([
        (EvidenceField::Other, "  They paid.\n".to_owned()),
        (EvidenceField::Product, " \n ".to_owned()),
    ]);
    let evidence = Evidence::parse(&typed).unwrap();
    assert_eq!(evidence, Evidence::default().with(EvidenceField::Other, "They paid."));
    assert_eq!(evidence.fields().filter(|(_, text)| text.is_some()).count(), 1);
    assert!(evidence.with(EvidenceField::Other, "").is_empty());
}
