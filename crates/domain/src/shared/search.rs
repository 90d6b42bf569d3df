//! Parsing of the text in a list's search field, and the rules for which values the text can match.

use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization as _;

use crate::shared::citation_number::normalize_citation_number;
use crate::shared::confirmation::{ALPHABET, PREFIX};

/// Normalizes a string for searching: without accents and case, with plain apostrophes and hyphens.
/// The database's `search_fold` and the web page's `foldForSearch` use the same rules.
pub fn fold_text(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.nfkd().filter(|letter| !('\u{300}'..='\u{36f}').contains(letter)) {
        let small = if letter <= LAST_LETTER_WITH_CASE { in_lower_case(letter) } else { letter };
        match small {
            'ı' => folded.push('i'),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ŧ' => folded.push('t'),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ß' | 'ẞ' => folded.push_str("ss"),
            'þ' => folded.push_str("th"),
            '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2b9}' | '\u{2bb}' | '\u{2bc}' | '\u{2032}' | '`' => {
                folded.push('\'');
            }
            '\u{2010}' | '\u{2012}'..='\u{2015}' | '\u{2212}' => folded.push('-'),
            other => folded.push(other),
        }
    }
    folded
}

/// The last letter in Unicode order that [`fold_text`] converts to lower case. It is Armenian. Like the
/// database's `search_fold`, the function doesn't convert letters of later alphabets, such as Georgian.
const LAST_LETTER_WITH_CASE: char = '\u{556}';

/// Returns the letter in lower case, or unchanged if its lower case has several characters.
fn in_lower_case(letter: char) -> char {
    let mut lower = letter.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(small), None) => small,
        _ => letter,
    }
}

