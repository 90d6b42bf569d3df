use domain::legal_help::lawyer::LawyerRecord;
use domain::payments::ledger::{Account, EntryKind, LawyerShare};
use domain::payments::payment::Payment;
use domain::payments::refund::RefundStatus;
use domain::payments::remittances::obligation::{ObligationProblem, ObligationStatus};
use domain::payments::remittances::payee::PayeeId;
use domain::shared::ids::{LawyerId, PaymentId, UserId};
use domain::shared::money::Money;
use ports::legal_help::hires::FeeTotals;
use ports::payments::remittances::ObligationKey;
use ports::payments::remittances::lawyers::NewLawyerObligation;
use ports::store::{Database, Store};

use super::samples::{hire, lawyer};
use crate::payments::refunds;
use crate::payments::samples::{city, post, sending};
use crate::support::{at, authority, date, transaction, user};

const PRICE: Money = Money::from_cents(7_500);
const HALF: Money = Money::from_cents(3_750);

fn share(claim: Money, sent: Money, written_off_cents: i64) -> LawyerShare {
    LawyerShare::new(claim, sent, Money::from_cents(written_off_cents))
}

/// A locked payment for a case that a lawyer accepted at second 10. The lawyer is owed the price.
struct Accepted {
    driver: UserId,
    payment: Payment,
    lawyer: LawyerId,
    key: ObligationKey,
}

/// Stores the obligation to a lawyer who accepted a payment's case. The second
/// call must change nothing.
fn accept(store: &mut dyn Store, payment: PaymentId, lawyer_id: LawyerId) -> ObligationKey {
    let new = NewLawyerObligation { payment_id: payment, lawyer_id, accepted_at: at(10), send_by: at(100) };
    for _ in 0..2 {
        store.store_lawyer_obligation_if_new(new).unwrap();
    }
    ObligationKey { payment_id: payment, lawyer_id: Some(lawyer_id) }
}

/// Adds a hire whose case the lawyer Ruth accepted, with the obligation to pay her the price.
fn add_accepted_case(store: &mut dyn Store) -> Accepted {
    let driver = user(store, "driver@example.com");
    let lawyer = lawyer(store, "Ruth").id;
    let hire = hire(store, driver, "a");
    let payment = store.hire(hire).unwrap().unwrap().payment_id.unwrap();
    let payment = store.payment(payment).unwrap().unwrap();
    let key = accept(store, payment.id, lawyer);
    store.set_lawyer_share(payment.id, lawyer, share(PRICE, Money::ZERO, 0), at(900)).unwrap();
    Accepted { driver, payment, lawyer, key }
}

pub fn shares_are_stored_per_lawyer_and_ordered_by_lawyer(database: &dyn Database) {
    transaction(database, |store| {
        let houston = authority(store, &city("City of Houston", &[]));
        let first = lawyer(store, "Bob").id;
        let Accepted { payment, lawyer: ruth, .. } = add_accepted_case(store);
        accept(store, payment.id, first);
        let shares = [(first, share(Money::ZERO, Money::ZERO, 0)), (ruth, share(PRICE, Money::ZERO, 0))];
        assert_eq!(store.lawyer_shares(payment.id).unwrap(), shares);
        let unknown = LawyerId(99);
        store.set_lawyer_share(payment.id, unknown, share(PRICE, Money::ZERO, 0), at(900)).unwrap();
        store.set_lawyer_earned(payment.id, unknown, PRICE).unwrap();
        assert_eq!(store.lawyer_shares(payment.id).unwrap(), shares, "no obligation to that lawyer exists");
        assert_eq!(store.fee_totals().unwrap().earned, Money::ZERO);
        assert_eq!(store.lawyer_shares(PaymentId(99)).unwrap(), []);
        assert_eq!(
            store.assign_payments(houston.id, &[payment.id]).unwrap(),
            0,
            "the fee stays the lawyers'"
        );
    });
}

pub fn the_price_is_owed_to_the_lawyer_and_overdue_after_the_deadline(database: &dyn Database) {
    transaction(database, |store| {
        let Accepted { payment, lawyer, key, .. } = add_accepted_case(store);
        let one = store.obligation(key, at(100)).unwrap().unwrap();
        let payee = one.payee.clone().unwrap();
        assert_eq!((payee.id, payee.name.as_str()), (PayeeId::Lawyer(lawyer), "Ruth"));
        assert_eq!((one.key(), one.amount, one.status), (key, PRICE, ObligationStatus::Owed));
        assert_eq!((one.share.unwrap().claim(), one.lateness, one.issuer), (PRICE, None, None));
        assert_eq!((one.label.as_deref(), one.charged_at), (Some("Speeding"), at(10)));
        let owed = store.amounts_owed(at(101)).unwrap();
        assert_eq!((owed.len(), owed[0].payee, owed[0].name.as_deref()), (1, Some(payee.id), Some("Ruth")));
        assert_eq!((owed[0].payments, owed[0].amount, owed[0].late, owed[0].since), (1, PRICE, 1, at(10)));
        let late = store.obligation(key, at(101)).unwrap().unwrap();
        assert_eq!(late.lateness, Some(ObligationProblem::NotSent));
        assert_eq!(store.late_obligations_to_notify(at(101), 9).unwrap(), [], "no driver waits for it");
        assert_eq!(store.obligation(payment.id.into(), at(50)).unwrap(), None, "no authority");
        store.update_payment(&Payment { charged_at: Some(at(7)), ..payment.clone() }).unwrap();
        assert_eq!(store.obligation(key, at(50)).unwrap().unwrap().charged_at, at(7));
        refunds::add(store, &payment, RefundStatus::Pending);
        let owed = store.amounts_owed(at(101)).unwrap();
        assert_eq!((owed[0].payments, owed[0].held_back, owed[0].late), (0, 1, 0));
        assert_eq!(store.prepare_remittance(lawyer.into(), payment.user_id, at(20), 9).unwrap(), None);
    });
}

