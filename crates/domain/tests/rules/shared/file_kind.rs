//! Tests of the detection of a file's type from its content.

use domain::shared::file_kind::FileError::{AnotherKind, CutOff, Empty, TooLarge};
use domain::shared::file_kind::FileKind::{Jpeg, Pdf, Png};
use domain::shared::file_kind::{FileError, FileKind, MEGABYTE};
use proptest::prelude::*;
use rstest::rstest;

const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\nstartxref\n9\n%%EOF\n";
const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\x02IHDRxxsum!\0\0\0\0IENDsum!";
/// A JPEG whose first segment contains a thumbnail with its own end marker. The image data has an
/// escaped byte and a restart marker.
const JPEG: &[u8] =
    b"\xFF\xD8\xFF\xE1\0\x06\xFF\xD8\xFF\xD9\xFF\xDA\0\x03xdata\xFF\x00data\xFF\xD0data\xFF\xD9";

#[rstest]
#[case(PDF, Ok(Pdf))]
#[case(PNG, Ok(Png))]
#[case(JPEG, Ok(Jpeg))]
#[case(b"", Err(Empty))]
#[case(b"<html>", Err(AnotherKind))]
#[case(b"PK\x03\x04", Err(AnotherKind))]
#[case(b"GIF89a", Err(AnotherKind))]
// A file with other content before the PDF header is refused, because it could also be of another type.
#[case(b"GIF89a %PDF-1.7 %%EOF", Err(AnotherKind))]
#[case(b"\xFF\xD8", Err(AnotherKind))]
fn a_files_type_is_detected_from_its_content(
    #[case] content: &[u8],
    #[case] expected: Result<FileKind, FileError>,
) {
    assert_eq!(FileKind::of(content), expected);
}

#[rstest]
#[case(PDF, 5, 2)]
#[case(PNG, 8, 4)]
#[case(JPEG, 3, 1)]
fn a_truncated_file_is_detected(#[case] whole: &[u8], #[case] begins: usize, #[case] tail: usize) {
    for length in begins..whole.len() - tail {
        assert_eq!(FileKind::of(&whole[..length]), Err(CutOff), "{length} of {}", whole.len());
    }
}

#[test]
fn only_a_file_larger_than_the_limit_is_refused() {
    let mut file = vec![b' '; 2 * MEGABYTE];
    assert_eq!(FileKind::check_size(&file, 2), Ok(()));
    file.push(b' ');
    assert_eq!(FileKind::check_size(&file, 2), Err(TooLarge { megabytes: 2 }));
    assert_eq!(TooLarge { megabytes: 2 }.to_string(), "This file is larger than 2 MB.");
}

#[test]
fn jpeg_and_png_are_images_and_pdf_is_not() {
    assert_eq!([Pdf, Jpeg, Png].map(FileKind::is_image), [false, true, true]);
}

#[test]
fn a_pdf_with_too_much_content_after_its_end_marker_counts_as_truncated() {
    let trailing = [PDF, &[b' '; 2000]].concat();
    assert_eq!(FileKind::of(&trailing), Err(CutOff));
}

proptest! {
    #[test]
    fn detecting_the_type_of_arbitrary_bytes_does_not_panic(start in 0_usize..4, rest in prop::collection::vec(any::<u8>(), 0..300)) {
        let starts: [&[u8]; 4] = [b"", b"%PDF-", b"\xFF\xD8\xFF", b"\x89PNG\r\n\x1A\n"];
        let _ = FileKind::of(&[starts[start], &rest].concat());
    }
}
