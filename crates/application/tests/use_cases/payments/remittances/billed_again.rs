//! Second bills: a driver was billed again for an item that they paid.

use application::jobs::{WORKERS, run_due_jobs};
use application::payments::remittances::{billed_again, proving};
use domain::payments::remittances::billed_again::{MAX_REPORTED, REPORTED_WITHIN, SecondBillOutcome};
use domain::shared::ids::SecondBillId;
use ports::payments::receipts::CourtLetter;
use ports::payments::remittances::billed_again::SecondBill;

use super::*;

const PAYMENT: TransactionId = TransactionId(1);

/// Reports a second bill as the driver.
fn report_as_driver(world: &World) -> Result<SecondBill> {
    billed_again::report_second_bill(&world.deps, &driver(), PAYMENT)
}

fn court_letter(world: &World) -> Result<CourtLetter> {
    world.transact(|store| billed_again::letter_to_court(&world.deps, store, &driver(), PAYMENT))
}

/// Returns the second bills as staff see them.
fn second_bills(world: &World) -> billed_again::SecondBillList {
    world.transact(|store| billed_again::list_second_bills(&world.deps, store, &admin())).unwrap()
}

/// Resolves a second bill as staff: the court accepted the payment.
fn resolve_as_accepted(world: &World, id: SecondBillId) -> Result<SecondBill> {
    billed_again::resolve_second_bill(
        &world.deps,
        &admin(),
        id,
        SecondBillOutcome::Accepted,
        "The clerk found it.",
    )
}

#[test]
fn a_driver_can_have_only_one_open_report_of_a_second_bill_for_a_payment() {
    let world = world();
    let first = report_as_driver(&world).unwrap();
    assert_eq!(report_as_driver(&world).unwrap(), first);
    assert_eq!((first.payment_id, first.user_id, first.opened_at), (PAID, driver().id(), noon()));
    resolve_as_accepted(&world, first.id).unwrap();
    assert_eq!(outcome(&resolve_as_accepted(&world, first.id)), "ChangedMeanwhile");
    let again = report_as_driver(&world).unwrap();
    assert_ne!(again.id, first.id);
    assert_eq!(again.settled, None);
}

#[test]
fn staff_can_report_a_second_bill_for_a_driver_and_it_is_audited() {
    let world = world();
    let opened = billed_again::report_second_bill(&world.deps, &admin(), PAYMENT).unwrap();
    assert_eq!(
        report_as_driver(&world).unwrap(),
        opened,
        "the driver's report returns the second bill that staff opened"
    );
    let tables = world.database.tables();
    let entries: Vec<_> =
        tables.audit.iter().filter(|entry| entry.action == AuditAction::BilledAgainAsked).collect();
    assert_eq!(entries.iter().map(|entry| entry.actor).collect::<Vec<_>>(), [Some(admin().id())]);
}

#[test]
fn a_driver_can_report_a_limited_number_of_second_bills_a_day() {
    let world = world();
    for _ in 0..MAX_REPORTED {
        let id = report_as_driver(&world).unwrap().id;
        resolve_as_accepted(&world, id).unwrap();
    }
    assert_eq!(outcome(&report_as_driver(&world).map(drop)), "TooManySecondBills");
    world.advance(REPORTED_WITHIN);
    report_as_driver(&world).unwrap();
}

#[test]
fn staff_see_a_second_bill_with_the_payments_trail_and_proofs() {
    let world = world();
    let sent = prepare_and_send(&world);
    let name = "statement.pdf";
    let (proof, _) = proving::add_proof(&world.deps, &admin(), sent.id, name, b"%PDF-1.7 %%EOF").unwrap();
    let opened = report_as_driver(&world).unwrap();
    let found = second_bills(&world);
    let [one] = found.open.as_slice() else { panic!("{found:?}") };
    assert_eq!((&one.bill, one.proofs.as_slice()), (&opened, &[proof][..]));
    assert_eq!(one.obligation.payment_id, PAID);
    assert_eq!(one.trail.reference.as_deref(), Some("ACH 4711"));
    assert!(found.names.contains_key(&opened.user_id), "{:?}", found.names);
    assert_eq!(found.settled, []);
}

