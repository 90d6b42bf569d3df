//! Decoding of a file's bytes. Spreadsheets write UTF-8, UTF-16, Windows-1252 and, on old Macs, Mac Roman.

use std::borrow::Cow;

use encoding_rs::{Encoding, MACINTOSH, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Why bytes can't be decoded as a string.
pub(super) enum DecodeError {
    /// The file is binary, such as a program, an image or a workbook.
    Binary,
    /// The line with this number has bytes that are invalid in the file's encoding.
    Line(u64),
}

/// Number of bytes that are checked to recognize UTF-16 in a file without a byte order mark.
const CHECKED_BYTES: usize = 4 * 1024;

/// Decodes a file's bytes to a string, without its byte order mark.
pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, DecodeError> {
    let encoding = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None if bytes.contains(&0) => guess_utf_16(bytes).ok_or(DecodeError::Binary)?,
        None if std::str::from_utf8(bytes).is_ok() => UTF_8,
        None => guess_one_byte_encoding(bytes),
    };
    let (text, _, has_errors) = encoding.decode(bytes);
    if text.contains('\0') || (encoding.is_single_byte() && text.contains(is_binary)) {
        return Err(DecodeError::Binary);
    }
    let is_wrong = |c: char| {
        if encoding.is_single_byte() {
            is_undefined(c)
        } else {
            has_errors && c == char::REPLACEMENT_CHARACTER
        }
    };
    match text.find(is_wrong) {
        Some(at) => Err(DecodeError::Line(line_number_at_end(text.get(..at).unwrap_or_default()))),
        None => Ok(text),
    }
}

/// Guesses the byte order of a UTF-16 file without a byte order mark. In English text, most high bytes are
/// zero, but no low byte is. Returns `None` for a file that isn't UTF-16.
fn guess_utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let checked = bytes.get(..CHECKED_BYTES.min(bytes.len())).unwrap_or_default();
    let zeros = |from: usize| checked.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (first, second) = (zeros(0), zeros(1));
    let most = checked.len() / 2 * 4 / 5;
    match (first, second) {
        (0, second) if second > most => Some(UTF_16LE),
        (first, 0) if first > most => Some(UTF_16BE),
        _ => None,
    }
}

/// Guesses the encoding of a file with one byte per character. Excel for Mac writes Mac Roman and
/// ends lines with a carriage return only.
fn guess_one_byte_encoding(bytes: &[u8]) -> &'static Encoding {
    if bytes.contains(&b'\r') && !bytes.contains(&b'\n') { MACINTOSH } else { WINDOWS_1252 }
}

/// Whether a character occurs in programs and images, but not in tables.
fn is_binary(c: char) -> bool {
    c.is_ascii_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{7f}')
}

/// Whether a character stands for a byte that the encoding doesn't define. The decoder returns C1
/// control characters for such bytes.
fn is_undefined(c: char) -> bool {
    matches!(c, '\u{80}'..='\u{9f}')
}

/// Returns the number of the line on which `before`, the file's contents up to a position, ends.
fn line_number_at_end(before: &str) -> u64 {
    let ends = before.matches('\n').count().max(before.matches('\r').count());
    u64::try_from(ends).unwrap_or_default() + 1
}
