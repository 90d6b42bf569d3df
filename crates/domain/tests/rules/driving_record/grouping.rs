//! Which card of the driving profile a ticket is in (docs/PRODUCT.md#ticket-cards): what the page does, so that its cases are held twice.

use domain::driving_record::ticket::TicketCategory;

/// The one card that a ticket is in: its category's, or for `other` the Red Light card if the violation type speaks of a
/// red light. A red light of another category stays where staff filed it.
pub fn card_of(category: TicketCategory, violation_type: &str) -> &'static str {
    match category {
        TicketCategory::Other if speaks_of_red_light(violation_type) => "red_light",
        category => category.as_str(),
    }
}

/// `red light`, `red-light` or `redlight` in any case; any run of spaces and hyphens may stand between. The word must begin
/// with `red`, so that `shared light` is none.
fn speaks_of_red_light(violation_type: &str) -> bool {
    let text = violation_type.to_ascii_lowercase();
    text.match_indices("red").any(|(at, red)| {
        let (before, rest) = (&text[..at], &text[at + red.len()..]);
        !before.ends_with(char::is_alphanumeric) && rest.trim_start_matches([' ', '-']).starts_with("light")
    })
}
