//! Tests of the comparison of citation numbers. `cases/citation_number.json` has tests of their validation.

use domain::shared::citation_number::normalize_citation_number;

#[test]
fn citation_numbers_are_compared_ignoring_spaces_hyphens_and_case() {
    assert_eq!(normalize_citation_number("ab-12 3"), normalize_citation_number("AB123"));
    assert_eq!(normalize_citation_number("AB\u{2013}123"), normalize_citation_number("AB123"));
    assert_ne!(normalize_citation_number("AB/123"), normalize_citation_number("AB123"));
}
