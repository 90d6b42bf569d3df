//! Reading a file as a table.

use std::io::{self, Read};

use csv::{ByteRecord, Reader, ReaderBuilder, Trim};
use domain::imports::import::{LONGEST_CELL, MOST_COLUMNS, MOST_LINES};
use ports::imports::files::FileColumn;

/// Why a file is not a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Nothing in it.
    #[error("This file is empty.")]
    Empty,
    /// A program, a picture, a workbook …
    #[error("This is not a CSV file. In a spreadsheet, save the sheet as “CSV UTF-8”.")]
    Binary,
    /// Other than UTF-8.
    #[error("Line {0} has letters that are not UTF-8. In a spreadsheet, save the sheet as “CSV UTF-8”.")]
    Encoding(u64),
    /// Only a header.
    #[error("This file has no lines below its header.")]
    NoLines,
    /// Too many lines.
    #[error("This file has more than 200,000 lines. Split it, and upload the parts one by one.")]
    TooManyLines,
    /// Too many columns.
    #[error("This file has more than 100 columns. The first line must be the header.")]
    TooManyColumns,
    /// A quote that is not closed, in the header or over many lines.
    #[error("Line {0} has a cell that is far too long: perhaps a quote is not closed.")]
    LongCell(u64),
}

/// A file as a table: UTF-8, with commas, semicolons or tabs between the cells, the first line its header.
pub struct Table<'a> {
    text: &'a [u8],
    delimiter: u8,
}

const BOM: &[u8] = b"\xEF\xBB\xBF";
/// How far a wrong file's beginning is looked at for the delimiter.
const HEADER: u64 = 64 * 1024;
const SAMPLES: usize = 12;
const SAMPLE_CHARS: usize = 60;

impl<'a> Table<'a> {
    /// Looks at a file's bytes.
    ///
    /// # Errors
    /// When they are not text that can be imported.
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

    /// Its columns with their first cells, and how many lines it has.
    ///
    /// # Errors
    /// When it is not a table that can be imported.
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

/// The lines of a file that was looked at before, read piece by piece: a large one takes no more memory than a small one.
pub struct Lines<R> {
    reader: Reader<Tail<R>>,
}

type Whole<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

impl<R: Read> Lines<Whole<R>> {
    /// Begins to read.
    ///
    /// # Errors
    /// When the file cannot be read.
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
    /// Gives each line below the header to `each`: its number as a text editor counts, and its cells.
    ///
    /// # Errors
    /// What `each` answers, or that the file cannot be read further.
    pub fn for_each<E: From<TableError> + From<io::Error>>(
        mut self,
        mut each: impl FnMut(i32, &[&str]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut record = ByteRecord::new();
        let mut line = 1_u64;
        while self.reader.read_byte_record(&mut record).map_err(io::Error::from)? {
            // The reader's own count stands before the empty lines that it passes over.
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

/// A file that is being read, and what was read of it beyond the last line that was passed.
struct Tail<R> {
    file: R,
    kept: Vec<u8>,
    /// Where in the file the kept bytes begin.
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
    /// Goes on to the first cell of the record that was read from here on, and counts the ends of lines on the way.
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

/// Ends of lines, whichever of the three an editor wrote.
fn ends_of_lines(text: &[u8]) -> u64 {
    let next = text.iter().skip(1).chain(std::iter::once(&b' '));
    let ends =
        text.iter().zip(next).filter(|(byte, next)| **byte == b'\n' || (**byte == b'\r' && **next != b'\n'));
    u64::try_from(ends.count()).unwrap_or_default()
}

/// What is most often between cells of the header, outside quotes.
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
    // The first of several that are as many.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(sign, _)| *sign)
}

fn shown(cell: &[u8]) -> String {
    String::from_utf8_lossy(cell).trim().chars().take(SAMPLE_CHARS).collect()
}
