//! Which card of the driving profile a ticket is in (docs/PRODUCT.md#ticket-cards).

use crate::driving_record::ticket::{Ticket, TicketCategory};

/// A card of traffic tickets, in the order of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// Traffic tickets.
    Traffic,
    /// Filed under parking.
    Parking,
    /// Filed under speeding.
    Speeding,
    /// Filed under other, and about a red light.
    RedLight,
    /// Every other ticket filed under other.
    Other,
}

crate::shared::words::stored_words!(Card {
    Traffic => "traffic",
    Parking => "parking",
    Speeding => "speeding",
    RedLight => "red_light",
    Other => "other",
});

/// The one card that a ticket is in: its category's, or for `other` the Red Light card if the violation type speaks of a
/// red light. A red light of another category stays where staff filed it.
pub fn card_of(category: TicketCategory, violation_type: &str) -> Card {
    match category {
        TicketCategory::Traffic => Card::Traffic,
        TicketCategory::Parking => Card::Parking,
        TicketCategory::Speeding => Card::Speeding,
        TicketCategory::Other if speaks_of_red_light(violation_type) => Card::RedLight,
        TicketCategory::Other => Card::Other,
    }
}

/// `red light`, `red-light` or `redlight` in any case; any run of spaces and hyphens may stand between. The word must begin
/// with `red`, so that `shared light` is none.
pub fn speaks_of_red_light(violation_type: &str) -> bool {
    let text = violation_type.to_ascii_lowercase();
    text.match_indices("red").any(|(at, red)| {
        let (before, rest) =
            (text.get(..at).unwrap_or_default(), text.get(at + red.len()..).unwrap_or_default());
        !before.ends_with(char::is_alphanumeric) && rest.trim_start_matches([' ', '-']).starts_with("light")
    })
}

impl Ticket {
    /// Its card.
    pub fn card(&self) -> Card {
        card_of(self.filed.category, &self.filed.violation_type)
    }
}

/// The tickets by card: every card once, in the page's order, possibly empty; each ticket in one, in the order given.
pub fn by_card<T>(tickets: impl IntoIterator<Item = T>, card: impl Fn(&T) -> Card) -> Vec<(Card, Vec<T>)> {
    let mut cards: Vec<(Card, Vec<T>)> = Card::ALL.iter().map(|card| (*card, Vec::new())).collect();
    for ticket in tickets {
        let its_card = card(&ticket);
        if let Some((_, list)) = cards.iter_mut().find(|(card, _)| *card == its_card) {
            list.push(ticket);
        }
    }
    cards
}
