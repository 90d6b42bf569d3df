//! Payments in a prepared remittance that are refunded or charged back before the money is sent.

use domain::payments::chargeback::ChargebackStatus::{Lost, NeedsResponse, Won};
use domain::payments::remittances::prepared::InclusionChoice::LeftOut;
use domain::payments::remittances::remittance::ExcludedPayments as Left;

use super::*;

const TOLL_PAYMENT: PaymentId = PaymentId(2);

/// Returns a world with a prepared remittance to one court: a ticket of $150 and a toll.
fn world_with_prepared_remittance() -> (World, Remittance) {
    let world = world();
    let court = court(&world);
    let toll = world.pay_without_event(TOLL);
    world.deliver_event("evt_toll", &toll.intent_id).unwrap();
    register::assign_payments(&world.deps, &admin(), court.id, &[TOLL_PAYMENT]).unwrap();
    let made = sending::prepare_remittance(&world.deps, &admin(), court.id.into()).unwrap();
    assert_eq!((made.payments, made.left_out), (2, Left::default()));
    (world, made)
}

/// Refunds this many dollars of the ticket's payment.
fn refund(world: &World, amount: i64) {
    let (amount, left) = (dollars(amount), dollars(150));
    let order = RefundOrder { amount, left, note: "A mistake".to_owned(), removes_item: false };
    by_staff::order_refund(&world.deps, &admin(), PAID, &order).unwrap();
    world.reconcile();
}

/// Downloads the remittance's file as staff. Returns the amounts in the file.
fn download(world: &World, id: RemittanceId) -> Vec<Money> {
    let shown = sending::export_remittance(&world.deps, &admin(), id).unwrap();
    shown.obligations.iter().map(|one| one.amount).filter(|amount| *amount > Money::ZERO).collect()
}

fn read_remittance(world: &World, id: RemittanceId) -> Remittance {
    world.transact(|store| sending::show_remittance(&world.deps, store, &admin(), id)).unwrap().remittance
}

/// Records that staff sent the remittance today, with their choices about refunded payments.
fn record_sent_today(
    world: &World,
    id: RemittanceId,
    choices: &[(PaymentId, InclusionChoice)],
) -> Result<Remittance> {
    let today = TransferRecord { on: world.deps.clock.now().date_naive(), ..sent_today() };
    sending::record_sent(
        &world.deps,
        &admin(),
        id,
        &today,
        &choices.iter().copied().collect::<InclusionChoices>(),
    )
}

fn toll() -> Money {
    due(TOLL)
}

fn plus(first: Money, second: Money) -> Money {
    Money::from_cents(first.cents() + second.cents())
}

#[test]
fn the_total_and_the_file_of_a_remittance_exclude_partial_refunds() {
    let (world, made) = world_with_prepared_remittance();
    refund(&world, 40);
    let now = read_remittance(&world, made.id);
    assert_eq!((now.payments, now.amount), (2, plus(dollars(110), toll())));
    assert_eq!(now.left_out, Left { payments: 1, amount: dollars(40) });
    let listed = world.transact(|store| owed::list_remittances(store, &admin(), None)).unwrap();
    assert_eq!(listed[0].amount, now.amount);
    assert_eq!(download(&world, made.id), [dollars(110), toll()]);
    let sent = record_sent_today(&world, made.id, &[]).unwrap();
    assert_eq!((sent.payments, sent.amount, sent.left_out), (2, now.amount, Left::default()));
    assert_eq!((status(&world), obligation(&world).amount), (Sent, dollars(110)));
    assert_eq!(obligation(&world).to_recover, Money::ZERO);
    assert_eq!(balance(&world, Account::Bank), -now.amount.cents());
}

#[test]
fn a_payment_refunded_before_the_first_download_is_excluded_without_asking_staff() {
    let (world, made) = world_with_prepared_remittance();
    refund(&world, 150);
    let now = read_remittance(&world, made.id);
    assert_eq!((now.payments, now.amount), (1, toll()));
    let sent = record_sent_today(&world, made.id, &[]).unwrap();
    assert_eq!((sent.payments, sent.amount), (1, toll()));
    assert_eq!((status(&world), obligation(&world).remittance_id), (Owed, None));
    assert_eq!((obligation(&world).to_recover, balance(&world, Account::ToRecover)), (Money::ZERO, 0));
}

#[test]
fn staff_must_say_whether_money_refunded_since_the_last_download_was_sent() {
    let (world, made) = world_with_prepared_remittance();
    assert_eq!(download(&world, made.id), [dollars(150), toll()]);
    refund(&world, 40);
    let Err(Error::RefundedSinceFile(asked)) = record_sent_today(&world, made.id, &[]) else {
        panic!("no choice was required")
    };
    let asked: Vec<_> = asked.iter().map(|one| (one.payment_id, one.in_file, one.sendable)).collect();
    assert_eq!(asked, [(PAID, dollars(150), dollars(110))]);
    assert_eq!((status(&world), balance(&world, Account::Bank)), (Prepared, 0), "nothing is recorded");
    // A file that is downloaded now has the reduced amount.
    assert_eq!(download(&world, made.id), [dollars(110), toll()]);
    assert_eq!(record_sent_today(&world, made.id, &[]).unwrap().amount, plus(dollars(110), toll()));
}

