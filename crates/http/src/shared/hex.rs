//! Bytes in hexadecimal.

use std::fmt::Write;

/// Returns bytes in hexadecimal, in lower case.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _written = write!(text, "{byte:02x}");
        text
    })
}
