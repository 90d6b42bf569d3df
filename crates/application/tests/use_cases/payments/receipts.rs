//! Tests of who can read a receipt, and of a receipt's contents.

use application::Error;
use application::access::Actor;
use application::jobs::{WORKERS, run_due_jobs};
use application::legal_help::cancel_hire::cancel_hire;
use application::payments::confirmation_facts;
use application::payments::receipts::{
    PrintedReceipt, print_receipt, receipt_of_hire, receipt_of_transaction,
};
use application::payments::remittances::register;
use application::payments::start_payment::start_payment;
use application::shared::queued_emails::{RefundNotice, email_refund_notice};
use domain::legal_help::hire::HireStatus;
use domain::payments::card::CardFacts;
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::shared::ids::{HireId, TransactionId};
use domain::shared::payable::Payable;
use rstest::rstest;

use crate::support::*;

/// Prints the receipt of a transaction for a caller.
fn print_transaction_receipt(world: &World, actor: &Actor, id: i32) -> Result<PrintedReceipt, Error> {
    let receipt = world.transact(|store| receipt_of_transaction(store, actor, TransactionId(id)))?;
    print_receipt(&world.deps, &receipt)
}

fn print_hire_receipt(world: &World, actor: &Actor, id: i32) -> Result<PrintedReceipt, Error> {
    let receipt = world.transact(|store| receipt_of_hire(store, actor, HireId(id)))?;
    print_receipt(&world.deps, &receipt)
}

fn printed_text(printed: Result<PrintedReceipt, Error>) -> String {
    String::from_utf8(printed.unwrap().pdf).unwrap()
}

#[rstest]
#[case(TICKET, "place: Some(\"I-95, Exit 4\")")]
#[case(PARKING, "kind: Parking")]
#[case(TOLL, "place: None")]
fn a_transactions_receipt_shows_the_recorded_item_and_shows_fees_only_to_staff(
    #[case] payable: Payable,
    #[case] expected: &str,
) {
    let world = World::new();
    world.pay_and_settle(payable);
    let printed = print_transaction_receipt(&world, &driver(), 1).unwrap();
    assert_eq!(printed.number, "LW-20260302-000001");
    let text = printed_text(Ok(printed));
    assert!(text.contains("status: Completed") && text.contains("fees: None"), "{text}");
    assert!(text.contains(expected) && text.contains("is_estimated: false"), "{text}");
    let for_staff = printed_text(print_transaction_receipt(&world, &admin(), 1));
    assert!(for_staff.contains("processing: Money(299)"), "{for_staff}");
}

#[test]
fn a_hires_receipt_has_its_own_number_and_no_fees() {
    let world = World::new();
    world.pay_and_settle(LAWYER);
    let printed = print_hire_receipt(&world, &driver(), 1).unwrap();
    assert_eq!(printed.number, "LH-20260302-000001");
    let text = printed_text(Ok(printed));
    assert!(text.contains("kind: Lawyer") && text.contains("fees: None"), "{text}");
}

#[test]
fn a_citation_number_added_later_appears_on_old_receipts() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    assert!(printed_text(print_transaction_receipt(&world, &driver(), 1)).contains("citation_number: None"));
    let mut tables = world.database.tables();
    tables.tickets[0].filed.citation_number = Some("AB 12-3".to_owned());
    tables.tickets[0].filed.issuer = Some("City of Austin".to_owned());
    drop(tables);
    let text = printed_text(print_transaction_receipt(&world, &driver(), 1));
    assert!(text.contains("\"AB 12-3\"") && text.contains("\"City of Austin\""), "{text}");
}

#[test]
fn only_the_driver_who_paid_and_staff_get_the_receipt() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.database.tables().hires.push(hire(1, DRIVER));
    for actor in [driver(), admin()] {
        assert!(
            print_transaction_receipt(&world, &actor, 1).is_ok()
                && print_hire_receipt(&world, &actor, 1).is_ok()
        );
    }
    for (actor, id) in [(other_driver(), 1), (other_driver(), 99), (driver(), 99), (admin(), 99)] {
        assert!(matches!(print_transaction_receipt(&world, &actor, id), Err(Error::NotFound)));
        assert!(matches!(print_hire_receipt(&world, &actor, id), Err(Error::NotFound)));
    }
}

