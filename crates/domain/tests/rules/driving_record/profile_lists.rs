//! What is in which list of the driving profile: visibility and cards. Their tables are in `cases/`.

use chrono::TimeDelta;
use domain::driving_record::grouping::{Card, by_card};
use domain::driving_record::ticket::{Ticket, TicketCategory};
use domain::driving_record::visibility::is_listed;
use proptest::prelude::*;

use crate::build::{ticket, time};

const NOW: &str = "2026-01-15T12:00:00Z";

#[test]
fn cards_come_in_the_page_s_order_and_keep_the_list_s() {
    let filed = |id, category, violation: &str| {
        let mut ticket = ticket(id);
        (ticket.filed.category, ticket.filed.violation_type) = (category, violation.to_owned());
        ticket
    };
    let tickets = vec![
        filed(5, TicketCategory::Other, "Red light violation"),
        filed(4, TicketCategory::Traffic, "Speeding"),
        filed(3, TicketCategory::Other, "Expired registration"),
        filed(2, TicketCategory::Traffic, "Red light violation"),
        filed(1, TicketCategory::Speeding, "Speeding"),
    ];
    let cards: Vec<_> = by_card(tickets, Ticket::card)
        .into_iter()
        .map(|(card, tickets)| (card, tickets.iter().map(|ticket| ticket.id.0).collect::<Vec<_>>()))
        .collect();
    assert_eq!(
        cards,
        [
            (Card::Traffic, vec![4, 2]),
            (Card::Parking, vec![]),
            (Card::Speeding, vec![1]),
            (Card::RedLight, vec![5]),
            (Card::Other, vec![3]),
        ]
    );
}

proptest! {
    #[test]
    fn an_item_is_hidden_once_and_for_all(ago in 0..1_000_000_i64, later in 0..1_000_000_i64) {
        let now = time(NOW);
        let paid_at = Some(now - TimeDelta::seconds(ago));
        prop_assert!(is_listed(true, paid_at, now) || !is_listed(true, paid_at, now + TimeDelta::seconds(later)));
    }

    #[test]
    fn no_ticket_is_in_no_card(violation in "\\PC{0,20}", category in 0..4_usize) {
        let mut ticket = ticket(1);
        (ticket.filed.violation_type, ticket.filed.category) = (violation, TicketCategory::ALL[category]);
        let found: usize = by_card([ticket], Ticket::card).iter().map(|(_, tickets)| tickets.len()).sum();
        prop_assert_eq!(found, 1);
    }
}
