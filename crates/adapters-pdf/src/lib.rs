//! Renders PDFs. Receipts, court letters and lawyers' statements have one page. "My file" and letters that
//! contest an item have as many pages as they need. The PDFs are tagged for screen readers (PDF/UA-1), their
//! text can be selected, and they contain the parts of the fonts that they use.
//!
//! The fonts are DejaVu Sans Condensed, with Latin, Greek, Cyrillic, Hebrew, Arabic, Armenian and Georgian
//! characters. Control characters, and visible characters that the fonts lack, become `□`. A note on the page then
//! explains the replacement. Invisible characters that the fonts lack are left out.

mod canvas;
mod contest_letter;
mod letter;
mod my_file;
mod pages;
mod receipt;
mod sheet;
mod statement;
mod typeface;

use domain::legal_help::statement::Statement;
use domain::shared::business_time::BUSINESS_ZONE;
use ports::driving_record::contest_letters::{LetterPrinter, PrintedLetter};
use ports::payments::my_file::MyFile;
use ports::payments::receipts::{CourtLetter, PrintError, Receipt, ReceiptPrinter};
use ports::shared::store_error::BoxError;

use crate::canvas::Fonts;
use crate::sheet::DocumentContext;

/// Renders receipts, letters, statements and "My file" as PDFs.
pub struct PdfPrinter {
    fonts: Fonts,
    support_phone: String,
    test_mode: bool,
}

impl PdfPrinter {
    /// Creates a renderer. All documents except letters that contest an item show the support phone number. In
    /// test mode, documents with one page say that no real money was moved, and "My file" shows `TEST FILE`.
    pub fn new(support_phone: &str, test_mode: bool) -> Result<Self, PrintError> {
        let fonts = name_document("PDFs", Fonts::load().ok_or_else(|| "a font cannot be read".into()))?;
        Ok(Self { fonts, support_phone: support_phone.to_owned(), test_mode })
    }
}

impl PdfPrinter {
    /// Returns the support phone number and the test mode, which most documents show.
    fn context(&self) -> DocumentContext<'_> {
        DocumentContext { support_phone: &self.support_phone, test_mode: self.test_mode }
    }
}

/// Adds the document's name to an error.
fn name_document<T>(document: &'static str, result: Result<T, BoxError>) -> Result<T, PrintError> {
    result.map_err(|cause| PrintError { document, cause })
}

impl LetterPrinter for PdfPrinter {
    fn print_contest_letter(&self, letter: &PrintedLetter) -> Result<Vec<u8>, BoxError> {
        Ok(name_document("contest letter", contest_letter::print(&self.fonts, letter))?)
    }

    fn unprintable_chars(&self, text: &str) -> Vec<char> {
        self.fonts.unprintable_characters(text)
    }
}

impl ReceiptPrinter for PdfPrinter {
    fn print(&self, receipt: &Receipt) -> Result<Vec<u8>, PrintError> {
        let pdf = receipt::print(&self.fonts, receipt, self.context(), BUSINESS_ZONE);
        name_document("receipt", pdf)
    }

    fn print_letter(&self, letter: &CourtLetter) -> Result<Vec<u8>, PrintError> {
        let pdf = letter::print(&self.fonts, letter, self.context(), BUSINESS_ZONE);
        name_document("court letter", pdf)
    }

    fn print_my_file(&self, file: &MyFile) -> Result<Vec<u8>, PrintError> {
        name_document("My file PDF", my_file::print(&self.fonts, file, self.context()))
    }

    fn print_statement(&self, statement: &Statement) -> Result<Vec<u8>, PrintError> {
        let pdf = statement::print(&self.fonts, statement, self.context(), BUSINESS_ZONE);
        name_document("statement", pdf)
    }
}
