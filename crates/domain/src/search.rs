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
            number: typed.parse().ok().filter(|number| *number > 0),
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

    /// The digits of what can be a part of a phone number, however it is written.
    pub fn phone_digits(&self) -> Option<String> {
        let text = self.text.as_deref()?;
        let is_phone = text.chars().all(|letter| letter.is_ascii_digit() || " ()-+.".contains(letter));
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        (is_phone && digits.len() >= FEWEST_LETTERS).then_some(digits)
    }

    /// Whether one of these words contains the text, without regard to case.
    pub fn is_in(&self, word: &str) -> bool {
        self.text.as_deref().is_some_and(|text| word.to_lowercase().contains(&text.to_lowercase()))
    }
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
        let (text, prefix) = (text.trim().to_uppercase(), crate::confirmation::PREFIX);
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

    use super::{InConfirmation, Search};

    #[rstest]
    #[case("", None, None)]
    #[case("  ", None, None)]
    #[case("7", Some(7), None)]
    #[case(" 42 ", Some(42), None)]
    #[case("123", Some(123), Some("123"))]
    #[case("-123", None, Some("-123"))]
    #[case("0", None, None)]
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
    #[case("51", None)]
    #[case("a 512", None)]
    fn a_phone_number_is_found_however_it_is_written(#[case] typed: &str, #[case] digits: Option<&str>) {
        assert_eq!(Search::parse(typed).unwrap().phone_digits().as_deref(), digits);
    }

    #[test]
    fn a_word_is_found_without_regard_to_case() {
        let search = Search::parse("new y").unwrap();
        assert!(search.is_in("New York"));
        assert!(!search.is_in("New Jersey"));
        assert!(!Search::parse("7").unwrap().is_in("7"));
    }
}
