//! Searching in text.

diesel::define_sql_function! {
    /// In lower case, as the database's locale has it.
    fn lower(text: diesel::sql_types::Text) -> diesel::sql_types::Text;
}

/// The `LIKE` pattern of whatever contains these very characters.
pub(crate) fn containing(text: &str) -> String {
    let mut pattern = String::from("%");
    for character in text.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// No stored text has a NUL, and PostgreSQL refuses one in a query.
pub(crate) fn without_nul(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use super::{containing, without_nul};

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
