//! Tests of receipts with unusual names and places. Everything must fit on one page, and a note must say if
//! characters were replaced.

use ports::payments::receipts::{Receipt, ReceiptItem};
use proptest::prelude::*;
use rstest::rstest;

use crate::support::*;

const NOTE: &str = "replaces a character that this receipt’s font does not have";

#[rstest]
#[case::accents("José Muñoz", "José Muñoz")]
#[case::vietnamese("Nguyễn Thị Hồng", "Nguyễn Thị Hồng")]
#[case::cyrillic("Олена Шевченко", "Олена Шевченко")]
#[case::greek("Ελένη", "Ελένη")]
#[case::arabic("Omar محمد Ali", "Omar")]
fn names_in_supported_scripts_have_no_replaced_characters(#[case] payer: &str, #[case] expected: &str) {
    let read = Read::of(&Receipt { payer: payer.to_owned(), ..receipt() }, false);
    assert!(read.text.contains(expected), "{}", read.text);
    assert!(!read.text.contains(NOTE), "{}", read.text);
}

#[rstest]
#[case::chinese("王小明", "□□□")]
#[case::thai("Ann สม", "Ann □□")]
#[case::emoji("Ann 🦀", "Ann □")]
#[case::control("Ann\u{7}\u{1b}[2J", "Ann□□[2J")]
#[case::direction("Ann\u{202e}nnA", "Ann□nnA")]
#[case::a_box_in_the_name_itself("□ 王", "□ □")]
fn unsupported_characters_are_replaced_with_boxes_and_explained(#[case] payer: &str, #[case] expected: &str) {
    let read = Read::of(&Receipt { payer: payer.to_owned(), ..receipt() }, false);
    assert!(read.text.contains(expected), "{}", read.text);
    assert!(read.text.contains(NOTE), "{}", read.text);
}

#[rstest]
#[case::words("Driving rather fast ".repeat(500))]
#[case::one_word("x".repeat(10_000))]
#[case::wide("W".repeat(10_000))]
#[case::hebrew("שלום ".repeat(2_000))]
#[case::accents("e\u{301}".repeat(5_000))]
#[case::spaces(" ".repeat(10_000))]
fn a_receipt_with_ten_thousand_characters_fits_on_one_page(#[case] text: String) {
    let item = ReceiptItem {
        citation_number: Some(text.clone()),
        issuer: Some(text.clone()),
        label: Some(text.clone()),
        place: Some(text.clone()),
        ..receipt().item
    };
    let read = Read::of(&Receipt { item, payer: text, ..receipt() }, true);
    assert_eq!(read.pages(), 1);
    assert!(read.text.contains("Fees on record") && read.text.contains("Questions?"), "{}", read.text);
}

#[test]
fn truncated_text_ends_with_an_ellipsis() {
    let item = ReceiptItem { label: Some("Driving rather fast ".repeat(500)), ..receipt().item };
    let read = Read::of(&Receipt { item, ..receipt() }, false);
    assert!(read.text.contains('…'), "{}", read.text);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_receipt_with_any_text_fits_on_one_page(payer in any::<String>(), place in "\\PC{0,400}") {
        let item = ReceiptItem { place: Some(place), ..receipt().item };
        let read = Read::of(&Receipt { payer, item, ..receipt() }, false);
        prop_assert_eq!(read.pages(), 1);
    }
}
