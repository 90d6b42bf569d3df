//! A model of the web page's rule for which card of the driving profile shows a ticket
//! (docs/product/driving-record.md#ticket-cards). With this model, the tests of this crate and of
//! the web page can check the same cases.

use domain::driving_record::ticket::TicketCategory;

/// Returns the card that shows a ticket: usually the card of its category. The Red Light card shows
/// tickets of category `other` whose violation type mentions a red light.
pub fn card_of(category: TicketCategory, violation_type: &str) -> &'static str {
    match category {
        TicketCategory::Other if mentions_red_light(violation_type) => "red_light",
        category => category.as_str(),
    }
}

/// Whether the text contains `red light`, `red-light` or `redlight` in any case, with any number of spaces and
/// hyphens. `red` must be the start of a word, so `shared light` doesn't match.
fn mentions_red_light(violation_type: &str) -> bool {
    let text = violation_type.to_ascii_lowercase();
    text.match_indices("red").any(|(at, red)| {
        let (before, rest) = (&text[..at], &text[at + red.len()..]);
        !before.ends_with(char::is_alphanumeric) && rest.trim_start_matches([' ', '-']).starts_with("light")
    })
}
