//! Reads a CSV file as a table.

use std::io::{self, Read};

use csv::{ByteRecord, Reader, ReaderBuilder, Trim};
use domain::imports::import::{LONGEST_CELL, MOST_COLUMNS, MOST_LINES};
use ports::imports::files::FileColumn;

/// Why a file can't be read as a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The file is empty.
    #[error("This file is empty.")]
    Empty,
    /// The file is binary, such as a program, a picture or a workbook.
    #[error("This is not a CSV file. In a spreadsheet, save the sheet as “CSV UTF-8”.")]
    Binary,
    /// The file is not UTF-8. Holds the line of the first invalid byte.
    #[error("Row {0} has characters that aren’t UTF-8. In a spreadsheet, save the sheet as “CSV UTF-8”.")]
    Encoding(u64),
    /// The file has only a header.
    #[error("This file has no rows below its header.")]
    NoLines,
    /// The file has too many lines.
    #[error("This file has more than 200,000 rows. Split it and upload each part separately.")]
    TooManyLines,
    /// The file has too many columns.
    #[error("This file has more than 100 columns. The first row must be the header.")]
    TooManyColumns,
    /// A cell is too long, perhaps because of an unclosed quote. Holds the line.
    #[error("Row {0} has a cell that’s too long. A quotation mark may be missing.")]
    LongCell(u64),
}

/// A file as a table: UTF-8, cells separated by commas, semicolons or tabs, and a header in the first line.
pub struct Table<'a> {
    text: &'a [u8],
    delimiter: u8,
}

const BOM: &[u8] = b"\xEF\xBB\xBF";
/// How many bytes at the start of a file are searched for the delimiter.
const HEADER: u64 = 64 * 1024;
const SAMPLES: usize = 12;
const SAMPLE_CHARS: usize = 60;

impl<'a> Table<'a> {
    /// Opens a file, and detects its delimiter.
    ///
    /// # Errors
    /// [`TableError`] if the bytes are not text that can be imported.
    pub fn open(bytes: &'a [u8]) -> Result<Self, TableError> {
        let text = bytes.strip_prefix(BOM).unwrap_or(bytes);
        if text.iter().all(u8::is_ascii_whitespace) {
            return Err(TableError::Empty);
        }
        if text.contains(&0) {
            return Err(TableError::Binary);
        }
        if let Err(error) = std::str::from_utf8(text) {
            let before = text.get(..error.valid_up_to()).unwrap_or_default();
            let line = before.iter().filter(|byte| **byte == b'\n').count();
            return Err(TableError::Encoding(u64::try_from(line).unwrap_or_default() + 1));
        }
        Ok(Self { text, delimiter: delimiter(text) })
    }

    /// Returns the columns with sample cells, and the number of lines.
    ///
    /// # Errors
    /// [`TableError`] if this is not a table that can be imported.
    pub fn survey(&self) -> Result<(Vec<FileColumn>, i32), TableError> {
        let mut reader = reader(self.delimiter, self.text);
        let header = reader.byte_headers().map_err(|_| TableError::Binary)?.clone();
        if header.len() > MOST_COLUMNS {
            return Err(TableError::TooManyColumns);
        }
        if header.iter().any(|cell| cell.len() > LONGEST_CELL) {
            return Err(TableError::LongCell(1));
        }
        let mut columns: Vec<FileColumn> =
            header.iter().map(|cell| FileColumn { header: shown(cell), samples: vec![] }).collect();
        let mut total = 0_usize;
        let mut record = ByteRecord::new();
        while reader.read_byte_record(&mut record).map_err(|_| TableError::Binary)? {
            total += 1;
            if total > MOST_LINES {
                return Err(TableError::TooManyLines);
            }
            if total <= SAMPLES {
                for (column, cell) in columns.iter_mut().zip(record.iter()) {
                    column.samples.push(shown(cell));
                }
            }
        }
        if total == 0 {
            Err(TableError::NoLines)
        } else {
            Ok((columns, i32::try_from(total).unwrap_or_default()))
        }
    }
}