#[test]
fn the_driver_is_emailed_the_outcome_of_a_second_bill() {
    let world = world();
    let id = report_as_driver(&world).unwrap().id;
    resolve_as_accepted(&world, id).unwrap();
    run_due_jobs(&world.deps, WORKERS).unwrap();
    let mails = world.mailbox.mails();
    let email = mails.iter().find(|mail| mail.subject == "About the bill you reported").unwrap();
    for part in [SecondBillOutcome::Accepted.sentence(), "The clerk found it.", "Confirmation number: CONF-"]
    {
        assert!(email.text.contains(part), "{part:?} is not in {}", email.text);
    }
    let found = second_bills(&world);
    assert_eq!(found.open, []);
    let settled = found.settled[0].bill.settled.as_ref().unwrap();
    assert_eq!((settled.outcome, settled.by), (SecondBillOutcome::Accepted, Some(admin().id())));
    let tables = world.database.tables();
    assert!(tables.audit.iter().any(|entry| entry.action == AuditAction::BilledAgainSettled));
}

#[test]
fn the_email_about_a_second_bill_that_ended_with_a_refund_offers_no_letter_to_the_court() {
    let world = world();
    let id = report_as_driver(&world).unwrap().id;
    let refunded = SecondBillOutcome::Refunded;
    billed_again::resolve_second_bill(&world.deps, &admin(), id, refunded, "We sent your money back.")
        .unwrap();
    run_due_jobs(&world.deps, WORKERS).unwrap();
    let mails = world.mailbox.mails();
    let email = mails.iter().find(|mail| mail.subject == "About the bill you reported").unwrap();
    assert!(email.text.contains(refunded.sentence()), "{}", email.text);
    assert!(!email.text.contains("letter"), "{}", email.text);
}

#[test]
fn a_driver_can_get_the_letter_to_the_court_before_and_after_the_remittance() {
    let world = world();
    let charged = court_letter(&world).unwrap();
    assert_eq!((charged.trail.sent_on, charged.issuer.as_deref()), (None, Some(AGENCY)));
    prepare_and_send(&world);
    let sent = court_letter(&world).unwrap();
    assert_eq!(sent.trail.sent_on, Some(sent_today().on));
    let printed = billed_again::print_letter(&world.deps, &sent).unwrap();
    assert_eq!(printed.number, sent.receipt.number);
    assert_eq!(
        court_letter(&world).unwrap().receipt.fees.map(drop),
        Some(()),
        "the letter's receipt may have fees: they aren't printed"
    );
}

#[test]
fn a_driver_cannot_report_a_second_bill_for_a_refunded_payment() {
    let world = world();
    refund_payment(&world);
    assert_eq!(outcome(&report_as_driver(&world).map(drop)), "NothingToProve");
    assert_eq!(outcome(&court_letter(&world).map(drop)), "NothingToProve");
    // The report was refused, so there is no open second bill.
    assert_eq!(second_bills(&world).open, []);
}

#[test]
fn another_driver_cannot_report_list_or_resolve_a_second_bill_or_get_its_letter() {
    let world = world();
    let id = report_as_driver(&world).unwrap().id;
    let (deps, caller) = (&world.deps, &other_driver());
    let refusals = [
        outcome(&billed_again::report_second_bill(deps, caller, PAYMENT).map(drop)),
        outcome(
            &world.transact(|store| billed_again::letter_to_court(deps, store, caller, PAYMENT).map(drop)),
        ),
        outcome(&world.transact(|store| billed_again::list_second_bills(deps, store, caller).map(drop))),
        outcome(&billed_again::resolve_second_bill(deps, caller, id, SecondBillOutcome::Refunded, "x")),
    ];
    assert_eq!(refusals, ["NotFound", "NotFound", "Forbidden", "Forbidden"]);
    world.transact(|store| billed_again::letter_to_court(deps, store, &admin(), PAYMENT)).unwrap();
    let nowhere =
        billed_again::resolve_second_bill(deps, &admin(), SecondBillId(9), SecondBillOutcome::Accepted, "x");
    assert_eq!(outcome(&nowhere), "NotFound");
}
