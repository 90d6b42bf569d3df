//! Citation numbers that look alike, because O is easily confused with 0, and I with 1.

/// If a citation number has more than this many of the characters O, 0, I and 1, [`lookalikes`] doesn't try
/// every combination of readings.
const MAX_AMBIGUOUS: usize = 8;

/// Returns the number `comparable`, and all numbers that look like it if a reader confuses O with 0, or I with 1. A
/// number with more than `MAX_AMBIGUOUS` of these characters has at most two readings: as written, and with digits for
/// O and I. The number must be [normalized for comparison](crate::shared::citation_number::normalize_citation_number).
pub fn lookalikes(comparable: &str) -> Vec<String> {
    let ambiguous = comparable.chars().filter(|character| lookalike_of(*character).is_some()).count();
    if ambiguous > MAX_AMBIGUOUS {
        let digits = comparable.replace('O', "0").replace('I', "1");
        return if digits == comparable { vec![digits] } else { vec![comparable.to_owned(), digits] };
    }
    comparable.chars().fold(vec![String::new()], |beginnings, character| {
        let with = |character: char| {
            beginnings.iter().map(move |beginning| format!("{beginning}{character}")).collect::<Vec<_>>()
        };
        let other = lookalike_of(character).map(with).unwrap_or_default();
        [with(character), other].concat()
    })
}

/// Returns the character that looks like this character; `None` if no other character does.
const fn lookalike_of(character: char) -> Option<char> {
    Some(match character {
        'O' => '0',
        '0' => 'O',
        'I' => '1',
        '1' => 'I',
        _ => return None,
    })
}
