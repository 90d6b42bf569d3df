//! Parsing of a CSV file into a table.

use std::borrow::Cow;
use std::io::{self, Read};

use csv::{ByteRecord, Reader, ReaderBuilder, Trim};
use domain::imports::import::{MAX_CELL, MAX_COLUMNS, MAX_LINES};
use ports::imports::files::FileColumn;

use crate::imports::decoding::{DecodeError, decode};

/// Why a file can't be read as a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The file is empty or has only white space.
    #[error("This file is empty.")]
    Empty,
    /// The file is binary, such as a program, an image or a workbook.
    #[error("This is not a CSV file. In a spreadsheet, save the sheet as “CSV UTF-8”.")]
    Binary,
    /// The file is a web page, often the login page of the site that it was downloaded from.
    #[error(
        "This is a web page, not a CSV file. Log in to the site that it’s from, and download the file again."
    )]
    WebPage,
    /// The line with this number has bytes that are invalid in the file's encoding.
    #[error("Row {0} has characters that we can’t read. In a spreadsheet, save the sheet as “CSV UTF-8”.")]
    Encoding(u64),
    /// The file has only a header.
    #[error("This file has no rows below its header.")]
    NoLines,
    #[error("This file has more than 200,000 rows. Split it and upload each part separately.")]
    TooManyLines,
    #[error("This file has more than 100 columns. The first row must be the header.")]
    TooManyColumns,
    /// A cell is too long, perhaps because a quotation mark is missing. Contains the line number.
    #[error("Row {0} has a cell that’s too long. A quotation mark may be missing.")]
    LongCell(u64),
}

/// A file that can be read as a table. The cells are separated by commas, semicolons, tabs or bars. Lines of
/// a title may precede the header.
pub struct Table<'a> {
    text: Cow<'a, str>,
    layout: Layout,
}

const BOM: &[u8] = b"\xEF\xBB\xBF";
/// Maximum number of bytes at the start of a file from which the layout is detected.
const HEADER: u64 = 64 * 1024;
/// Maximum number of sample cells per column.
const SAMPLES: usize = 12;
/// Maximum length of a sample cell, in characters.
const SAMPLE_CHARS: usize = 60;

impl<'a> Table<'a> {
    /// Decodes a file's bytes and checks that they are text.
    ///
    /// # Errors
    /// [`TableError`] if the bytes are not text that can be imported.
    pub fn open(bytes: &'a [u8]) -> Result<Self, TableError> {
        let text = decode(bytes).map_err(|error| match error {
            DecodeError::Binary => TableError::Binary,
            DecodeError::Line(line) => TableError::Encoding(line),
        })?;
        let start = text.trim_start();
        if start.is_empty() {
            return Err(TableError::Empty);
        }
        if WEB_PAGE
            .iter()
            .any(|tag| start.get(..tag.len()).is_some_and(|text| text.eq_ignore_ascii_case(tag)))
        {
            return Err(TableError::WebPage);
        }
        let layout = Layout::of(text.as_bytes());
        Ok(Self { text, layout })
    }