#[test]
fn money_that_staff_sent_despite_a_refund_must_be_recovered_from_the_authority() {
    let (world, made) = world_with_prepared_remittance();
    download(&world, made.id);
    refund(&world, 40);
    let sent = record_sent_today(&world, made.id, &[(PAID, InclusionChoice::Sent)]).unwrap();
    assert_eq!((sent.payments, sent.amount), (2, plus(dollars(150), toll())));
    let one = obligation(&world);
    assert_eq!((one.status, one.amount, one.to_recover), (Sent, dollars(150), dollars(40)));
    assert_eq!(balance(&world, Account::TrafficFines), 0);
}

#[test]
fn a_payment_that_staff_left_out_of_a_remittance_stays_owed_minus_its_refund() {
    let (world, made) = world_with_prepared_remittance();
    download(&world, made.id);
    refund(&world, 40);
    let sent = record_sent_today(&world, made.id, &[(PAID, LeftOut)]).unwrap();
    assert_eq!((sent.payments, sent.amount), (1, toll()));
    let one = obligation(&world);
    assert_eq!((one.status, one.amount, one.to_recover), (Owed, dollars(110), Money::ZERO));
    assert_eq!(balance(&world, Account::TrafficFines), -11_000);
    let next = sending::prepare_remittance(&world.deps, &admin(), made.payee.id).unwrap();
    assert_eq!((next.payments, next.amount), (1, dollars(110)));
}

#[test]
fn the_total_and_the_file_of_a_remittance_exclude_charged_back_money() {
    let (world, made) = world_with_prepared_remittance();
    world.deliver_chargeback(NeedsResponse);
    assert_eq!(download(&world, made.id), [toll()]);
    assert_eq!(read_remittance(&world, made.id).left_out, Left { payments: 1, amount: dollars(150) });
    world.deliver_chargeback(Won);
    assert_eq!(download(&world, made.id), [dollars(150), toll()]);
}

#[test]
fn staff_must_say_whether_money_charged_back_since_the_last_download_was_sent() {
    let (world, made) = world_with_prepared_remittance();
    download(&world, made.id);
    world.deliver_chargeback(NeedsResponse);
    assert_eq!(outcome(&record_sent_today(&world, made.id, &[])), "RefundedSinceFile");
    world.deliver_chargeback(Lost);
    assert_eq!(outcome(&record_sent_today(&world, made.id, &[])), "RefundedSinceFile");
    record_sent_today(&world, made.id, &[(PAID, InclusionChoice::Sent)]).unwrap();
    assert_eq!(obligation(&world).to_recover, dollars(150));
}

#[test]
fn a_payment_missing_from_the_downloaded_file_is_not_sent_and_stays_owed() {
    let (world, made) = world_with_prepared_remittance();
    world.deliver_chargeback(NeedsResponse);
    download(&world, made.id);
    world.deliver_chargeback(Won);
    assert_eq!(record_sent_today(&world, made.id, &[]).unwrap().amount, toll());
    assert_eq!((status(&world), obligation(&world).amount), (Owed, dollars(150)));
}

#[test]
fn a_remittance_with_nothing_left_to_send_cannot_be_marked_sent() {
    let world = world();
    let made = prepare_for_court(&world);
    refund(&world, 150);
    assert_eq!(outcome(&record_sent_today(&world, made.id, &[])), "NothingToSend");
    assert_eq!(download(&world, made.id), []);
    sending::undo_remittance(&world.deps, &admin(), made.id).unwrap();
}

#[test]
fn staff_cannot_make_a_choice_about_a_payment_outside_the_remittance() {
    let (world, made) = world_with_prepared_remittance();
    let wrong = record_sent_today(&world, made.id, &[(PaymentId(99), LeftOut)]);
    assert!(error_text(&wrong).contains("isn’t in this remittance"), "{}", error_text(&wrong));
}

#[test]
fn only_staff_can_download_a_remittance_and_downloads_are_audited() {
    let (world, made) = world_with_prepared_remittance();
    assert_eq!(outcome(&sending::export_remittance(&world.deps, &driver(), made.id).map(drop)), "Forbidden");
    assert_eq!(read_remittance(&world, made.id).downloaded_at, None);
    download(&world, made.id);
    assert_eq!(read_remittance(&world, made.id).downloaded_at, Some(world.deps.clock.now()));
    assert!(world.audited().contains(&AuditAction::ListExported));
}