/// Normalizes a plate, license or citation number for searching: its letters and digits, without accents and case.
pub fn normalize_number(text: &str) -> String {
    fold_text(text).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// The text in a search field. A whole number finds the ids that start with this number. A text with at least three
/// letters or digits in a row finds any part of a string. A shorter text finds only the start of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The searched text, normalized by [`fold_text`].
    typed: String,
    /// The searched id; `None` if the text isn't a positive whole number without leading zeros.
    number: Option<i32>,
    /// Where in a string the text can match.
    looks_for: MatchMode,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchMode {
    /// The search finds any part of a string.
    Part,
    /// The search finds the start of a word or number.
    Beginning,
    /// The search finds nothing, because its text contains no letter or digit.
    Nothing,
}

/// Minimum letters or digits in a row for searching in the middle of strings. Fewer letters match nearly every
/// string, and the database can't use an index for them.
const MIN_LETTERS: usize = 3;
/// Minimum characters for searching the start of confirmation numbers by a string without the prefix `CONF-`. A
/// shorter string could be the start of many other words.
const MIN_CONFIRMATION: usize = 4;
/// Minimum characters for searching the start of citation numbers. A shorter string matches too many numbers.
const MIN_CITATION: usize = 3;

impl Search {
    /// Parses the string in a search field; `None` if the string is blank.
    pub fn parse(typed: &str) -> Option<Self> {
        let typed = fold_text(typed);
        let typed = typed.trim();
        if typed.is_empty() {
            return None;
        }
        let runs = typed.split(|letter: char| !letter.is_alphanumeric());
        let looks_for = match runs.map(|run| run.chars().count()).max().unwrap_or_default() {
            0 => MatchMode::Nothing,
            1..MIN_LETTERS => MatchMode::Beginning,
            _ => MatchMode::Part,
        };
        Some(Self {
            typed: typed.to_owned(),
            // Ids are stored without leading zeros and signs, so `0012` and `+12` find no id.
            number: typed.parse().ok().filter(|number: &i32| *number > 0 && number.to_string() == typed),
            looks_for,
        })
    }

    /// The searched id, if the search is a positive whole number without leading zeros.
    pub fn number(&self) -> Option<i32> {
        self.number
    }

    /// Returns the ranges of ids that begin with the searched id, in ascending order. Empty if there is no searched id.
    pub fn ids(&self) -> Vec<RangeInclusive<i32>> {
        let Some(number) = self.number else { return vec![] };
        let ranges = (0..10_u32).map_while(|more| {
            let unit = 10_i32.checked_pow(more)?;
            let first = number.checked_mul(unit)?;
            Some(first..=first.saturating_add(unit - 1))
        });
        ranges.collect()
    }

    /// Returns only the letters and digits of a search that may be a plate or license number. `None` unless
    /// the search has a digit and a character to remove.
    pub fn without_separators(&self) -> Option<String> {
        let plain = normalize_number(&self.typed);
        let is_number = plain != self.typed && plain.contains(|letter: char| letter.is_ascii_digit());
        is_number.then_some(plain)
    }

    /// The string to find anywhere in a value, normalized by [`fold_text`]; `None` if the search is too short for that.
    pub fn text(&self) -> Option<&str> {
        (self.looks_for == MatchMode::Part).then_some(self.typed.as_str())
    }

    /// The start of a word to find, normalized by [`fold_text`]; `None` if the search finds any part of
    /// a string, or nothing.
    pub fn beginning(&self) -> Option<&str> {
        (self.looks_for == MatchMode::Beginning).then_some(self.typed.as_str())
    }

    /// The start of a confirmation number to find; `None` if the search can't be such a start or is too short to
    /// distinguish from other words.
    pub fn confirmation_beginning(&self) -> Option<String> {
        let typed = self.typed.to_uppercase();
        let (letters, fewest) =
            typed.strip_prefix(PREFIX).map_or((typed.as_str(), MIN_CONFIRMATION), |letters| (letters, 1));
        let is_one = letters.len() >= fewest && letters.bytes().all(|letter| ALPHABET.contains(&letter));
        is_one.then(|| format!("{PREFIX}{letters}"))
    }

    /// The start of a citation number to find, normalized for comparison. `None` if the search can't be the start
    /// of a citation number or is too short.
    pub fn citation_beginning(&self) -> Option<String> {
        let number = normalize_citation_number(&self.typed);
        let is_one = number.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '/' | '.'))
            && number.len() >= MIN_CITATION
            && number.contains(|c: char| c.is_ascii_digit());
        is_one.then_some(number)
    }

    /// Whether to also search drivers' names and emails. Many emails contain a few digits, so a whole number needs
    /// at least `MIN_NAME` digits.
    pub fn may_be_name(&self) -> bool {
        self.typed.len() >= MIN_NAME || !self.typed.bytes().all(|letter| letter.is_ascii_digit())
    }

    /// Returns where in a phone number the search can occur, regardless of how the number is
    /// written. Returns `None` if the search can't be part of a phone number. One to three digits
    /// match only the start of phone numbers. A search of only four or five digits is more likely
    /// an id, so it matches only the end of phone numbers.
    pub fn in_phone(&self) -> Option<PhoneMatch> {
        let text = &self.typed;
        let is_phone = text.chars().all(|letter| letter.is_ascii_digit() || " ()-+.".contains(letter));
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let digits = match digits.strip_prefix('1') {
            Some(national) if national.len() == DIGITS_OF_PHONE => national.to_owned(),
            _ => digits,
        };
        match digits.len() {
            _ if !is_phone => None,
            0 => None,
            1..MIN_DIGITS => Some(PhoneMatch::Start(digits)),
            MIN_DIGITS..MANY_DIGITS if digits.len() == text.len() => Some(PhoneMatch::End(digits)),
            _ => Some(PhoneMatch::Anywhere(digits)),
        }
    }

    /// Whether these words contain the searched string, ignoring case and accents. A short string must be the start
    /// of one of the words.
    pub fn occurs_in(&self, words: &str) -> bool {
        let words = fold_text(words);
        match self.looks_for {
            MatchMode::Part => words.contains(&self.typed),
            MatchMode::Beginning => words.split(' ').any(|word| word.starts_with(&self.typed)),
            MatchMode::Nothing => false,
        }
    }
}

