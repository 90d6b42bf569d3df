//! Tests of the postings of money that was sent to lawyers, returned by them or written off.

use domain::payments::books::BookFigures;
use domain::payments::ledger::Account::{self, *};
use domain::payments::ledger::{FeeClaims, HeldMoney, LawyerShare, LawyersMoney, LedgerEvent, ShareChange};
use domain::shared::money::Money;
use rstest::rstest;

use super::ledger::{Posted, cents, post};

/// A movement of money, or a change of claims, for a fee of $75.00. Amounts are in cents. At the start, the first
/// lawyer has the case. An appearance earns half of the fee.
#[derive(Clone, Copy, Debug)]
enum FeeStep {
    /// Money is sent to the first lawyer.
    Sent(i64),
    /// The claim of the first lawyer changes to this amount, because the case ended or the court decided.
    Claim(i64),
    /// Lanewise refunds money to the driver.
    Back(i64),
    /// The first lawyer returns money.
    Returned(i64),
    /// Money that the first lawyer won't return is written off.
    WrittenOff(i64),
    /// A second lawyer gets the case, and the first lawyer keeps a claim to this amount.
    SecondLawyer(i64),
    /// Money is sent to the second lawyer.
    SentToSecond(i64),
}

/// `expected` has the balances after the last step, in cents, positive for debits. The balances at
/// the provider and at our bank are left out.
#[rstest]
#[case::sent(&[FeeStep::Sent(7_500)], &[])]
#[case::ended_after_half_was_earned(
    &[FeeStep::Sent(7_500), FeeStep::Claim(3_750)], &[(ToReturn, -3_750), (ToRecover, 3_750)]
)]
#[case::the_driver_is_refunded_first(
    &[FeeStep::Sent(7_500), FeeStep::Claim(3_750), FeeStep::Back(3_750)], &[(ToRecover, 3_750)]
)]
#[case::then_the_lawyer_returned_it(
    &[FeeStep::Sent(7_500), FeeStep::Claim(3_750), FeeStep::Back(3_750), FeeStep::Returned(3_750)], &[]
)]
#[case::the_driver_got_more_than_the_lawyer_must_return(
    &[FeeStep::Sent(7_500), FeeStep::Claim(3_750), FeeStep::Back(7_500)], &[(ToRecover, 3_750), (Guarantees, 3_750)]
)]
#[case::a_part_was_written_off(
    &[FeeStep::Sent(7_500), FeeStep::Claim(0), FeeStep::Back(7_500), FeeStep::WrittenOff(2_500)],
    &[(ToRecover, 5_000), (WrittenOff, 2_500)]
)]
#[case::written_off_and_earned_after_all(
    &[FeeStep::Sent(7_500), FeeStep::Claim(0), FeeStep::WrittenOff(7_500), FeeStep::Claim(7_500)], &[]
)]
#[case::returned_while_the_case_lasts(&[FeeStep::Sent(7_500), FeeStep::Returned(7_500)], &[(Lawyers, -7_500)])]
#[case::sent_after_a_part_was_no_longer_owed(
    &[FeeStep::Claim(3_750), FeeStep::Back(3_750), FeeStep::Sent(7_500)], &[(ToRecover, 3_750)]
)]
#[case::another_lawyer_before_it_was_sent(
    &[FeeStep::SecondLawyer(3_750)], &[(Lawyers, -11_250), (Guarantees, 3_750)]
)]
#[case::another_lawyer_after_it_was_sent(
    &[FeeStep::Sent(7_500), FeeStep::SecondLawyer(3_750)],
    &[(Lawyers, -7_500), (ToRecover, 3_750), (Guarantees, 3_750)]
)]
#[case::another_lawyer_and_both_were_paid(
    &[FeeStep::Sent(7_500), FeeStep::SecondLawyer(3_750), FeeStep::SentToSecond(7_500), FeeStep::Returned(3_750)],
    &[(Guarantees, 3_750)]
)]
fn the_books_track_money_sent_to_lawyers_and_the_amount_to_recover(
    #[case] steps: &[FeeStep],
    #[case] expected: &[(Account, i64)],
) {
    let (mut all, mut figures) = (Vec::new(), BookFigures::default());
    let charged = LedgerEvent::Charged { received: cents(7_500), due: cents(7_500), target: Lawyers };
    post(&mut all, &mut figures, &charged);
    let mut shares = [LawyerShare::new(cents(7_500), Money::ZERO, Money::ZERO), LawyerShare::default()];
    for step in steps {
        let held = HeldMoney::of(&all);
        let [first, second] = shares;
        let change = |before: LawyerShare, after| ShareChange { before, after };
        let event = match *step {
            FeeStep::Sent(amount) => {
                shares[0] = first.after_sending(cents(amount));
                LedgerEvent::SentToLawyer(change(first, shares[0]))
            }
            FeeStep::SentToSecond(amount) => {
                shares[1] = second.after_sending(cents(amount));
                LedgerEvent::SentToLawyer(change(second, shares[1]))
            }
            FeeStep::Returned(amount) => {
                shares[0] = first.after_return(cents(amount));
                LedgerEvent::ReturnedByLawyer(change(first, shares[0]))
            }
            FeeStep::WrittenOff(amount) => {
                shares[0] = first.after_write_off(cents(amount));
                LedgerEvent::LawyerWrittenOff(change(first, shares[0]))
            }
            FeeStep::Back(amount) => LedgerEvent::Refunded { amount: cents(amount), held: &held },
            FeeStep::Claim(claim) => {
                shares[0] = first.with_claim(cents(claim));
                divide_again(&mut all, &mut figures, shares);
                continue;
            }
            FeeStep::SecondLawyer(kept) => {
                shares = [first.with_claim(cents(kept)), second.with_claim(cents(7_500))];
                divide_again(&mut all, &mut figures, shares);
                continue;
            }
        };
        post(&mut all, &mut figures, &event);
        let before = balances(&all);
        divide_again(&mut all, &mut figures, shares);
        let is_refund = matches!(step, FeeStep::Back(_));
        assert!(is_refund || balances(&all) == before, "the entry itself divides the money: {step:?}");
    }
    let left: Vec<_> = balances(&all).into_iter().filter(|(of, _)| !matches!(of, Provider | Bank)).collect();
    assert_eq!(left, expected);
}

/// Posts the division of the fee between the lawyers and the driver, by the lawyers' current shares. Lanewise does
/// this after each change of a case or a payment.
fn divide_again(all: &mut Posted, figures: &mut BookFigures, shares: [LawyerShare; 2]) {
    let held = HeldMoney::of(all);
    let claims = FeeClaims::OfLawyers(LawyersMoney::of(Money::ZERO, shares));
    post(all, figures, &LedgerEvent::Allocated { held: &held, claims });
}

fn balances(all: &Posted) -> Vec<(Account, i64)> {
    let sum = |account: &Account| {
        all.iter()
            .filter(|(_, line)| line.account == *account)
            .map(|(_, line)| line.amount.cents())
            .sum::<i64>()
    };
    Account::ALL.iter().map(|account| (*account, sum(account))).filter(|(_, sum)| *sum != 0).collect()
}
