//! Checks of uploaded files.

use std::borrow::Cow;

use domain::shared::file_kind::FileKind;
use ports::shared::malware::ScanResult;

use crate::deps::Deps;
use crate::error::{Error, Result};

/// Returns an uploaded file's type, and the content to store. An image is re-encoded, which removes everything except
/// its visible pixels. Re-encoding takes seconds, so the caller must not hold a database connection.
///
/// # Errors
/// A field error for `file` if the file is empty, too large, truncated or of another type; [`Error::Busy`] if
/// too many images are waiting.
pub fn validate_and_reencode<'a>(
    deps: &Deps,
    content: &'a [u8],
    max_megabytes: usize,
) -> Result<(FileKind, Cow<'a, [u8]>)> {
    let kind = kind_of(content, max_megabytes)?;
    if !kind.is_image() {
        return Ok((kind, Cow::Borrowed(content)));
    }
    let redrawn = deps.pictures.reencode(kind, content)?;
    FileKind::check_size(&redrawn, max_megabytes).map_err(|error| file_error(&error))?;
    Ok((kind, Cow::Owned(redrawn)))
}

/// Returns an uploaded file's type.
///
/// # Errors
/// A field error for `file` if the file is empty, too large, truncated or of another type.
pub fn kind_of(content: &[u8], max_megabytes: usize) -> Result<FileKind> {
    FileKind::check_size(content, max_megabytes).map_err(|error| file_error(&error))?;
    FileKind::of(content).map_err(|error| file_error(&error))
}

/// Returns the field error for an invalid file.
fn file_error(error: &impl ToString) -> Error {
    Error::field("file", error.to_string())
}

/// Refuses an upload if too many images are waiting to be re-encoded.
pub fn must_have_capacity(deps: &Deps) -> Result<()> {
    if deps.pictures.is_busy() { Err(Error::Busy) } else { Ok(()) }
}

/// Scans an uploaded file for malware, if a scanner is configured. A scan takes seconds, so the caller must
/// not hold a database connection.
///
/// # Errors
/// A field error for `file` if it contains malware; [`Error::ScannerUnavailable`] if the scanner can't be reached.
pub fn scan(deps: &Deps, content: &[u8]) -> Result<()> {
    let Some(scanner) = &deps.malware else { return Ok(()) };
    match scanner.scan(content).map_err(Error::ScannerUnavailable)? {
        ScanResult::Clean => Ok(()),
        ScanResult::Malware => Err(Error::field("file", "This file contains malware, so we didn’t save it.")),
    }
}
