//! Tests of the contents and pages of letters that contest an item.

use adapters_pdf::PdfPrinter;
use domain::driving_record::contesting::letter::Correspondent;
use ports::driving_record::contest_letters::{Enclosure, LetterPrinter, PrintedLetter};
use rstest::rstest;

use crate::support::*;

/// A JPEG of 64 by 48 pixels.
const PHOTO: &[u8] = include_bytes!("../../../server/tests/it/driving_record/photo.jpg");

fn letter() -> PrintedLetter {
    PrintedLetter {
        number: "letter-parking-12".to_owned(),
        sender: Correspondent {
            name: "Dana Rivera".to_owned(),
            address: "1 Main St\nAustin, TX 78701".to_owned(),
        },
        issuer: Correspondent { name: "City of Austin".to_owned(), address: "PO Box 5".to_owned() },
        day: "2026-11-28".parse().unwrap(),
        subject: "Contesting parking ticket 8765432109".to_owned(),
        citation: vec![
            ("Citation number", "8765432109".to_owned()),
            ("Contest by", "December 15, 2026".to_owned()),
        ],
        opening: "I contest this parking ticket for these reasons:".to_owned(),
        grounds: vec!["The meter or the payment machine did not work."],
        words: "First paragraph.\n\nSecond paragraph.".to_owned(),
        enclosures: vec![],
        made_at: time("2026-11-28T20:04:00Z"),
    }
}

fn print(letter: &PrintedLetter) -> Read {
    let printer = PdfPrinter::new("(555) 010-0199", true).unwrap();
    let pdf = printer.print_contest_letter(letter).unwrap();
    assert!(pdf == printer.print_contest_letter(letter).unwrap(), "the same letter has the same bytes");
    let mut read = read(&pdf);
    let pages: Vec<u32> = read.document.get_pages().into_keys().collect();
    let text = read.document.extract_text(&pages).unwrap();
    read.text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    read
}

#[test]
fn a_letter_contains_the_addresses_the_citation_the_reasons_and_a_signature_line() {
    let read = print(&letter());
    assert_eq!(read.pages(), 1);
    let parts = [
        "Dana Rivera 1 Main St Austin, TX 78701",
        "November 28, 2026",
        "City of Austin PO Box 5",
        "Contesting parking ticket 8765432109",
        "Contest by December 15, 2026",
        "for these reasons: • The meter or the payment machine did not work.",
        "First paragraph. Second paragraph.",
        "Signature Dana Rivera",
        "Page 1 of 1",
    ];
    let mut rest = read.text.as_str();
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else { panic!("{part}: {}", read.text) };
        rest = after;
    }
    for other in ["Lanewise", "TEST", "Enclosures", "555"] {
        assert!(!read.text.contains(other), "{other}: {}", read.text);
    }
}

#[test]
fn enclosures_are_listed_and_photos_follow_the_signature() {
    let enclosure = |name: &str, photo: Option<&[u8]>| Enclosure {
        name: name.to_owned(),
        photo: photo.map(<[u8]>::to_vec),
    };
    let enclosures = vec![
        enclosure("Sign.jpg", Some(PHOTO)),
        enclosure("Permit.pdf", None),
        enclosure("Car.jpg", Some(PHOTO)),
    ];
    let read = print(&PrintedLetter { enclosures, ..letter() });
    assert!(read.text.contains("1. Sign.jpg 2. Permit.pdf (separate document) 3. Car.jpg"), "{}", read.text);
    let (_, after) = read.text.split_once("Signature").unwrap();
    assert!(after.contains("Enclosure 1") && after.contains("Enclosure 3") && !after.contains("Enclosure 2"));
    assert_eq!(read.structure().iter().filter(|kind| *kind == "Figure").count(), 2);
}

#[test]
fn each_photo_is_on_the_same_page_as_its_heading() {
    for lines in (0..24).step_by(5) {
        let enclosure = |number| Enclosure { name: format!("{number}.jpg"), photo: Some(PHOTO.to_vec()) };
        let enclosures = (1..=8).map(enclosure).collect();
        let read = print(&PrintedLetter { words: "a\n".repeat(lines), enclosures, ..letter() });
        for (page, (headings, pictures)) in (1..).zip(read.captions_and_pictures("Enclosure ")) {
            assert_eq!(headings, pictures, "page {page}: {}", read.text);
        }
    }
}

#[test]
fn a_letter_of_ten_thousand_characters_is_not_truncated() {
    for words in ["Ten chars ".repeat(999) + "last words", "a\n".repeat(4_995) + "last words"] {
        let read = print(&PrintedLetter { words, ..letter() });
        assert!(read.text.contains("last words") && read.text.contains("Signature"));
        assert!(!read.text.contains('…'));
    }
}

#[test]
fn a_letter_explains_characters_that_its_font_does_not_have() {
    let hostile = "سرعة 😀 \u{202e}abc <b>";
    let read = print(&PrintedLetter {
        words: hostile.repeat(500),
        sender: Correspondent { name: hostile.to_owned(), address: hostile.repeat(20) },
        ..letter()
    });
    assert!(
        read.text.contains("replaces a character that this letter’s font does not have."),
        "{}",
        read.text
    );
}

#[rstest]
#[case::emoji("It works 🚗🚗 🚙", "🚗🚙")]
#[case::a_joined_emoji_without_its_invisible_parts("👩\u{200d}💻 ☀\u{fe0f}", "👩💻")]
#[case::chinese("王小明", "王小明")]
#[case::arabic("لم تكن هناك علامة", "")]
#[case::hebrew("שלום", "")]
#[case::accents_and_line_breaks("José\n\tNguyễn", "")]
#[case::a_box_that_the_driver_wrote("□", "")]
fn the_characters_that_a_letter_cannot_print_are_listed(#[case] words: &str, #[case] expected: &str) {
    let printer = PdfPrinter::new("(555) 010-0199", false).unwrap();
    assert_eq!(printer.unprintable_chars(words).into_iter().collect::<String>(), expected);
    let read = print(&PrintedLetter { words: words.to_owned(), ..letter() });
    assert_eq!(read.text.contains("this letter’s font does not have"), !expected.is_empty(), "{}", read.text);
}

#[test]
fn a_contest_letter_with_a_photo_that_is_not_a_jpeg_cannot_be_created() {
    let enclosures = vec![Enclosure { name: "Sign.jpg".to_owned(), photo: Some(b"%PDF".to_vec()) }];
    let printer = PdfPrinter::new("(555) 010-0199", false).unwrap();
    let error = printer.print_contest_letter(&PrintedLetter { enclosures, ..letter() }).unwrap_err();
    assert_eq!(error.to_string(), "could not create the contest letter");
}
