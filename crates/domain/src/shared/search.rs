//! What staff type into a list's search.

/// Something to look for: a whole number is an id, three letters or digits in a row are a part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    number: Option<i32>,
    text: Option<String>,
}

/// Letters or digits that must stand in a row. With fewer, nearly every text would match and no index helps.
const FEWEST_LETTERS: usize = 3;

impl Search {
    /// What is typed here; none when it is blank. Fewer than three letters in a row match no text.
    pub fn parse(typed: &str) -> Option<Self> {
        let typed = typed.trim();
        if typed.is_empty() {
            return None;
        }
        let is_long = typed
            .split(|letter: char| !letter.is_alphanumeric())
            .any(|run| run.chars().count() >= FEWEST_LETTERS);
        Some(Self {
            // As it is written: `0012` and `+12` are not ids.
            number: typed.parse().ok().filter(|number: &i32| *number > 0 && number.to_string() == typed),
            text: is_long.then(|| typed.to_owned()),
        })
    }

    /// The id.
    pub fn number(&self) -> Option<i32> {
        self.number
    }

    /// The part of a text, as typed.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Where in a phone number this can stand, however it is written. A bare number of few digits is an id before it is a part
    /// of a phone number: four and five of them are looked for at its end alone, as people tell numbers apart.
    pub fn in_phone(&self) -> Option<InPhone> {
        let text = self.text.as_deref()?;
        let is_phone = text.chars().all(|letter| letter.is_ascii_digit() || " ()-+.".contains(letter));
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        match digits.len() {
            _ if !is_phone => None,
            0..FEWEST_DIGITS => None,
            FEWEST_DIGITS..MANY_DIGITS if digits.len() == text.len() => Some(InPhone::End(digits)),
            _ => Some(InPhone::Anywhere(digits)),
        }
    }

    /// Whether one of these words contains the text, without regard to case.
    pub fn is_in(&self, word: &str) -> bool {
        self.text.as_deref().is_some_and(|text| word.to_lowercase().contains(&text.to_lowercase()))
    }
}

/// Fewer digits are not looked for in phone numbers.
const FEWEST_DIGITS: usize = 4;
/// This many digits are a part of a phone number wherever they are.
const MANY_DIGITS: usize = 6;

/// Where in a phone number digits can stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InPhone {
    /// At its end.
    End(String),
    /// Anywhere.
    Anywhere(String),
}

/// Where in a confirmation number a text can stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InConfirmation {
    /// In every one: it is part of what all begin with.
    Every,
    /// In none.
    Never,
    /// Right at the beginning of those that begin with this.
    Prefix(String),
    /// Anywhere in the letters.
    Anywhere(String),
}

impl InConfirmation {
    /// Of this text. Only what all numbers begin with has a hyphen in it.
    pub fn of(text: &str) -> Self {
        let (text, prefix) = (text.trim().to_uppercase(), crate::shared::confirmation::PREFIX);
        let head = prefix.trim_end_matches('-');
        match text.split_once('-') {
            _ if prefix.contains(&text) => Self::Every,
            None => Self::Anywhere(text),
            Some((before, letters)) if head.ends_with(before) && !letters.contains('-') => {
                Self::Prefix(format!("{prefix}{letters}"))
            }
            Some(_) => Self::Never,
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{InConfirmation, InPhone, Search};

    #[rstest]
    #[case("", None, None)]
    #[case("  ", None, None)]
    #[case("7", Some(7), None)]
    #[case(" 42 ", Some(42), None)]
    #[case("123", Some(123), Some("123"))]
    #[case("-123", None, Some("-123"))]
    #[case("0", None, None)]
    #[case("0012", None, Some("0012"))]
    #[case("+12", None, None)]
    #[case("99999999999", None, Some("99999999999"))]
    #[case("ab", None, None)]
    #[case("a b c d", None, None)]
    #[case("%%%", None, None)]
    #[case(" O'Neil ", None, Some("O'Neil"))]
    #[case("José", None, Some("José"))]
    fn a_number_is_an_id_and_three_letters_are_a_text(
        #[case] typed: &str,
        #[case] number: Option<i32>,
        #[case] text: Option<&str>,
    ) {
        let search = Search::parse(typed);
        assert_eq!(search.as_ref().and_then(Search::number), number);
        assert_eq!(search.as_ref().and_then(Search::text), text);
        assert_eq!(search.is_none(), typed.trim().is_empty());
    }

    #[rstest]
    #[case("conf", InConfirmation::Every)]
    #[case("NF-", InConfirmation::Every)]
    #[case("conf-ab", InConfirmation::Prefix("CONF-AB".to_owned()))]
    #[case("f-abc", InConfirmation::Prefix("CONF-ABC".to_owned()))]
    #[case("-abc", InConfirmation::Prefix("CONF-ABC".to_owned()))]
    #[case("abc", InConfirmation::Anywhere("ABC".to_owned()))]
    #[case("ab-c", InConfirmation::Never)]
    #[case("f-a-b", InConfirmation::Never)]
    fn a_hyphen_tells_where_in_a_confirmation_number_a_text_is(
        #[case] text: &str,
        #[case] expected: InConfirmation,
    ) {
        assert_eq!(InConfirmation::of(text), expected);
    }

    #[rstest]
    #[case("(512) 555", Some("512555"))]
    #[case("512-555-0101", Some("5125550101"))]
    #[case("512555", Some("512555"))]
    #[case("(512) 5", Some("5125"))]
    #[case("51", None)]
    #[case("512", None)]
    #[case("(512)", None)]
    #[case("a 512555", None)]
    #[case("512555é", None)]
    fn a_phone_number_is_found_however_it_is_written(#[case] typed: &str, #[case] digits: Option<&str>) {
        let expected = digits.map(|digits| InPhone::Anywhere(digits.to_owned()));
        assert_eq!(Search::parse(typed).unwrap().in_phone(), expected);
    }

    #[rstest]
    #[case("777", None)]
    #[case("0101", Some("0101"))]
    #[case(" 10101 ", Some("10101"))]
    fn a_number_of_few_digits_is_an_id_or_the_end_of_a_phone_number(
        #[case] typed: &str,
        #[case] end: Option<&str>,
    ) {
        let expected = end.map(|digits| InPhone::End(digits.to_owned()));
        assert_eq!(Search::parse(typed).unwrap().in_phone(), expected);
    }

    #[test]
    fn a_word_is_found_without_regard_to_case() {
        let search = Search::parse("new y").unwrap();
        assert!(search.is_in("New York"));
        assert!(!search.is_in("New Jersey"));
        assert!(!Search::parse("7").unwrap().is_in("7"));
    }
}
