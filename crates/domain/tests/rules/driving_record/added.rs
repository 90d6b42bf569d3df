//! Tests of items that drivers add themselves.

use chrono::TimeDelta;
use domain::driving_record::added::{CheckStatus, DriverEntry, RESULT_SHOWN_FOR, Similarity, lookalikes};
use domain::driving_record::kinds::ItemKind;
use domain::driving_record::new_item::{ItemDetails, ItemDraft};
use domain::driving_record::visibility::is_visible_to_driver;
use domain::shared::citation_number::normalize_citation_number;
use proptest::prelude::*;
use rstest::rstest;

use crate::build::{date, time};

fn draft(violation: &str) -> ItemDraft {
    ItemDraft::new(ItemKind::Ticket)
        .with("violation_type", violation)
        .with("date", "2026-03-01")
        .with("location", "Main St")
}

fn ticket(draft: ItemDraft) -> domain::driving_record::new_item::TicketDetails {
    match draft.with_driver_defaults().validate(date("2026-03-05"), None).unwrap() {
        ItemDetails::Ticket(ticket) => *ticket,
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case("Speeding 20 over", "speeding")]
#[case(" speeding", "speeding")]
#[case("Red light", "traffic")]
fn an_added_ticket_gets_a_category_by_its_violation_and_default_points_and_amount(
    #[case] violation: &str,
    #[case] category: &str,
) {
    let added = ticket(draft(violation));
    assert_eq!((added.category.as_str(), added.points, added.amount.as_str()), (category, 0, "See court"));
}

#[test]
fn defaults_do_not_replace_the_points_and_amount_that_a_driver_entered() {
    let added = ticket(draft("Speeding").with("points", "4").with("amount", "$120.50"));
    assert_eq!((added.points, added.amount.as_str()), (4, "$120.50"));
}

#[rstest]
#[case("AB23", &["AB23"])]
#[case("1O", &["1O", "I0", "IO", "10"])]
#[case("0", &["0", "O"])]
fn the_lookalikes_of_a_citation_number_have_every_reading_of_its_ambiguous_characters(
    #[case] number: &str,
    #[case] readings: &[&str],
) {
    let mut found = lookalikes(number);
    assert_eq!(found.first().map(String::as_str), Some(number), "the number itself comes first");
    found.sort_unstable();
    let mut expected: Vec<&str> = readings.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn a_citation_number_with_nine_ambiguous_characters_has_at_most_two_lookalikes() {
    assert_eq!(lookalikes("OIOIOIOIO"), ["OIOIOIOIO", "010101010"]);
    assert_eq!(lookalikes("010101010"), ["010101010"]);
}

proptest! {
    #[test]
    fn a_citation_number_has_at_most_256_lookalikes_which_are_mutual_for_few_ambiguous_characters(number in "[A-Z0-9]{1,64}") {
        let number = normalize_citation_number(&number);
        let found = lookalikes(&number);
        prop_assert!(found.contains(&number) && found.len() <= 256);
        if number.chars().filter(|c| "O0I1".contains(*c)).count() <= 8 {
            for other in &found {
                prop_assert!(lookalikes(other).contains(&number));
            }
        }
    }
}

#[rstest]
#[case::ready(true, None, true)]
#[case::ready_and_added(true, Some(DriverEntry::BeingChecked), true)]
#[case::not_ready(false, None, false)]
#[case::not_ready_and_added(false, Some(DriverEntry::BeingChecked), true)]
#[case::not_ready_and_confirmed(false, Some(DriverEntry::Confirmed), true)]
fn until_staff_have_prepared_the_record_a_driver_sees_only_items_that_the_driver_added(
    #[case] is_ready: bool,
    #[case] entry: Option<DriverEntry>,
    #[case] is_visible: bool,
) {
    assert_eq!(is_visible_to_driver(is_ready, entry), is_visible);
}

#[rstest]
#[case(CheckStatus::BeingChecked, 400, true)]
#[case(CheckStatus::NotFound, 30, true)]
#[case(CheckStatus::NotFound, 31, false)]
#[case(CheckStatus::Confirmed, 1, true)]
#[case(CheckStatus::Merged, 31, false)]
#[case(CheckStatus::Withdrawn, 0, false)]
fn an_added_item_is_shown_during_its_check_and_for_30_days_afterwards_unless_withdrawn(
    #[case] status: CheckStatus,
    #[case] days: i64,
    #[case] is_shown: bool,
) {
    assert_eq!(RESULT_SHOWN_FOR, TimeDelta::days(30));
    let since = time("2026-03-01T12:00:00Z");
    assert_eq!(status.is_shown(since, since + TimeDelta::days(days)), is_shown);
}

#[rstest]
#[case::another_spelling(Some("ab-10"), Some("AB10"), false, Similarity::SameNumber)]
#[case::same_number_and_day(Some("AB10"), Some("AB10"), true, Similarity::SameNumber)]
#[case::alike(Some("AB10"), Some("ABIO"), false, Similarity::SimilarNumber)]
#[case::no_number(None, None, true, Similarity::SameDay)]
#[case::another_number(Some("AB10"), Some("X1"), true, Similarity::SameDay)]
fn two_items_are_similar_by_the_same_number_else_by_the_same_day_else_by_a_similar_number(
    #[case] added: Option<&str>,
    #[case] on_file: Option<&str>,
    #[case] is_same_day: bool,
    #[case] reason: Similarity,
) {
    assert_eq!(Similarity::of(added, on_file, is_same_day), reason);
}
