//! The card that something was paid with, as far as it may be told: its brand and the last four digits.

use std::fmt;

/// A card's brand and its last four digits. Nothing more of a card reaches Lanewise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardFacts {
    brand: String,
    last_four: String,
}

/// Brands as the provider spells them, and as people read them.
const BRANDS: &[(&str, &str)] = &[
    ("visa", "Visa"),
    ("mastercard", "Mastercard"),
    ("amex", "American Express"),
    ("discover", "Discover"),
    ("diners", "Diners Club"),
    ("jcb", "JCB"),
    ("unionpay", "UnionPay"),
];
/// Any other brand.
const OTHER: &str = "Card";

impl CardFacts {
    /// From the provider's words; none unless there are exactly four digits.
    pub fn read(brand: &str, last_four: &str) -> Option<Self> {
        let is_right = last_four.len() == 4 && last_four.bytes().all(|byte| byte.is_ascii_digit());
        let known = BRANDS.iter().find(|(word, name)| brand == *word || brand == *name);
        let brand = known.map_or(OTHER, |(_, name)| *name);
        is_right.then(|| Self { brand: brand.to_owned(), last_four: last_four.to_owned() })
    }

    /// Such as `Visa`; `Card` where the brand is not known.
    pub fn brand(&self) -> &str {
        &self.brand
    }

    /// Four digits.
    pub fn last_four(&self) -> &str {
        &self.last_four
    }
}

impl fmt::Display for CardFacts {
    /// `Visa ending in 4242`.
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
    fn a_card_is_told_by_brand_and_four_digits(
        #[case] brand: &str,
        #[case] digits: &str,
        #[case] shown: Option<&str>,
    ) {
        assert_eq!(CardFacts::read(brand, digits).map(|card| card.to_string()).as_deref(), shown);
    }
}