pub fn a_remittance_to_a_lawyer_is_prepared_sent_and_accepted(database: &dyn Database) {
    transaction(database, |store| {
        let Accepted { driver, payment, lawyer, key } = add_accepted_case(store);
        let made = store.prepare_remittance(lawyer.into(), driver, at(20), 9).unwrap().unwrap();
        assert_eq!((made.payee.id, made.trust_account.as_deref()), (lawyer.into(), Some("Ruth IOLTA")));
        assert_eq!((made.payments, made.amount, made.left_out.payments), (1, PRICE, 0));
        assert_eq!(store.prepare_remittance(lawyer.into(), driver, at(20), 9).unwrap(), None);
        store.set_lawyer_share(payment.id, lawyer, share(HALF, Money::ZERO, 0), at(900)).unwrap();
        let less = store.remittance(made.id).unwrap().unwrap();
        assert_eq!((less.amount, less.left_out.payments, less.left_out.amount), (HALF, 1, HALF));
        store.record_remittance_download(made.id, at(30), &[(payment.id, HALF)]).unwrap();
        let inside = store.obligations_in(made.id, at(30), 9).unwrap();
        assert_eq!(inside[0].prepared.unwrap().in_file, Some(HALF));
        assert_eq!(store.lock_payments_with_sums(made.id).unwrap(), [], "nothing was posted");
        store.record_sent(made.id, &sending(), at(40), &[(payment.id, HALF)]).unwrap();
        store.set_lawyer_share(payment.id, lawyer, share(HALF, HALF, 0), at(900)).unwrap();
        let day = date("2026-12-01");
        assert!(!store.mark_accepted_if_complete(made.id, day).unwrap());
        assert!(store.accept_obligation(key, day).unwrap());
        assert!(store.mark_accepted_if_complete(made.id, day).unwrap());
        // The sent remittance keeps the trust account that its money went to, although the lawyer's
        // account changes now.
        let record = store.lawyer(lawyer).unwrap().unwrap().record;
        let moved = LawyerRecord { trust_account_name: "New Bank IOLTA".to_owned(), ..record };
        store.update_lawyer(lawyer, &moved).unwrap();
        let sent = store.remittance(made.id).unwrap().unwrap();
        assert_eq!((sent.trust_account.as_deref(), sent.amount), (Some("Ruth IOLTA"), HALF));
        // After the court's decision, the other half of the price is also owed to the lawyer.
        store.set_lawyer_share(payment.id, lawyer, share(PRICE, HALF, 0), at(900)).unwrap();
        let again = store.obligation(key, at(50)).unwrap().unwrap();
        assert_eq!((again.status, again.remittance_id, again.amount), (ObligationStatus::Owed, None, HALF));
        assert_eq!((again.accepted_on, again.send_by), (None, at(900)));
        let rest = store.prepare_remittance(lawyer.into(), driver, at(70), 9).unwrap().unwrap();
        assert_eq!((rest.amount, rest.trust_account.as_deref()), (HALF, Some("New Bank IOLTA")));
        store.undo_remittance(rest.id).unwrap();
        assert_eq!(store.obligation(key, at(50)).unwrap().unwrap().status, ObligationStatus::Owed);
    });
}

pub fn money_that_a_lawyer_did_not_earn_must_be_recovered(database: &dyn Database) {
    transaction(database, |store| {
        let Accepted { payment, lawyer, key, .. } = add_accepted_case(store);
        store.set_lawyer_share(payment.id, lawyer, share(PRICE, PRICE, 0), at(900)).unwrap();
        assert_eq!(store.obligations_to_recover(at(50), 9).unwrap(), []);
        store.set_lawyer_share(payment.id, lawyer, share(HALF, PRICE, 750), at(900)).unwrap();
        let found = store.obligations_to_recover(at(50), 9).unwrap();
        assert_eq!((found.len(), found[0].key(), found[0].to_recover.cents()), (1, key, 3_000));
        assert_eq!(found[0].with_payee.cents(), 4_500);
        store.set_lawyer_share(payment.id, lawyer, share(HALF, PRICE, 3_750), at(900)).unwrap();
        assert_eq!(store.obligations_to_recover(at(50), 9).unwrap(), []);
    });
}

pub fn the_fees_of_all_hires_are_added_up(database: &dyn Database) {
    transaction(database, |store| {
        assert_eq!(store.fee_totals().unwrap(), FeeTotals::default());
        let Accepted { payment, lawyer, .. } = add_accepted_case(store);
        let lines = [(Account::Provider, 20_000), (Account::Lawyers, -15_000), (Account::LegalFees, -5_000)];
        post(store, payment.id, EntryKind::Charge, "charge:1", &lines);
        store.set_lawyer_share(payment.id, lawyer, share(HALF, PRICE, 750), at(900)).unwrap();
        for earned in [PRICE, HALF] {
            store.set_lawyer_earned(payment.id, lawyer, earned).unwrap();
        }
        let [held, earned, to_recover] = [15_000, 8_750, 3_000].map(Money::from_cents);
        let expected = FeeTotals { held, sent: PRICE, earned, to_recover };
        assert_eq!(store.fee_totals().unwrap(), expected);
    });
}