fn reader<R: Read>(delimiter: u8, file: R) -> Reader<R> {
    ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(true)
        .trim(Trim::All)
        .from_reader(file)
}

/// The lines of a file that was already surveyed. They are read piece by piece, so a large file needs no more
/// memory than a small one.
pub struct Lines<R> {
    reader: Reader<Tail<R>>,
}

type Whole<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

impl<R: Read> Lines<Whole<R>> {
    /// Starts reading a file.
    ///
    /// # Errors
    /// [`io::Error`] if the file can't be read.
    pub fn of(mut file: R) -> io::Result<Self> {
        let mut beginning = vec![];
        file.by_ref().take(HEADER).read_to_end(&mut beginning)?;
        let text = beginning.strip_prefix(BOM).unwrap_or(&beginning);
        let delimiter = delimiter(text);
        let whole = io::Cursor::new(text.to_vec()).chain(file);
        Ok(Self { reader: reader(delimiter, Tail { file: whole, kept: vec![], from: 0 }) })
    }
}

impl<R: Read> Lines<R> {
    /// Calls `each` for each line below the header, with its line number as in a text editor, and its cells.
    ///
    /// # Errors
    /// Any error of `each`, or an error if the file can't be read further.
    pub fn for_each<E: From<TableError> + From<io::Error>>(
        mut self,
        mut each: impl FnMut(i32, &[&str]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut record = ByteRecord::new();
        let mut line = 1_u64;
        while self.reader.read_byte_record(&mut record).map_err(io::Error::from)? {
            // The reader's own line count excludes the empty lines before this record.
            line += self.reader.get_mut().pass(record.position().map_or(0, csv::Position::byte));
            let cells: Vec<&str> = record
                .iter()
                .map(|cell| std::str::from_utf8(cell).map_err(|_| TableError::Encoding(line)))
                .collect::<Result<_, _>>()?;
            each(i32::try_from(line).unwrap_or(i32::MAX), &cells)?;
        }
        Ok(())
    }
}

/// A file with the bytes that were read after the last counted line, to count line endings.
struct Tail<R> {
    file: R,
    kept: Vec<u8>,
    /// Position of the first stored byte in the file.
    from: u64,
}

impl<R: Read> Read for Tail<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.kept.extend(buffer.iter().take(read));
        Ok(read)
    }
}

impl<R> Tail<R> {
    /// Advances to the first cell of the record that starts at `from`, and returns the number of line endings
    /// passed.
    fn pass(&mut self, from: u64) -> u64 {
        let from = usize::try_from(from.saturating_sub(self.from)).unwrap_or_default();
        let empty = self.kept.iter().skip(from).take_while(|byte| is_end(**byte)).count();
        let passed = (from + empty).min(self.kept.len());
        let ends = ends_of_lines(self.kept.get(..passed).unwrap_or_default());
        self.kept.drain(..passed);
        self.from += u64::try_from(passed).unwrap_or_default();
        ends
    }
}

fn is_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Counts line endings, whether LF, CR LF or CR.
fn ends_of_lines(text: &[u8]) -> u64 {
    let next = text.iter().skip(1).chain(std::iter::once(&b' '));
    let ends =
        text.iter().zip(next).filter(|(byte, next)| **byte == b'\n' || (**byte == b'\r' && **next != b'\n'));
    u64::try_from(ends.count()).unwrap_or_default()
}

/// Detects the delimiter: the candidate that occurs most often in the header, outside quotes.
fn delimiter(text: &[u8]) -> u8 {
    let mut counts = [(b',', 0_usize), (b';', 0), (b'\t', 0)];
    let mut is_quoted = false;
    for byte in text.iter().take(usize::try_from(HEADER).unwrap_or(usize::MAX)) {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' | b'\r' if !is_quoted => break,
            _ if is_quoted => {}
            _ => counts.iter_mut().filter(|(sign, _)| sign == byte).for_each(|(_, count)| *count += 1),
        }
    }
    // If several occur equally often, the first one wins.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(sign, _)| *sign)
}

fn shown(cell: &[u8]) -> String {
    String::from_utf8_lossy(cell).trim().chars().take(SAMPLE_CHARS).collect()
}