#[test]
fn the_receipt_of_a_refunded_hire_shows_when_it_was_refunded() {
    let world = World::new();
    world.pay_and_settle(LAWYER);
    cancel_hire(&world.deps, &driver(), HireId(1)).unwrap();
    let text = printed_text(print_hire_receipt(&world, &driver(), 1));
    assert!(text.contains("status: Refunded") && text.contains("refunded_at: Some(2026-03-02T12"), "{text}");
}

#[test]
fn the_receipt_of_a_canceled_hire_without_a_payment_shows_no_refund_date() {
    let world = World::new();
    let mut called_off = hire(7, DRIVER);
    called_off.status = HireStatus::Cancelled;
    called_off.ticket_id = None;
    world.database.tables().hires.push(called_off);
    let text = printed_text(print_hire_receipt(&world, &driver(), 7));
    assert!(text.contains("status: RefundPending") && text.contains("refunded_at: None"), "{text}");
}

#[test]
fn a_removed_tickets_receipt_shows_the_details_recorded_at_payment() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.remove_ticket();
    let text = printed_text(print_transaction_receipt(&world, &driver(), 1));
    assert!(text.contains("label: Some(\"Speeding\"), place: None, date: None"), "{text}");
}

#[test]
fn a_driver_without_a_name_is_shown_by_email_on_the_receipt() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.database.tables().users.iter_mut().for_each(|user| user.full_name = None);
    assert!(
        printed_text(print_transaction_receipt(&world, &driver(), 1))
            .contains("payer: \"user2@example.com\"")
    );
}

#[test]
fn the_receipt_labels_an_estimated_fine_as_estimated() {
    let world = World::new();
    world.set_ticket_amount("See court");
    let started = start_payment(&world.deps, &driver(), TICKET, dollars(150)).unwrap();
    world.pay(&started.intent_id);
    world.confirm(&driver(), &started.intent_id).unwrap();
    let text = printed_text(print_transaction_receipt(&world, &driver(), 1));
    assert!(text.contains("is_estimated: true"), "{text}");
}

#[test]
fn no_receipt_is_emailed_to_a_closed_account() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.database.tables().closed_users.push(DRIVER);
    run_due_jobs(&world.deps, WORKERS).unwrap();
    assert!(world.mailbox.mails().is_empty());
}

/// The payment is settled by an event, which doesn't contain the card. The job that sends the email fetches the
/// card from the provider.
#[rstest]
#[case(
    TICKET,
    "You paid $150 with your Visa ending in 4242 for a traffic ticket.",
    "lanewise-receipt-LW-20260302-000001.pdf"
)]
#[case(
    LAWYER,
    "You paid $75 with your Visa ending in 4242 for a lawyer.",
    "lanewise-receipt-LH-20260302-000001.pdf"
)]
fn a_receipt_is_emailed_once(#[case] payable: Payable, #[case] text: &str, #[case] file: &str) {
    let world = World::new();
    let started = world.pay_and_settle(payable);
    world.provider.set_card(&started.intent_id, CardFacts::parse("visa", "4242"));
    world.deliver_event("evt_again", &started.intent_id).unwrap();
    run_due_jobs(&world.deps, WORKERS).unwrap();
    let [mail] = &world.mailbox.mails()[..] else { panic!("expected one email") };
    assert_eq!((mail.to.as_str(), mail.subject.as_str()), ("user2@example.com", "Your receipt"));
    assert!(mail.text.contains(text), "{}", mail.text);
    let attached = mail.attachment.as_ref().unwrap();
    assert_eq!(attached.name, file);
    assert!(String::from_utf8(attached.pdf.clone()).unwrap().contains("4242"));
    let printed_receipt = printed_text(if payable == TICKET {
        print_transaction_receipt(&world, &driver(), 1)
    } else {
        print_hire_receipt(&world, &driver(), 1)
    });
    assert!(printed_receipt.contains("4242"), "{printed_receipt}");
}

#[test]
fn a_receipt_is_emailed_without_the_card_while_the_provider_is_down() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    world.provider.fail_next(Call::Intent, Fault::Down);
    run_due_jobs(&world.deps, WORKERS).unwrap();
    let [mail] = &world.mailbox.mails()[..] else { panic!("expected one email") };
    assert!(mail.text.contains("You paid $150 for a traffic ticket."), "{}", mail.text);
}

