//! Tests of the comparison of citation numbers. `cases/citation_number.json` has tests of their validation.

use domain::shared::citation_number::comparable;

#[test]
fn citation_numbers_are_compared_ignoring_spaces_hyphens_and_case() {
    assert_eq!(comparable("ab-12 3"), comparable("AB123"));
    assert_eq!(comparable("AB\u{2013}123"), comparable("AB123"));
    assert_ne!(comparable("AB/123"), comparable("AB123"));
}
