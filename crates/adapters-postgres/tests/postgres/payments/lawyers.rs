//! Tests of obligations and remittances to lawyers.

use domain::legal_help::lawyer::LawyerRecord;
use domain::payments::ledger::{Account, EntryKind, LawyerShare, Posting};
use domain::payments::remittances::obligation::{ObligationProblem, ObligationStatus};
use domain::payments::remittances::payee::PayeeId;
use domain::payments::remittances::remittance::RemittanceStatus;
use domain::shared::ids::{LawyerId, PaymentId, UserId};
use domain::shared::money::Money;
use ports::legal_help::hires::{FeeTotals, Hires};
use ports::legal_help::lawyers::Lawyers;
use ports::payments::books::NewEntry;
use ports::payments::remittances::lawyers::{LawyerObligations, NewLawyerObligation};
use ports::payments::remittances::{ObligationKey, Obligations, Remittances};
use ports::shared::store_error::StoreError;
use ports::store::in_transaction;

use super::remittances::sending;
use crate::legal_help::samples::{hire, lawyer};
use crate::support::{World, at};

const PRICE: Money = Money::from_cents(7_500);
const HALF: Money = Money::from_cents(3_750);

/// A payment for a case that a lawyer has accepted.
struct Accepted {
    world: World,
    staff: UserId,
    payment: PaymentId,
    lawyer: LawyerId,
}

impl Accepted {
    fn new() -> Self {
        let mut world = World::new();
        let driver = world.user("driver@example.com");
        let staff = world.user("staff@example.com");
        let lawyer = lawyer(&mut world, "Ruth").id;
        let hire = hire(&mut world, driver, "a");
        let payment = world.store().hire(hire).unwrap().unwrap().payment_id.unwrap();
        let mut case = Self { world, staff, payment, lawyer };
        case.accept(lawyer);
        case.share(LawyerShare::new(PRICE, Money::ZERO, Money::ZERO));
        case
    }

    fn accept(&mut self, lawyer: LawyerId) {
        let (payment_id, accepted_at) = (self.payment, at(10));
        let new = NewLawyerObligation { payment_id, lawyer_id: lawyer, accepted_at, send_by: at(100) };
        for _ in 0..2 {
            self.world.store().record_lawyer_obligation(new).unwrap();
        }
    }

    fn share(&mut self, share: LawyerShare) {
        self.world.store().set_lawyer_share(self.payment, self.lawyer, share).unwrap();
    }

    fn key(&self) -> ObligationKey {
        ObligationKey { payment_id: self.payment, lawyer_id: Some(self.lawyer) }
    }

    fn status(&mut self) -> ObligationStatus {
        let key = self.key();
        self.world.store().obligation(key, at(50)).unwrap().unwrap().status
    }
}

#[test]
fn the_price_is_owed_to_the_lawyer_and_late_after_the_deadline() {
    let mut case = Accepted::new();
    let key = case.key();
    let one = case.world.store().obligation(key, at(50)).unwrap().unwrap();
    let payee = one.payee.clone().unwrap();
    assert_eq!((payee.id, payee.name.as_str()), (PayeeId::Lawyer(case.lawyer), "Ruth"));
    assert_eq!((one.key(), one.amount, one.status), (key, PRICE, ObligationStatus::Owed));
    assert_eq!((one.share.unwrap().claim(), one.lateness, one.is_held_back), (PRICE, None, false));
    let owed = case.world.store().amounts_owed(at(200)).unwrap();
    assert_eq!((owed.len(), owed[0].payee, owed[0].name.as_deref()), (1, Some(payee.id), Some("Ruth")));
    assert_eq!((owed[0].payments, owed[0].amount, owed[0].late, owed[0].since), (1, PRICE, 1, at(10)));
    let late = case.world.store().obligation(key, at(200)).unwrap().unwrap();
    assert_eq!(late.lateness, Some(ObligationProblem::NotSent));
    assert_eq!(case.world.store().obligation(case.payment.into(), at(50)).unwrap(), None, "no authority");
}

