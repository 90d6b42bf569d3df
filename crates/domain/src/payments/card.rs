//! The card details that users may see: the brand and the last four digits.

use std::fmt;

/// A card's brand and last four digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFacts {
    brand: String,
    last_four: String,
}

/// Card brands, each with the provider's name for it and the name that users see.
const BRANDS: &[(&str, &str)] = &[
    ("visa", "Visa"),
    ("mastercard", "Mastercard"),
    ("amex", "American Express"),
    ("discover", "Discover"),
    ("diners", "Diners Club"),
    ("jcb", "JCB"),
    ("unionpay", "UnionPay"),
];
/// The name that users see for any other brand.
const OTHER: &str = "Card";

impl CardFacts {
    /// Creates card details from the provider's values. Returns `None` unless `last_four` is exactly four digits.
    pub fn parse(brand: &str, last_four: &str) -> Option<Self> {
        let is_valid = last_four.len() == 4 && last_four.bytes().all(|byte| byte.is_ascii_digit());
        let known = BRANDS.iter().find(|(word, name)| brand == *word || brand == *name);
        let brand = known.map_or(OTHER, |(_, name)| *name);
        is_valid.then(|| Self { brand: brand.to_owned(), last_four: last_four.to_owned() })
    }

    /// The brand's display name, such as `Visa`; `Card` if the brand is unknown.
    pub fn brand(&self) -> &str {
        &self.brand
    }

    /// The last four digits of the card number.
    pub fn last_four(&self) -> &str {
        &self.last_four
    }
}

impl fmt::Display for CardFacts {
    /// Formats the card as `Visa ending in 4242`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ending in {}", self.brand, self.last_four)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::CardFacts;

    #[rstest]
    #[case("visa", "4242", Some("Visa ending in 4242"))]
    #[case("amex", "0005", Some("American Express ending in 0005"))]
    #[case("Visa", "4242", Some("Visa ending in 4242"))]
    #[case("a brand of tomorrow", "4242", Some("Card ending in 4242"))]
    #[case("visa", "424", None)]
    #[case("visa", "42424", None)]
    #[case("visa", "42x2", None)]
    #[case("visa", "", None)]
    fn a_card_is_described_by_its_brand_and_last_four_digits_if_there_are_exactly_four(
        #[case] brand: &str,
        #[case] digits: &str,
        #[case] shown: Option<&str>,
    ) {
        assert_eq!(CardFacts::parse(brand, digits).map(|card| card.to_string()).as_deref(), shown);
    }
}
