//! A ZIP file that is written while it is being sent, one file after another.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::web::Bytes;
use chrono::{DateTime, Datelike, Timelike, Utc};
use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

/// A ZIP file without compression, because photos and PDFs are compressed already. Only the bytes that weren't
/// returned yet are in memory.
pub struct Archive {
    writer: ZipWriter<StreamWriter<Unsent>>,
    unsent: Unsent,
}

impl Archive {
    /// Creates an empty ZIP file.
    pub fn start() -> Self {
        let unsent = Unsent::default();
        Self { writer: ZipWriter::new_stream(unsent.clone()), unsent }
    }

    /// Adds a file, and returns the bytes to send. Fails if the ZIP file already contains this path.
    pub fn add(&mut self, path: &str, content: &[u8], modified_at: DateTime<Utc>) -> ZipResult<Bytes> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Stored)
            .last_modified_time(zip_time(modified_at));
        self.writer.start_file(path, options)?;
        self.writer.write_all(content)?;
        self.writer.flush()?;
        Ok(self.unsent.take())
    }

    /// Ends the ZIP file with its table of contents, and returns the bytes to send.
    pub fn finish(self) -> ZipResult<Bytes> {
        self.writer.finish()?;
        Ok(self.unsent.take())
    }
}

/// Converts a time to the format of ZIP files, which has years from 1980 to 2107 and even seconds. A time in
/// any other year becomes the format's first day.
fn zip_time(time: DateTime<Utc>) -> zip::DateTime {
    let number = |value: u32| u8::try_from(value).unwrap_or_default();
    zip::DateTime::from_date_and_time(
        u16::try_from(time.year()).unwrap_or_default(),
        number(time.month()),
        number(time.day()),
        number(time.hour()),
        number(time.minute()),
        number(time.second()),
    )
    .unwrap_or_default()
}

/// Bytes that were written but not returned yet.
#[derive(Clone, Default)]
struct Unsent(Arc<Mutex<Vec<u8>>>);

impl Unsent {
    /// Returns the bytes that were written since the last call.
    fn take(&self) -> Bytes {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)).into()
    }
}

impl Write for Unsent {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