#[test]
fn a_remittance_to_a_lawyer_is_prepared_sent_and_accepted() {
    let mut case = Accepted::new();
    let (lawyer, staff, payment) = (case.lawyer, case.staff, case.payment);
    let made = case.world.store().prepare_remittance(lawyer.into(), staff, at(20), 9).unwrap().unwrap();
    assert_eq!((made.payee.id, made.trust_account.as_deref()), (lawyer.into(), Some("Ruth IOLTA")));
    assert_eq!((made.payments, made.amount, made.left_out.payments), (1, PRICE, 0));
    assert_eq!(case.world.store().prepare_remittance(lawyer.into(), staff, at(20), 9).unwrap(), None);
    case.share(LawyerShare::new(HALF, Money::ZERO, Money::ZERO));
    let less = case.world.store().remittance(made.id).unwrap().unwrap();
    assert_eq!((less.amount, less.left_out.payments, less.left_out.amount), (HALF, 1, HALF));
    let mut store = case.world.store();
    store.record_download(made.id, at(30), &[(payment, HALF)]).unwrap();
    let inside = store.obligations_in(made.id, at(30), 9).unwrap();
    assert_eq!(inside[0].prepared.unwrap().in_file, Some(HALF));
    assert_eq!(store.lock_payments_with_sums(made.id).unwrap(), []);
    store.record_sent(made.id, &sending(), at(40), &[(payment, HALF)]).unwrap();
    store.set_lawyer_share(payment, lawyer, LawyerShare::new(HALF, HALF, Money::ZERO)).unwrap();
    assert!(!store.mark_accepted_if_complete(made.id, at(60).date_naive()).unwrap());
    let key = ObligationKey { payment_id: payment, lawyer_id: Some(lawyer) };
    assert!(
        store.change_obligation_status(key, ObligationStatus::Accepted, Some(at(60).date_naive())).unwrap()
    );
    assert!(store.mark_accepted_if_complete(made.id, at(60).date_naive()).unwrap());
    let done = store.remittances(None, 9).unwrap();
    assert_eq!((done[0].status, done[0].amount), (RemittanceStatus::Accepted, HALF));
    // The money went to the account that the lawyer had at that time.
    let held = case.world.store().lawyer(lawyer).unwrap().unwrap();
    let moved = LawyerRecord { trust_account_name: "New Bank IOLTA".to_owned(), ..held.record };
    case.world.store().update_lawyer(lawyer, &moved).unwrap();
    let sent = case.world.store().remittance(made.id).unwrap().unwrap();
    assert_eq!(sent.trust_account.as_deref(), Some("Ruth IOLTA"));
    // The court has decided now, so the other half of the price is also owed to the lawyer.
    case.share(LawyerShare::new(PRICE, HALF, Money::ZERO));
    assert_eq!(case.status(), ObligationStatus::Owed);
    let rest = case.world.store().prepare_remittance(lawyer.into(), staff, at(70), 9).unwrap().unwrap();
    assert_eq!(rest.amount, HALF);
    case.world.store().undo_remittance(rest.id).unwrap();
    assert_eq!(case.status(), ObligationStatus::Owed);
}

#[test]
fn no_remittance_is_prepared_during_a_refund() {
    let mut case = Accepted::new();
    let (lawyer, staff) = (case.lawyer, case.staff);
    case.world.db.execute(&format!(
        "INSERT INTO refunds (payment_id, amount_cents, reason, status, idempotency_key, provider_refund_id, created_at, updated_at)
         VALUES ({}, 100, 'by_staff', 'pending', 'k', 're', now(), now())",
        case.payment
    ));
    assert_eq!(case.world.store().prepare_remittance(lawyer.into(), staff, at(20), 9).unwrap(), None);
    let owed = case.world.store().amounts_owed(at(200)).unwrap();
    assert_eq!((owed[0].payments, owed[0].held_back, owed[0].late), (0, 1, 0));
}

#[test]
fn money_that_a_lawyer_did_not_earn_must_be_recovered() {
    let mut case = Accepted::new();
    case.share(LawyerShare::new(PRICE, PRICE, Money::ZERO));
    assert_eq!(case.world.store().obligations_to_recover(at(50), 9).unwrap(), []);
    case.share(LawyerShare::new(HALF, PRICE, Money::from_cents(750)));
    let found = case.world.store().obligations_to_recover(at(50), 9).unwrap();
    assert_eq!((found.len(), found[0].key(), found[0].to_recover.cents()), (1, case.key(), 3_000));
    assert_eq!(found[0].with_payee.cents(), 4_500);
    let (payment, lawyer) = (case.payment, case.lawyer);
    case.world.store().set_lawyer_earned(payment, lawyer, HALF).unwrap();
    let shares = case.world.store().lawyer_shares(payment).unwrap();
    assert_eq!(shares, [(lawyer, LawyerShare::new(HALF, PRICE, Money::from_cents(750)))]);
    case.share(LawyerShare::new(HALF, PRICE, HALF));
    assert_eq!(case.world.store().obligations_to_recover(at(50), 9).unwrap(), []);
}

#[test]
fn the_fees_of_all_hires_are_added_up() {
    let mut case = Accepted::new();
    let (payment, lawyer) = (case.payment, case.lawyer);
    let line = |account, cents| Posting { account, amount: Money::from_cents(cents) };
    let entry = NewEntry {
        kind: EntryKind::Charge,
        source: "charge:1".to_owned(),
        subject: None,
        payment_id: Some(payment),
        happened_at: at(0),
        postings: vec![
            line(Account::Provider, 20_000),
            line(Account::Lawyers, -15_000),
            line(Account::LegalFees, -5_000),
        ],
    };
    let posted: Result<bool, StoreError> =
        in_transaction(&case.world.db.database(), |store| store.post_entry(&entry));
    assert!(posted.unwrap());
    case.share(LawyerShare::new(HALF, PRICE, Money::from_cents(750)));
    case.world.store().set_lawyer_earned(payment, lawyer, HALF).unwrap();
    let [held, earned] = [15_000, 8_750].map(Money::from_cents);
    let expected = FeeTotals { held, sent: PRICE, earned, to_recover: Money::from_cents(3_000) };
    assert_eq!(case.world.store().fee_totals().unwrap(), expected);
    case.world.db.execute("UPDATE payments SET settled_at = now() - interval '30 days'");
    assert_eq!(case.world.store().fee_totals().unwrap().held, Money::ZERO, "it was our revenue");
}
