//! Helpers for text search.

diesel::define_sql_function! {
    /// Converts a string to lower case by the rules of the database's locale.
    fn lower(text: diesel::sql_types::Text) -> diesel::sql_types::Text;
}

/// Returns the `LIKE` pattern for strings that contain `text`.
pub(crate) fn substring_pattern(text: &str) -> String {
    format!("%{}", prefix_pattern(text))
}

/// Returns the `LIKE` pattern for strings that start with `text`.
pub(crate) fn prefix_pattern(text: &str) -> String {
    let mut pattern = String::new();
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// Replaces separators of words with spaces, as the SQL functions `user_search_words` and `user_search_names` do.
pub(crate) fn separate_words(text: &str) -> String {
    text.chars().map(|letter| if "'-._@+/,()&".contains(letter) { ' ' } else { letter }).collect()
}

/// Returns all runs of five consecutive digits, as the SQL function `five_digits` does for a user's words.
pub(crate) fn five_digit_runs(text: &str) -> Vec<String> {
    let runs = text.split(|letter: char| !letter.is_ascii_digit());
    runs.flat_map(|run| run.as_bytes().windows(5).map(String::from_utf8_lossy).map(String::from)).collect()
}

/// Replaces NUL characters. PostgreSQL refuses them in parameters, and stored strings never contain one.
pub(crate) fn without_nul(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::{five_digit_runs, prefix_pattern, separate_words, substring_pattern, without_nul};

    #[test]
    fn punctuation_separates_words_in_a_search() {
        assert_eq!(separate_words("O'Neil-Smith ann@x.com"), "O Neil Smith ann x com");
        assert_eq!(prefix_pattern("a_"), r"a\_%");
    }

    #[test]
    fn a_long_number_is_indexed_by_every_run_of_five_digits() {
        assert_eq!(five_digit_runs("TE123456 1234"), ["12345", "23456"]);
        assert_eq!(five_digit_runs("1234-5"), [""; 0]);
    }

    #[test]
    fn sql_wildcards_in_a_search_are_escaped() {
        assert_eq!(substring_pattern("smith"), "%smith%");
        assert_eq!(substring_pattern(r"50%_\x"), r"%50\%\_\\x%");
        assert_eq!(substring_pattern(""), "%%");
    }

    #[test]
    fn a_nul_character_in_search_text_is_replaced() {
        assert_eq!(without_nul("a\0b"), "a\u{fffd}b");
    }
}