/// Number of digits in a phone number without the country code.
const DIGITS_OF_PHONE: usize = 10;
/// Minimum number of digits for matching more than the start of a phone number.
const MIN_DIGITS: usize = 4;
/// Minimum number of digits for also searching names and emails, if the search has only digits.
const MIN_NAME: usize = 5;
/// Minimum number of digits for matching any part of a phone number, if the search has only digits.
/// A shorter search with at least `MIN_DIGITS` digits matches only the end of a phone number.
const MANY_DIGITS: usize = 6;

/// The searched digits, and where they can occur in a phone number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhoneMatch {
    /// At the start of the number.
    Start(String),
    /// At the end of the number.
    End(String),
    /// Anywhere in the number's digits.
    Anywhere(String),
}

/// Where a string can occur in a confirmation number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfirmationMatch {
    /// The searched string is part of the prefix, so every confirmation number contains it.
    Every,
    /// No confirmation number contains the searched string.
    Never,
    /// The searched string occurs in confirmation numbers that start with this string.
    Prefix(String),
    /// This string can occur anywhere after the prefix.
    Anywhere(String),
}

impl ConfirmationMatch {
    /// Decides where in a confirmation number the searched string can occur. A hyphen occurs only in the prefix.
    pub fn of(text: &str) -> Self {
        let (text, prefix) = (text.trim().to_uppercase(), PREFIX);
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

    use super::{ConfirmationMatch, PhoneMatch, Search};

    #[rstest]
    #[case("a", Some("a"))]
    #[case(" 7 ", Some("7"))]
    #[case("O'", Some("o'"))]
    #[case("a b", Some("a b"))]
    #[case("%%%", None)]
    #[case("abc", None)]
    fn a_search_with_at_most_two_letters_or_digits_in_a_row_matches_the_start_of_words(
        #[case] typed: &str,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(Search::parse(typed).unwrap().beginning(), expected);
    }

    #[rstest]
    #[case("conf-a", Some("CONF-A"))]
    #[case("CONF-", None)]
    #[case("hre2", Some("CONF-HRE2"))]
    #[case("hre", None)]
    #[case("smith", None)]
    #[case("hre 2", None)]
    fn a_long_enough_beginning_of_a_confirmation_number_is_recognized_and_gets_the_prefix(
        #[case] typed: &str,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(Search::parse(typed).unwrap().confirmation_beginning().as_deref(), expected);
    }

    #[rstest]
    #[case("ab-12", Some("AB12"))]
    #[case("8 765", Some("8765"))]
    #[case("12/3.4", Some("12/3.4"))]
    #[case("12", None)]
    #[case("smith", None)]
    #[case("ann@x1.com", None)]
    fn a_long_enough_beginning_of_a_citation_number_is_recognized_and_normalized(
        #[case] typed: &str,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(Search::parse(typed).unwrap().citation_beginning().as_deref(), expected);
    }

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
    #[case(" O’Neil ", None, Some("o'neil"))]
    #[case("José", None, Some("jose"))]
    #[case("Zoe\u{308}", None, Some("zoe"))]
    fn a_number_is_searched_as_an_id_and_three_letters_or_digits_in_a_row_match_any_part_of_a_string(
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
    #[case("4", &[(4, 4), (40, 49), (400, 499)])]
    #[case("2147483647", &[(i32::MAX, i32::MAX)])]
    #[case("214748364", &[(214_748_364, 214_748_364), (2_147_483_640, i32::MAX)])]
    #[case("04", &[])]
    #[case("4a", &[])]
    fn a_search_for_a_number_matches_each_id_that_starts_with_that_number(
        #[case] typed: &str,
        #[case] id_ranges: &[(i32, i32)],
    ) {
        let found = Search::parse(typed).unwrap().ids();
        let found: Vec<_> = found.iter().map(|ids| (*ids.start(), *ids.end())).collect();
        assert_eq!(found.get(..id_ranges.len()), Some(id_ranges));
        assert_eq!(found.is_empty(), id_ranges.is_empty());
    }

    #[rstest]
    #[case("AB-12 C", Some("ab12c"))]
    #[case("S530 460", Some("s530460"))]
    #[case("ab12", None)]
    #[case("o'neil", None)]
    fn separators_are_removed_only_from_typed_text_that_contains_digits_and_separators(
        #[case] typed: &str,
        #[case] expected: Option<&str>,
    ) {
        assert_eq!(Search::parse(typed).unwrap().without_separators().as_deref(), expected);
    }

    #[rstest]
    #[case("conf", ConfirmationMatch::Every)]
    #[case("NF-", ConfirmationMatch::Every)]
    #[case("conf-ab", ConfirmationMatch::Prefix("CONF-AB".to_owned()))]
    #[case("f-abc", ConfirmationMatch::Prefix("CONF-ABC".to_owned()))]
    #[case("-abc", ConfirmationMatch::Prefix("CONF-ABC".to_owned()))]
    #[case("abc", ConfirmationMatch::Anywhere("ABC".to_owned()))]
    #[case("ab-c", ConfirmationMatch::Never)]
    #[case("f-a-b", ConfirmationMatch::Never)]
    fn the_hyphen_in_a_search_decides_which_part_of_a_confirmation_number_can_match(
        #[case] text: &str,
        #[case] expected: ConfirmationMatch,
    ) {
        assert_eq!(ConfirmationMatch::of(text), expected);
    }

    #[rstest]
    #[case("(512) 555", Some("512555"))]
    #[case("512-555-0101", Some("5125550101"))]
    #[case("512555", Some("512555"))]
    #[case("+1 512-555-0101", Some("5125550101"))]
    #[case("1 (512) 555–0101", Some("5125550101"))]
    #[case("(512) 5", Some("5125"))]
    #[case("a 512555", None)]
    #[case("512555é", None)]
    fn part_of_a_phone_number_is_recognized_in_any_format_but_not_with_other_characters(
        #[case] typed: &str,
        #[case] digits: Option<&str>,
    ) {
        let expected = digits.map(|digits| PhoneMatch::Anywhere(digits.to_owned()));
        assert_eq!(Search::parse(typed).unwrap().in_phone(), expected);
    }

    #[rstest]
    #[case("5")]
    #[case("51")]
    #[case("512")]
    #[case("(512")]
    fn up_to_three_digits_match_the_start_of_a_phone_number(#[case] typed: &str) {
        let digits = typed.trim_start_matches('(').to_owned();
        assert_eq!(Search::parse(typed).unwrap().in_phone(), Some(PhoneMatch::Start(digits)));
    }

    #[rstest]
    #[case("0101", Some("0101"))]
    #[case(" 10101 ", Some("10101"))]
    fn four_or_five_digits_match_the_end_of_a_phone_number(#[case] typed: &str, #[case] end: Option<&str>) {
        let expected = end.map(|digits| PhoneMatch::End(digits.to_owned()));
        assert_eq!(Search::parse(typed).unwrap().in_phone(), expected);
    }

    #[rstest]
    #[case("7777", false)]
    #[case("7", false)]
    #[case("77777", true)]
    #[case("a7", true)]
    #[case("7-7", true)]
    fn names_are_also_searched_unless_the_text_is_a_number_of_up_to_four_digits(
        #[case] typed: &str,
        #[case] expected: bool,
    ) {
        assert_eq!(Search::parse(typed).unwrap().may_be_name(), expected);
    }

    #[test]
    fn a_search_ignores_case_and_a_single_letter_matches_only_the_start_of_a_word() {
        let search = Search::parse("new y").unwrap();
        assert!(search.occurs_in("New York"));
        assert!(!search.occurs_in("New Jersey"));
        assert!(Search::parse("y").unwrap().occurs_in("New York"));
        assert!(!Search::parse("e").unwrap().occurs_in("New York"));
    }
}