    /// Returns the file's contents in UTF-8.
    pub fn text(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// Returns the file's columns with samples of their cells, and the number of lines below the header.
    ///
    /// # Errors
    /// [`TableError`] if this is not a table that can be imported.
    pub fn survey(&self) -> Result<(Vec<FileColumn>, i32), TableError> {
        let table = self.text().get(self.layout.header..).unwrap_or_default();
        let mut reader = reader(self.layout.delimiter, table);
        let header = reader.byte_headers().map_err(|_| TableError::Binary)?.clone();
        if header.len() > MAX_COLUMNS {
            return Err(TableError::TooManyColumns);
        }
        if header.iter().any(|cell| cell.len() > MAX_CELL) {
            return Err(TableError::LongCell(1));
        }
        let mut columns: Vec<FileColumn> =
            header.iter().map(|cell| FileColumn { header: shorten_cell(cell), samples: vec![] }).collect();
        let mut total = 0_usize;
        let mut record = ByteRecord::new();
        while reader.read_byte_record(&mut record).map_err(|_| TableError::Binary)? {
            total += 1;
            if total > MAX_LINES {
                return Err(TableError::TooManyLines);
            }
            if total <= SAMPLES {
                for (column, cell) in columns.iter_mut().zip(record.iter()) {
                    column.samples.push(shorten_cell(cell));
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

/// Creates a reader of a CSV file with a header.
fn reader<R: Read>(delimiter: u8, file: R) -> Reader<R> {
    ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .has_headers(true)
        .trim(Trim::All)
        .from_reader(file)
}

/// The lines of a stored file, which [`Table::open`] has already checked. The file is read piece by piece, so
/// a large file needs no more memory than a small one.
pub struct ImportRows<R> {
    reader: Reader<LineEndCounter<R>>,
    /// Number of the line on which the header starts, counted from 1.
    header: u64,
}

/// The beginning of the table, which was read to detect the layout, followed by the
/// rest of the file.
type WholeFile<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

impl<R: Read> ImportRows<WholeFile<R>> {
    /// Creates a reader of the file's lines. Detects the layout from the file's start.
    ///
    /// # Errors
    /// [`io::Error`] if the file can't be read.
    pub fn of(mut file: R) -> io::Result<Self> {
        let mut beginning = vec![];
        file.by_ref().take(HEADER).read_to_end(&mut beginning)?;
        let text = beginning.strip_prefix(BOM).unwrap_or(&beginning);
        let Layout { delimiter, header } = Layout::of(text);
        let (above, table) = text.split_at_checked(header).unwrap_or((&[], text));
        let whole = io::Cursor::new(table.to_vec()).chain(file);
        let reader = reader(delimiter, LineEndCounter { file: whole, uncounted: vec![], offset: 0 });
        Ok(Self { reader, header: 1 + count_line_ends(above) })
    }
}

impl<R: Read> ImportRows<R> {
    /// Calls `each` for every line below the header, with the number that a text editor shows for the line
    /// and the line's cells.
    ///
    /// # Errors
    /// Any error that `each` returns, or an error if reading the file fails.
    pub fn for_each<E: From<TableError> + From<io::Error>>(
        mut self,
        mut each: impl FnMut(i32, &[&str]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut record = ByteRecord::new();
        let mut line = self.header;
        while self.reader.read_byte_record(&mut record).map_err(io::Error::from)? {
            // The CSV reader doesn't count the empty lines before this record.
            line += self.reader.get_mut().move_to_record(record.position().map_or(0, csv::Position::byte));
            let cells: Vec<&str> = record
                .iter()
                .map(|cell| std::str::from_utf8(cell).map_err(|_| TableError::Encoding(line)))
                .collect::<Result<_, _>>()?;
            each(i32::try_from(line).unwrap_or(i32::MAX), &cells)?;
        }
        Ok(())
    }
}

/// A reader that counts the line ends of a file. Keeps the bytes that were read
/// but not counted yet.
struct LineEndCounter<R> {
    file: R,
    uncounted: Vec<u8>,
    /// Position in the file of the first byte in `uncounted`.
    offset: u64,
}

impl<R: Read> Read for LineEndCounter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.uncounted.extend(buffer.iter().take(read));
        Ok(read)
    }
}

impl<R> LineEndCounter<R> {
    /// Moves to the first cell of the next record. Returns the number of line ends since the
    /// previous call. `start` is the byte position of the record or of the empty lines before it.
    fn move_to_record(&mut self, start: u64) -> u64 {
        let start = usize::try_from(start.saturating_sub(self.offset)).unwrap_or_default();
        let empty = self.uncounted.iter().skip(start).take_while(|byte| is_line_end(**byte)).count();
        let passed = (start + empty).min(self.uncounted.len());
        let ends = count_line_ends(self.uncounted.get(..passed).unwrap_or_default());
        self.uncounted.drain(..passed);
        self.offset += u64::try_from(passed).unwrap_or_default();
        ends
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Counts line endings, whether LF, CR LF or CR.
fn count_line_ends(text: &[u8]) -> u64 {
    let next = text.iter().skip(1).chain(std::iter::once(&b' '));
    let ends =
        text.iter().zip(next).filter(|(byte, next)| **byte == b'\n' || (**byte == b'\r' && **next != b'\n'));
    u64::try_from(ends.count()).unwrap_or_default()
}

/// Strings with which a web page can start, in lower case.
const WEB_PAGE: &[&str] = &["<!doctype html", "<html", "<head", "<body"];
/// Number of lines at the start of a file among which the header is searched for.
const FIRST_LINES: usize = 20;
/// Minimum number of columns of a table that can have a title above its header. In narrower tables,
/// the first line is always the header.
const MIN_BELOW_A_TITLE: usize = 3;
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// How a file is divided into cells: the separator, and the byte position of the header.
struct Layout {
    delimiter: u8,
    header: usize,
}

impl Layout {
    /// Detects the layout from the start of a file. A first line such as `sep=;` names the separator.
    /// Otherwise, the separator is the character that occurs equally often in the most lines. In a table with
    /// at least [`MIN_BELOW_A_TITLE`] columns, leading lines with fewer than half as many filled cells as the
    /// widest line are a title.
    fn of(text: &[u8]) -> Self {
        let beginning = text.get(..usize::try_from(HEADER).unwrap_or(usize::MAX)).unwrap_or(text);
        let (named, from) = parse_sep_line(beginning).map_or((None, 0), |(sign, from)| (Some(sign), from));
        let lines = first_lines(beginning, from);
        let delimiter = named.unwrap_or_else(|| most_consistent_delimiter(&lines));
        let filled = |line: &&[u8]| {
            let cells = cells_between(line, delimiter);
            cells.iter().filter(|cell| !cell.iter().all(u8::is_ascii_whitespace)).count()
        };
        let widest = lines.iter().map(|(_, line)| filled(line)).max().unwrap_or_default();
        let is_header = |line: &&[u8]| widest < MIN_BELOW_A_TITLE || filled(line) * 2 >= widest;
        let header = lines.iter().find(|(_, line)| is_header(line)).map_or(from, |(at, _)| *at);
        // Without a title, the table starts at the empty lines above the header, so that they are
        // included in the line numbers.
        let is_first = lines.first().is_some_and(|(at, _)| *at == header);
        Self { delimiter, header: if is_first { from } else { header } }
    }
}

/// Returns the separator that a first line such as `sep=;` names, and the position of the next line. Returns
/// `None` if the first line names no separator.
fn parse_sep_line(text: &[u8]) -> Option<(u8, usize)> {
    let (start, rest) = text.split_at_checked(4)?;
    let (sign, rest) = rest.split_first()?;
    let ends = rest.iter().take_while(|byte| is_line_end(**byte)).count();
    let is_sep_line = start.eq_ignore_ascii_case(b"sep=") && DELIMITERS.contains(sign) && ends > 0;
    is_sep_line.then_some((*sign, 5 + ends))
}

/// Returns the first lines from the position `first_byte` that aren't empty, each with its byte position.
/// Line breaks within quotes don't end a line.
fn first_lines(text: &[u8], first_byte: usize) -> Vec<(usize, &[u8])> {
    let (mut lines, mut start, mut is_quoted) = (vec![], first_byte, false);
    for (at, byte) in text.iter().enumerate().skip(first_byte).chain([(text.len(), &b'\n')]) {
        if *byte == b'"' {
            is_quoted = !is_quoted;
        }
        if is_line_end(*byte) && (!is_quoted || at == text.len()) {
            let line = text.get(start..at).unwrap_or_default();
            if !line.iter().all(u8::is_ascii_whitespace) {
                lines.push((start, line));
            }
            start = at + 1;
            if lines.len() == FIRST_LINES {
                break;
            }
        }
    }
    lines
}

/// Splits a line at the separators that aren't within quotes.
fn cells_between(line: &[u8], delimiter: u8) -> Vec<&[u8]> {
    let mut is_quoted = false;
    line.split(|byte| {
        if *byte == b'"' {
            is_quoted = !is_quoted;
        }
        *byte == delimiter && !is_quoted
    })
    .collect()
}

/// Returns the separator that occurs equally often in the most lines. In a tie, the more frequent separator
/// wins, then the first in [`DELIMITERS`].
fn most_consistent_delimiter(lines: &[(usize, &[u8])]) -> u8 {
    let score = |delimiter: u8| {
        let counts: Vec<usize> =
            lines.iter().map(|(_, line)| cells_between(line, delimiter).len() - 1).collect();
        let of = |count: usize| (counts.iter().filter(|other| **other == count).count(), count);
        counts.iter().filter(|count| **count > 0).map(|count| of(*count)).max().unwrap_or_default()
    };
    DELIMITERS.into_iter().rev().max_by_key(|delimiter| score(*delimiter)).unwrap_or(b',')
}

/// Returns at most [`SAMPLE_CHARS`] characters of a cell, as a sample.
fn shorten_cell(cell: &[u8]) -> String {
    String::from_utf8_lossy(cell).trim().chars().take(SAMPLE_CHARS).collect()
}
