//! Fonts: which characters a font has, how wide a string is in it, and where lines end.

use domain::shared::text::{is_invisible, is_unprintable};
use krilla::text::{Font, TextDirection};
use rustybuzz::{Direction, Face, UnicodeBuffer};
use unicode_bidi::BidiInfo;

/// Replacement for characters that the fonts can't draw.
pub const CANNOT_DRAW: char = '□';

/// A font that can be drawn and measured.
pub struct Typeface {
    pub font: Font,
    face: Face<'static>,
    units: f32,
}

/// A part of a line with one writing direction.
pub struct TextRun {
    pub text: String,
    pub direction: TextDirection,
}

impl Typeface {
    /// Parses a font file, or returns `None` if it is invalid.
    pub fn load(data: &'static [u8]) -> Option<Self> {
        let face = Face::from_slice(data, 0)?;
        let font = Font::new(data.into(), 0)?;
        let units = font.units_per_em();
        Some(Self { font, face, units })
    }

    /// Returns whether the font has a glyph for a character.
    pub fn has_glyph(&self, character: char) -> bool {
        self.face.glyph_index(character).is_some_and(|glyph| glyph.0 != 0)
    }

    /// Returns the width of a string at this font size, in points.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        runs(text).iter().map(|run| self.run_width(run, size)).sum()
    }

    /// Returns the width of a part of a line at this font size, in points.
    pub fn run_width(&self, run: &TextRun, size: f32) -> f32 {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&run.text);
        buffer.guess_segment_properties();
        buffer.set_direction(match run.direction {
            TextDirection::RightToLeft => Direction::RightToLeft,
            _ => Direction::LeftToRight,
        });
        let shaped = rustybuzz::shape(&self.face, &[], buffer);
        let units: f32 = shaped
            .glyph_positions()
            .iter()
            .map(|position| f32::from(i16::try_from(position.x_advance).unwrap_or(i16::MAX)))
            .sum();
        units / self.units * size
    }

    /// Breaks a string into at most `max_lines` lines. `width` is the maximum width of a line, in points. If the
    /// string doesn't fit, the last line ends with `…`.
    pub fn break_lines(&self, text: &str, size: f32, width: f32, max_lines: usize) -> Vec<String> {
        let mut lines = vec![];
        let mut rest = text.trim();
        while !rest.is_empty() && lines.len() < max_lines {
            let whole = self.count_fitting_bytes(rest, size, width);
            let last = lines.len() + 1 == max_lines;
            let line = if last && whole < rest.len() {
                let (fitting, _) =
                    rest.split_at(self.count_fitting_bytes(rest, size, width - self.width("…", size)));
                format!("{}…", fitting.trim_end())
            } else {
                let (line, _) = rest.split_at(line_end(rest, whole));
                line.trim_end().to_owned()
            };
            rest = rest.get(line_end(rest, whole)..).unwrap_or_default().trim_start();
            lines.push(line);
        }
        lines
    }

    /// Returns how many of the first bytes of a string fit into `width`, in points, at this font size. At
    /// least one character always fits, so that breaking lines makes progress.
    fn count_fitting_bytes(&self, text: &str, size: f32, width: f32) -> usize {
        // At most 400 characters are measured, because more never fit on a line. Except for accents and
        // invisible characters, every character is wider than an eighth of the font size.
        let ends: Vec<usize> =
            text.char_indices().skip(1).map(|(at, _)| at).chain([text.len()]).take(400).collect();
        // Most strings fit on one line. Measuring a string takes long, so this function first checks whether
        // everything fits.
        let longest = ends.last().copied().unwrap_or_default();
        if text.get(..longest).is_some_and(|start| self.width(start, size) <= width) {
            return longest;
        }
        let fitting = ends
            .partition_point(|end| text.get(..*end).is_some_and(|start| self.width(start, size) <= width));
        ends.get(fitting.saturating_sub(1)).copied().unwrap_or(text.len())
    }
}

/// Returns the byte position where a line of at most `max_bytes` bytes ends. The position is after the last
/// space, or at `max_bytes` if a word ends there or fills the whole line.
fn line_end(text: &str, max_bytes: usize) -> usize {
    if max_bytes >= text.len() || text.get(max_bytes..).is_some_and(|rest| rest.starts_with(' ')) {
        return max_bytes;
    }
    match text.get(..max_bytes).and_then(|line| line.rfind(' ')) {
        Some(space) if space > 0 => space + 1,
        _ => max_bytes,
    }
}

/// Splits a string into parts with one writing direction each, in the order in which they are seen from left to right.
pub fn runs(text: &str) -> Vec<TextRun> {
    let info = BidiInfo::new(text, None);
    let Some(paragraph) = info.paragraphs.first() else { return vec![] };
    let (levels, ranges) = info.visual_runs(paragraph, paragraph.range.clone());
    ranges
        .into_iter()
        .filter_map(|range| {
            let is_rtl = levels.get(range.start).is_some_and(unicode_bidi::Level::is_rtl);
            let direction = if is_rtl { TextDirection::RightToLeft } else { TextDirection::LeftToRight };
            Some(TextRun { text: text.get(range)?.to_owned(), direction })
        })
        .collect()
}

/// Returns the character to draw for `character`. `can_draw` says whether the font has it. Whitespace becomes a
/// space. Control characters and characters that the font lacks become `□`. Returns `None` for an invisible
/// character that the font lacks, such as a part of an emoji, because it is left out.
pub fn replace_undrawable(character: char, can_draw: bool) -> Option<char> {
    match character {
        c if c.is_whitespace() => Some(' '),
        c if is_unprintable(c) => Some(CANNOT_DRAW),
        c if can_draw && c != '\u{FEFF}' => Some(c),
        c if is_invisible(c) => None,
        _ => Some(CANNOT_DRAW),
    }
}
