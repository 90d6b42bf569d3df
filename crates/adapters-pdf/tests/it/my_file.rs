//! Tests of the contents and pages of "My file", the PDF about one item.

use adapters_pdf::PdfPrinter;
use ports::payments::my_file::{MyFile, MyFileAttachment, MyFileMessage, MyFileSection};
use ports::payments::receipts::ReceiptPrinter;

use crate::support::*;

/// A JPEG of 64 by 48 pixels.
const PHOTO: &[u8] = include_bytes!("../../../server/tests/it/driving_record/photo.jpg");

fn photo(number: usize) -> MyFileAttachment {
    MyFileAttachment {
        name: format!("Sign {number}.jpg"),
        about: "JPEG, added by the driver on November 21, 2026".to_owned(),
        sha256: Some("ab".repeat(32)),
        photo: Some(PHOTO.to_vec()),
    }
}

fn my_file() -> MyFile {
    let rows = vec![("Citation number", "8765432109".to_owned()), ("Violation", "Speeding".to_owned())];
    MyFile {
        number: "ticket-12".to_owned(),
        label: "Speeding".to_owned(),
        sections: vec![MyFileSection { title: "Traffic ticket".to_owned(), rows }],
        attachments: vec![photo(1)],
        messages: None,
        made_at: time("2026-11-21T20:04:00Z"),
    }
}

fn print(file: &MyFile) -> Read {
    let pdf = PdfPrinter::new("(555) 010-0199", false).unwrap().print_my_file(file).unwrap();
    let mut read = read(&pdf);
    let pages: Vec<u32> = read.document.get_pages().into_keys().collect();
    let text = read.document.extract_text(&pages).unwrap();
    read.text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    read
}

#[test]
fn the_my_file_pdf_shows_facts_and_photos_on_one_page() {
    let read = print(&my_file());
    assert_eq!(read.pages(), 1);
    for text in
        ["ticket-12", "Speeding", "Citation number 8765432109", "Sign 1.jpg", "SHA-256", "Page 1 of 1"]
    {
        assert!(read.text.contains(text), "{text}: {}", read.text);
    }
    assert!(!read.text.contains("Messages"));
    let structure = read.structure();
    assert!(structure.contains(&"Figure".to_owned()) && structure.contains(&"Table".to_owned()));
}

#[test]
fn each_photo_is_on_the_same_page_as_its_name_and_hash() {
    for rows in (0..24).step_by(5) {
        let rows = vec![("Fact", "Value".to_owned()); rows];
        let sections = vec![MyFileSection { title: "Traffic ticket".to_owned(), rows }];
        let read = print(&MyFile { sections, attachments: (1..=8).map(photo).collect(), ..my_file() });
        let mut total = 0;
        for (page, (names, pictures)) in (1..).zip(read.captions_and_pictures(".jpg")) {
            assert_eq!(names, pictures, "page {page}: {}", read.text);
            total += pictures;
        }
        assert_eq!(total, 8);
    }
}

#[test]
fn twenty_photos_and_long_messages_fill_several_pages() {
    let text = "Ten chars ".repeat(400);
    let message = |number| MyFileMessage { heading: format!("Driver, message {number}"), text: text.clone() };
    let read = print(&MyFile {
        attachments: (1..=20).map(photo).collect(),
        messages: Some((1..=5).map(message).collect()),
        ..my_file()
    });
    assert!(read.pages() > 4, "{}", read.pages());
    for number in 1..=20 {
        assert!(read.text.contains(&format!("Sign {number}.jpg")));
    }
    assert!(read.text.contains("Driver, message 5"));
    assert!(read.text.contains(&format!("Page {0} of {0}", read.pages())));
}

#[test]
fn the_my_file_pdf_can_have_long_texts_and_unsupported_characters() {
    let hostile = "سرعة 😀 \u{202e}abc <b>".repeat(200);
    let rows = vec![("Location", hostile.clone()), ("Empty", String::new())];
    let read = print(&MyFile {
        label: hostile.clone(),
        sections: vec![MyFileSection { title: "Facts".to_owned(), rows }],
        messages: Some(vec![MyFileMessage { heading: hostile.clone(), text: hostile }]),
        ..my_file()
    });
    assert!(read.pages() >= 1);
}

#[test]
fn a_my_file_pdf_with_a_photo_that_is_not_a_jpeg_cannot_be_created() {
    let attachments = vec![MyFileAttachment { photo: Some(b"%PDF".to_vec()), ..photo(1) }];
    let printer = PdfPrinter::new("(555) 010-0199", false).unwrap();
    let error = printer.print_my_file(&MyFile { attachments, ..my_file() }).unwrap_err();
    assert_eq!(error.to_string(), "could not create the My file PDF");
}
