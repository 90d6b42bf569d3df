//! Derives the kind of a violation from its description and its category. The kind decides which
//! options the driver has.

use crate::driving_record::kinds::TicketCategory;

/// The kind of a violation, determined from the words of its description and from its category.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nature {
    /// A crime in most states, to which the rules for minor tickets don't apply.
    Crime,
    /// A moving violation, such as speeding.
    Moving,
    /// A defect that the driver can correct, such as an expired registration.
    Correctable,
    /// Neither the description nor the category shows the kind.
    Unclear,
}

const CRIMES: &[&str] = &[
    "reckless",
    "dui",
    "dwi",
    "under the influence",
    "intoxicated",
    "owi",
    "oui",
    "dwai",
    "d u i",
    "d w i",
    "impaired",
    "drunk",
    "manslaughter",
    "homicide",
    "hit and run",
    "hit run",
    "leaving the scene",
    "racing",
    "suspended",
    "revoked",
    "eluding",
    "fleeing",
];
const MOVING: &[&str] = &[
    "speed",
    "speeding",
    "red light",
    "stop sign",
    "lane",
    "turn",
    "yield",
    "following too closely",
    "failure to signal",
    "wrong way",
];
const CORRECTABLE: &[&str] = &[
    "registration",
    "equipment",
    "headlight",
    "headlights",
    "taillight",
    "tail light",
    "brake light",
    "tint",
    "tinted",
    "muffler",
    "windshield",
    "mirror",
    "insurance",
    "plate",
    "plates",
    "expired license",
    "inspection",
    "smog",
];

/// Whether the string contains these words next to each other, as whole words, ignoring
/// case. Punctuation separates words.
pub(super) fn has_words(text: &str, words: &str) -> bool {
    let spaced = |text: &str| {
        let separated = text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
        let parts: Vec<&str> = separated.split_whitespace().collect();
        format!(" {} ", parts.join(" "))
    };
    spaced(text).contains(&spaced(words))
}

/// Whether [`has_words`] finds one of the phrases in `list` in the text.
fn has_any(text: &str, list: &[&str]) -> bool {
    list.iter().any(|words| has_words(text, words))
}

impl Nature {
    /// Returns the kind of a violation with this description and this category.
    pub fn of(violation_type: &str, category: TicketCategory) -> Self {
        if has_any(violation_type, CRIMES) {
            Self::Crime
        } else if category == TicketCategory::Speeding || has_any(violation_type, MOVING) {
            Self::Moving
        } else if has_any(violation_type, CORRECTABLE) {
            Self::Correctable
        } else {
            Self::Unclear
        }
    }
}

/// Whether a traffic ticket is for a parking violation or was issued by a camera.
pub(super) fn is_parking_or_camera(violation_type: &str, category: TicketCategory) -> bool {
    category == TicketCategory::Parking || has_any(violation_type, &["parking", "meter", "camera"])
}
