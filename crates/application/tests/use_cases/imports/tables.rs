//! CSV files as tables: which files are accepted, their cells, and their line numbers.

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Read};

use application::imports::reading::{ImportRows, Table, TableError};
use domain::imports::import::{MAX_COLUMNS, MAX_LINES};
use proptest::prelude::*;
use rstest::rstest;

/// The lines of a table, each as its line number and its cells.
type Numbered = Vec<(i32, Vec<String>)>;

/// A reader that returns at most three bytes at a time.
struct Pieces<'a>(&'a [u8]);

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(3);
        self.0.read(&mut buffer[..most])
    }
}

fn read(file: &[u8]) -> Result<Numbered, TableError> {
    let table = Table::open(file)?;
    let mut lines = vec![];
    let read: Result<(), Box<dyn Error>> =
        ImportRows::of(Pieces(table.text())).unwrap().for_each(|number, cells| {
            lines.push((number, cells.iter().map(|cell| (*cell).to_owned()).collect()));
            Ok(())
        });
    read.map_err(|error| *error.downcast::<TableError>().unwrap())?;
    Ok(lines)
}

fn cells(file: &str) -> Vec<Vec<String>> {
    read(file.as_bytes()).unwrap().into_iter().map(|(_, cells)| cells).collect()
}

#[rstest]
#[case::commas("a,b\n1,2\n", &["1", "2"])]
#[case::semicolons("a;b\n1;2,5\n", &["1", "2,5"])]
#[case::tabs("a\tb\n1;x\t2\n", &["1;x", "2"])]
#[case::a_comma_in_the_headers_quotes("\"a,b,c\";d\n1;2\n", &["1", "2"])]
#[case::one_column("a\n1\n", &["1"])]
#[case::a_byte_order_mark("\u{feff}a,b\n1,2\n", &["1", "2"])]
#[case::carriage_returns("a,b\r\n1,2\r\n", &["1", "2"])]
#[case::no_end_of_line("a,b\n1,2", &["1", "2"])]
#[case::spaces_around("a,b\n  1 ,\" 2\"\n", &["1", "2"])]
#[case::a_quote_in_quotes("a,b\n\"he said \"\"no\"\"\",2\n", &["he said \"no\"", "2"])]
#[case::a_line_in_quotes("a,b\n\"1\n2\",3\n", &["1\n2", "3"])]
#[case::fewer_cells("a,b\n1\n", &["1"])]
#[case::more_cells("a,b\n1,2,3\n", &["1", "2", "3"])]
#[case::empty_cells("a,b\n,\n", &["", ""])]
fn cells_are_parsed_with_any_delimiter_and_quoting(#[case] file: &str, #[case] expected: &[&str]) {
    assert_eq!(cells(file), [expected]);
}

fn utf_16(text: &str, to_bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

#[rstest]
#[case::utf_16_with_a_mark(utf_16("\u{feff}Plate\tPlace\nA1\tPe\u{f1}a\n", u16::to_le_bytes))]
#[case::utf_16_of_the_other_order(utf_16("\u{feff}Plate,Place\nA1,Pe\u{f1}a\n", u16::to_be_bytes))]
#[case::utf_16_without_a_mark(utf_16("Plate,Place\nA1,Pe\u{f1}a\n", u16::to_le_bytes))]
#[case::utf_16_of_the_other_order_without_a_mark(utf_16("Plate,Place\nA1,Pe\u{f1}a\n", u16::to_be_bytes))]
#[case::windows_1252(b"Plate,Place\nA1,Pe\xf1a\n".to_vec())]
#[case::mac_roman(b"Plate,Place\rA1,Pe\x96a\r".to_vec())]
#[case::a_sep_line("\u{feff}sep=;\nPlate;Place\nA1;Pe\u{f1}a\n".as_bytes().to_vec())]
#[case::bars("Plate|Place\nA1|Pe\u{f1}a\n".as_bytes().to_vec())]
fn tables_in_legacy_encodings_and_with_unusual_delimiters_are_read(#[case] file: Vec<u8>) {
    let table = Table::open(&file).unwrap();
    let (columns, total) = table.survey().unwrap();
    assert_eq!((columns.len(), columns[0].header.as_str(), total), (2, "Plate", 1));
    assert_eq!(read(&file).unwrap()[0].1, ["A1", "Pe\u{f1}a"]);
}

#[test]
fn typographic_quotes_in_windows_1252_are_read() {
    assert_eq!(
        read(b"a,b\nPe\xf1a\x92s \x96 \x93A\x94,2\n").unwrap()[0].1[0],
        "Pe\u{f1}a\u{2019}s \u{2013} \u{201c}A\u{201d}"
    );
}

#[rstest]
#[case::one_title("City of Springfield\nPlate,State,Amount\nA1,NY,115\n", 3)]
#[case::titles_and_an_empty_line(
    "City of Springfield, IL\nGenerated 11/01/2026 by jdoe\n\nPlate,State,Citation,Place,Amount\nA1,NY,1,Main,5\n",
    5
)]
#[case::none("Plate,State,Amount\nA1,NY,115\n", 2)]
#[case::a_sep_line("sep=,\nPlate,State,Amount\nA1,NY,115\n", 3)]
#[case::empty_lines_above("\n\nPlate,State,Amount\nA1,NY,115\n", 4)]
fn the_header_of_a_table_is_found_below_a_title_or_empty_lines(#[case] file: &str, #[case] line: i32) {
    let (columns, total) = Table::open(file.as_bytes()).unwrap().survey().unwrap();
    assert_eq!((columns[0].header.as_str(), total), ("Plate", 1));
    let (number, cells) = read(file.as_bytes()).unwrap().swap_remove(0);
    assert_eq!((number, cells[0].as_str()), (line, "A1"));
}

