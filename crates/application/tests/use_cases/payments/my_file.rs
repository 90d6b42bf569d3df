//! Tests of "My file", one PDF with everything about an item.

use application::access::Actor;
use application::driving_record::added::add::add;
use application::driving_record::files::upload::{self, Upload};
use application::error::Result;
use application::legal_help::cases::secrets::messages;
use application::payments::my_file::{prepare_my_file, print_my_file};
use application::payments::refunds::by_staff::{RefundOrder, order_refund};
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::ItemDraft;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::payment::{PaymentStatus, TransactionStatus};
use domain::security::audit::AuditAction;
use domain::shared::ids::{PaymentId, TicketId};
use domain::shared::payable::Payable;
use rstest::rstest;

use crate::legal_help::build::{CASE, lawyer, world_with_accepted_case};
use crate::support::*;

const TICKET: ItemId = ItemId { kind: ItemKind::Ticket, id: 1 };
const PICTURE: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\0IENDsum!";

fn my_file(world: &World, caller: &Actor, item: ItemId, with_messages: bool) -> Result<String> {
    let prepared =
        world.transact(|store| prepare_my_file(&world.deps, store, caller, item, with_messages))?;
    let (_, pdf) = print_my_file(&world.deps, prepared)?;
    Ok(String::from_utf8_lossy(&pdf).into_owned())
}

#[rstest]
#[case::a_ticket(ItemKind::Ticket, "Speeding")]
#[case::a_parking_ticket(ItemKind::Parking, "Parking ticket")]
#[case::a_toll(ItemKind::Toll, "Toll road")]
fn my_file_has_the_facts_of_each_kind_of_item(#[case] kind: ItemKind, #[case] fact: &str) {
    let text = my_file(&World::new(), &driver(), ItemId { kind, id: 1 }, false).unwrap();
    assert!(text.contains(fact), "{text}");
    assert!(text.contains("messages: None"));
}

#[test]
fn my_file_contains_the_photos_of_its_item() {
    let world = World::new();
    upload::add(
        &world.deps,
        &driver(),
        TICKET,
        Upload { name: "Sign.png", original_bytes: None, content: PICTURE },
    )
    .unwrap();
    let text = my_file(&world, &driver(), TICKET, false).unwrap();
    assert!(text.contains("Sign.png") && text.contains("photo: Some"), "{text}");
}

#[rstest]
#[case(TransactionStatus::Completed, true)]
#[case(TransactionStatus::RefundPending, false)]
#[case(TransactionStatus::Refunded, false)]
#[case(TransactionStatus::Chargeback, false)]
#[case(TransactionStatus::ChargedBack, false)]
fn my_file_states_when_lanewise_sends_the_money_unless_the_payment_was_refunded_or_charged_back(
    #[case] status: TransactionStatus,
    #[case] is_sent: bool,
) {
    let world = World::new();
    world.pay_and_settle(Payable::Ticket(TicketId(1)));
    match status {
        TransactionStatus::RefundPending => {
            world.database.tables().payments[0].status = PaymentStatus::RefundDue;
        }
        TransactionStatus::Refunded => {
            let (amount, left) = (dollars(150), dollars(150));
            let order = RefundOrder { amount, left, note: "A mistake".to_owned(), removes_item: false };
            order_refund(&world.deps, &admin(), PaymentId(1), &order).unwrap();
            world.reconcile();
        }
        TransactionStatus::Chargeback => world.deliver_chargeback(ChargebackStatus::NeedsResponse),
        TransactionStatus::ChargedBack => world.deliver_chargeback(ChargebackStatus::Lost),
        TransactionStatus::Completed | TransactionStatus::Won => {}
    }
    let text = my_file(&world, &driver(), TICKET, false).unwrap();
    assert!(text.contains(&format!("(\"Status\", \"{status}\")")), "{text}");
    assert_eq!(text.contains("Lanewise will send it to "), is_sent, "{text}");
}

#[rstest]
#[case::without_a_fine("", "", false)]
#[case::with_a_fine("150", "3", true)]
fn my_file_of_an_added_item_states_that_staff_have_not_confirmed_the_item(
    #[case] amount: &str,
    #[case] points: &str,
    #[case] has_fine: bool,
) {
    let world = World::new();
    let draft = ItemDraft::new(ItemKind::Ticket)
        .with("violation_type", "Speeding")
        .with("date", "2026-03-01")
        .with("location", "5th Ave")
        .with("amount", amount)
        .with("points", points);
    let id = add(&world.deps, &driver(), draft, false).unwrap().added.item.item_id();
    let text = my_file(&world, &driver(), ItemId { kind: ItemKind::Ticket, id }, false).unwrap();
    assert!(text.contains("Lanewise staff haven't confirmed it yet"), "{text}");
    assert!(text.contains("Being checked by Lanewise"), "{text}");
    assert_eq!((text.contains("\"Fine\""), text.contains("\"Points\"")), (has_fine, has_fine), "{text}");
}

#[test]
fn only_the_driver_can_include_messages_with_the_lawyer_in_my_file() {
    let world = world_with_accepted_case(1);
    messages::send(&world.deps, &driver(), CASE, "The light was green.").unwrap();
    assert!(my_file(&world, &driver(), TICKET, true).unwrap().contains("The light was green."));
    assert!(!my_file(&world, &driver(), TICKET, false).unwrap().contains("The light was green."));
    assert_eq!(outcome(&my_file(&world, &admin(), TICKET, true)), "Forbidden");
    assert!(!my_file(&world, &admin(), TICKET, false).unwrap().contains("The light was green."));
}

#[test]
fn other_drivers_and_lawyers_cannot_read_my_file_and_reading_it_as_staff_is_audited() {
    let world = World::new();
    assert_eq!(outcome(&my_file(&world, &other_driver(), TICKET, false)), "NotFound");
    assert_eq!(outcome(&my_file(&world, &lawyer(1), TICKET, false)), "Forbidden");
    my_file(&world, &driver(), TICKET, false).unwrap();
    assert_eq!(world.audited(), []);
    my_file(&world, &admin(), TICKET, false).unwrap();
    assert_eq!(world.audited(), [AuditAction::FileRead]);
}
