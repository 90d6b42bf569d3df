//! What is in which list of the driving profile: visibility and cards.

use chrono::TimeDelta;
use domain::grouping::{Card, by_card};
use domain::ticket::{Ticket, TicketCategory};
use domain::visibility::is_listed;
use proptest::prelude::*;
use rstest::rstest;

use crate::build::{ticket, time};

const NOW: &str = "2026-01-15T12:00:00Z";

#[rstest]
#[case::unpaid(false, None, true)]
#[case::unpaid_with_a_stray_paid_time(false, Some("2025-01-01T00:00:00Z"), true)]
#[case::just_paid(true, Some("2026-01-15T12:00:00Z"), true)]
#[case::paid_two_days_ago(true, Some("2026-01-13T12:00:00Z"), true)]
#[case::paid_exactly_three_days_ago(true, Some("2026-01-12T12:00:00Z"), true)]
#[case::paid_a_second_more_ago(true, Some("2026-01-12T11:59:59Z"), false)]
#[case::paid_long_ago(true, Some("2020-01-01T00:00:00Z"), false)]
#[case::paid_in_the_future(true, Some("2026-02-01T00:00:00Z"), true)]
#[case::paid_nobody_knows_when(true, None, true)]
fn listed(#[case] is_paid: bool, #[case] paid_at: Option<&str>, #[case] expected: bool) {
    assert_eq!(is_listed(is_paid, paid_at.map(time), time(NOW)), expected);
}

#[test]
fn cards_come_in_the_page_s_order_and_keep_the_list_s() {
    let filed = |id, category, violation: &str| {
        let mut ticket = ticket(id);
        (ticket.category, ticket.violation_type) = (category, violation.to_owned());
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
        (ticket.violation_type, ticket.category) = (violation, TicketCategory::ALL[category]);
        let found: usize = by_card([ticket], Ticket::card).iter().map(|(_, tickets)| tickets.len()).sum();
        prop_assert_eq!(found, 1);
    }
}