#[test]
fn commas_within_cells_are_not_delimiters() {
    assert_eq!(cells("a;b\nMain St, 5, NY, USA;1,50\nElm St;2,50\n")[0], ["Main St, 5, NY, USA", "1,50"]);
}

#[rstest]
#[case("\n")]
#[case("\r\n")]
#[case("\r")]
fn line_numbers_match_those_of_a_text_editor(#[case] line_ending: &str) {
    let file = "a,b\n1,2\n\n\"x\n\ny\",4\n5,6\n\n\n\n7,8\n".replace('\n', line_ending);
    for file in [file.clone(), format!("\u{feff}{file}"), format!("{line_ending}{file}")] {
        let numbers: Vec<i32> =
            read(file.as_bytes()).unwrap().into_iter().map(|(number, _)| number).collect();
        let shift = i32::from(file.starts_with(line_ending));
        assert_eq!(numbers, [2, 4, 7, 11].map(|number| number + shift), "{file:?}");
    }
}

#[rstest]
#[case(b"", TableError::Empty)]
#[case(b"\xef\xbb\xbf \r\n", TableError::Empty)]
#[case(b"a,b\n1,\0\n", TableError::Binary)]
#[case(b"a,b\n1,2\n\x81,4\n", TableError::Encoding(3))]
#[case(b"<!DOCTYPE html><html><body>Please log in</body></html>", TableError::WebPage)]
#[case(b"\n <HTML>\n<p>Hello</p>", TableError::WebPage)]
#[case(b"\xff\xd8\xff\xe0,\x01\x02\n1,2\n", TableError::Binary)]
#[case(b"a,b\n", TableError::NoLines)]
#[case(b"a,b\n\n\n", TableError::NoLines)]
fn a_file_that_is_not_a_table_is_refused(#[case] file: &[u8], #[case] expected: TableError) {
    let surveyed = Table::open(file).and_then(|table| table.survey());
    assert_eq!(surveyed.unwrap_err(), expected);
}

#[test]
fn a_table_is_refused_only_above_its_maximum_lines_columns_or_characters() {
    let survey = |file: &str| Table::open(file.as_bytes()).unwrap().survey().map(|(_, total)| total);
    let lines = |count: usize| format!("a\n{}", "1\n".repeat(count));
    assert_eq!(survey(&lines(MAX_LINES)), Ok(200_000));
    assert_eq!(survey(&lines(MAX_LINES + 1)), Err(TableError::TooManyLines));
    let columns = |count: usize| format!("{}\n1\n", vec!["a"; count].join(","));
    assert_eq!(survey(&columns(MAX_COLUMNS)), Ok(1));
    assert_eq!(survey(&columns(MAX_COLUMNS + 1)), Err(TableError::TooManyColumns));
    assert_eq!(survey(&format!("{}\n1\n", "a".repeat(5_001))), Err(TableError::LongCell(1)));
}

#[test]
fn a_table_survey_has_twelve_shortened_samples_of_each_column() {
    let mut file = "Email, Fine \n".to_owned();
    for number in 1..=15 {
        writeln!(file, "{}{number},{number}", "é".repeat(70)).unwrap();
    }
    let (columns, total) = Table::open(file.as_bytes()).unwrap().survey().unwrap();
    assert_eq!((total, columns.len()), (15, 2));
    assert_eq!((columns[0].header.as_str(), columns[1].header.as_str()), ("Email", "Fine"));
    assert_eq!(columns[1].samples, (1..=12).map(|number| number.to_string()).collect::<Vec<_>>());
    assert!(columns[0].samples.iter().all(|text| *text == "é".repeat(60)));
}

fn quote(cell: &str) -> String {
    format!("\"{}\"", cell.replace('"', "\"\""))
}

proptest! {
    /// Parses files of random bytes. Parsing never panics. If a file's columns can be read, all of its lines can be
    /// read, and there are as many as the survey counted.
    #[test]
    fn any_file_contents_are_refused_or_parsed_completely(file in proptest::collection::vec(
        prop_oneof![any::<u8>(), Just(b','), Just(b'\n'), Just(b'"'), Just(b'\r')], 0..400,
    )) {
        let surveyed = Table::open(&file).and_then(|table| table.survey());
        if let Ok((_, total)) = surveyed {
            prop_assert_eq!(i32::try_from(read(&file).unwrap().len()).unwrap(), total);
        }
    }

    #[test]
    fn parsing_quoted_cells_returns_the_original_cells_trimmed(rows in proptest::collection::vec(
        (("[ -~\n,;\té]{0,20}"), "[ -~]{0,20}"), 1..8,
    )) {
        let mut file = "one,two\n".to_owned();
        for (one, two) in &rows {
            writeln!(file, "{},{}", quote(one), quote(two)).unwrap();
        }
        let expected: Vec<Vec<String>> =
            rows.iter().map(|(one, two)| vec![one.trim().to_owned(), two.trim().to_owned()]).collect();
        prop_assert_eq!(cells(&file), expected);
    }
}
