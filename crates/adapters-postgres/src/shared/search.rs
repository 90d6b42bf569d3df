//! Searching in text.

diesel::define_sql_function! {
    /// In lower case, as the database's locale has it.
    fn lower(text: diesel::sql_types::Text) -> diesel::sql_types::Text;
}

/// The `LIKE` pattern of whatever contains these very characters.
pub(crate) fn containing(text: &str) -> String {
    format!("%{}", beginning_with(text))
}

/// The `LIKE` pattern of whatever begins with these very characters.
pub(crate) fn beginning_with(text: &str) -> String {
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

/// As `user_words` and `user_names` write words: what parts them is a blank.
pub(crate) fn words_of(text: &str) -> String {
    text.chars().map(|letter| if "'-._@+/,()&".contains(letter) { ' ' } else { letter }).collect()
}

/// No stored text has a NUL, and PostgreSQL refuses one in a query.
pub(crate) fn without_nul(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::{beginning_with, containing, without_nul, words_of};

    #[test]
    fn signs_part_words() {
        assert_eq!(words_of("O'Neil-Smith ann@x.com"), "O Neil Smith ann x com");
        assert_eq!(beginning_with("a_"), r"a\_%");
    }

    #[test]
    fn wildcards_stand_for_themselves() {
        assert_eq!(containing("smith"), "%smith%");
        assert_eq!(containing(r"50%_\x"), r"%50\%\_\\x%");
        assert_eq!(containing(""), "%%");
    }

    #[test]
    fn a_nul_becomes_the_sign_for_what_cannot_be_shown() {
        assert_eq!(without_nul("a\0b"), "a\u{fffd}b");
    }
}