#[test]
fn the_refund_email_states_the_amount_and_the_reason() {
    let world = World::new();
    world.pay_and_settle(TICKET);
    let notice = RefundNotice {
        payment: world.payment(1).id,
        amount: dollars(20),
        reason: "The fine was lowered.".to_owned(),
        is_paid_otherwise: false,
    };
    world.transact(|store| email_refund_notice(&world.deps, store, notice)).unwrap();
    run_due_jobs(&world.deps, WORKERS).unwrap();
    let mails = world.mailbox.mails();
    let mail = mails.iter().find(|mail| mail.subject == "Your refund").unwrap();
    for expected in ["$20", "The fine was lowered.", "5-10 business days", "CONF-"] {
        assert!(mail.text.contains(expected), "{}", mail.text);
    }
}

/// The number and the issuer may have been added to the ticket after the payment.
#[rstest]
#[case(Some("AB 12-3"), Some("City of Austin"), "\nCitation number: AB 12-3, City of Austin\n")]
#[case(Some("AB 12-3"), None, "\nCitation number: AB 12-3\n")]
#[case(None, Some("City of Austin"), "\nIssued by: City of Austin\n")]
fn emails_about_money_name_the_citations_number_and_issuer(
    #[case] number: Option<&str>,
    #[case] issuer: Option<&str>,
    #[case] line: &str,
) {
    let world = World::new();
    world.pay_and_settle(TICKET);
    let mut tables = world.database.tables();
    tables.tickets[0].filed.citation_number = number.map(str::to_owned);
    tables.tickets[0].filed.issuer = issuer.map(str::to_owned);
    drop(tables);
    let refund = RefundNotice {
        payment: world.payment(1).id,
        amount: dollars(20),
        reason: "The fine was lowered.".to_owned(),
        is_paid_otherwise: false,
    };
    world.transact(|store| email_refund_notice(&world.deps, store, refund)).unwrap();
    run_due_jobs(&world.deps, WORKERS).unwrap();
    let mails = world.mailbox.mails();
    let mut subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    subjects.sort_unstable();
    assert_eq!(subjects, ["Your receipt", "Your refund"]);
    for mail in &mails {
        assert!(mail.text.contains(line), "{}", mail.text);
    }
}

/// The items left to pay are the ones in the profile's Next Due list.
#[test]
fn after_a_payment_the_driver_sees_the_items_left_and_the_next_due_date() {
    let world = World::new();
    world.database.tables().tolls[0].filed.due_date = Some(date("2026-03-09"));
    let started = world.pay_and_settle(TICKET);
    let payment = world.payment(1).id;
    let next =
        confirmation_facts::confirmation_facts_of(&world.deps, &driver(), DRIVER, Some(payment)).unwrap();
    assert_eq!((next.left, next.next_due_date, next.card), (2, Some(date("2026-03-09")), None));
    assert_eq!(next.place.as_deref(), Some("I-95, Exit 4"));
    // The event doesn't contain the card. The confirmation page's call fetches it from the provider.
    let card = CardFacts::parse("visa", "4242");
    world.provider.set_card(&started.intent_id, card.clone());
    let facts =
        confirmation_facts::confirmation_facts_of(&world.deps, &driver(), DRIVER, Some(payment)).unwrap();
    assert_eq!(facts.card, card);
    let refused =
        confirmation_facts::confirmation_facts_of(&world.deps, &other_driver(), DRIVER, Some(payment));
    assert_eq!(outcome(&refused), "Forbidden", "{}", started.intent_id);
}

/// The authority and the date are read from the payment, because the lists of items no longer
/// contain the paid item.
#[test]
fn the_confirmation_page_names_the_authority_that_gets_the_money_and_the_send_by_date() {
    let world = World::new();
    let details = AuthorityDetails::parse("City of Austin", AuthorityKind::City, &[], None).unwrap();
    register::add_authority(&world.deps, &admin(), &details).unwrap();
    world.database.tables().tickets[0].filed.issuer = Some("city of austin".to_owned());
    world.pay_and_settle(TICKET);
    let payment = world.payment(1);
    let after =
        confirmation_facts::confirmation_facts_of(&world.deps, &driver(), DRIVER, Some(payment.id)).unwrap();
    let trail = after.trail.unwrap();
    assert_eq!(trail.authority.as_deref(), Some("City of Austin"));
    assert!(trail.send_by > trail.charged_at);
    let hired = confirmation_facts::confirmation_facts_of(&world.deps, &driver(), DRIVER, None).unwrap();
    assert_eq!(hired.trail, None);
}
