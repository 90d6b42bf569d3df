//! Draws on a PDF page. Tags each drawing as part of the reading order or as decoration.

use krilla::color::rgb;
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::image::Image;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier, SpanTag};

use crate::typeface::{CANNOT_DRAW, Typeface, replace_undrawable, runs};

pub struct Fonts {
    pub regular: Typeface,
    pub bold: Typeface,
}

impl Fonts {
    /// Loads the regular and the bold font. Returns `None` if one of them can't be parsed.
    pub fn load() -> Option<Self> {
        Some(Self {
            regular: Typeface::load(dejavu::sans_condensed::regular())?,
            bold: Typeface::load(dejavu::sans_condensed::bold())?,
        })
    }

    /// Returns whether the regular and the bold font have a character.
    fn can_draw(&self, character: char) -> bool {
        self.regular.has_glyph(character) && self.bold.has_glyph(character)
    }

    /// Replaces or leaves out characters that the regular or the bold font
    /// lacks, as [`replace_undrawable`](crate::typeface::replace_undrawable) does.
    pub fn replace_undrawable(&self, text: &str) -> String {
        text.chars().filter_map(|c| replace_undrawable(c, self.can_draw(c))).collect()
    }

    /// Returns the characters that [`Fonts::replace_undrawable`] replaces with `□`, each once.
    pub fn unprintable_characters(&self, text: &str) -> Vec<char> {
        let mut found = vec![];
        for c in text
            .chars()
            .filter(|c| *c != CANNOT_DRAW && replace_undrawable(*c, self.can_draw(*c)) == Some(CANNOT_DRAW))
        {
            if !found.contains(&c) {
                found.push(c);
            }
        }
        found
    }

    /// Returns whether [`Fonts::replace_undrawable`] replaces a character of these strings with `□`.
    pub fn has_unprintable<'t>(&self, mut texts: impl Iterator<Item = &'t String>) -> bool {
        texts.any(|text| !self.unprintable_characters(text).is_empty())
    }
}

/// Font size, weight and color of a line of text.
#[derive(Clone, Copy)]
pub struct Style {
    pub size: f32,
    pub bold: bool,
    pub color: (u8, u8, u8),
}

pub const INK: (u8, u8, u8) = (11, 27, 43);
pub const SOFT: (u8, u8, u8) = (71, 85, 105);
pub const LINE: (u8, u8, u8) = (217, 224, 234);
pub const BLUE: (u8, u8, u8) = (29, 78, 216);
pub const AMBER: (u8, u8, u8) = (251, 191, 36);
pub const BAND_INK: (u8, u8, u8) = (26, 18, 0);

/// A PDF page to draw on.
pub struct Canvas<'a, 'b> {
    pub fonts: &'a Fonts,
    surface: Surface<'b>,
}

impl<'a, 'b> Canvas<'a, 'b> {
    pub fn new(fonts: &'a Fonts, surface: Surface<'b>) -> Self {
        Self { fonts, surface }
    }

    /// Ends the drawing on this page.
    pub fn finish(self) {
        self.surface.finish();
    }

    /// Returns the bold or the regular font, depending on the style.
    pub fn typeface(&self, style: Style) -> &'a Typeface {
        if style.bold { &self.fonts.bold } else { &self.fonts.regular }
    }

    /// Draws one line of text, whose baseline starts at (`x`, `y`). The caller adds the returned tag
    /// to the reading order.
    pub fn draw_text(&mut self, x: f32, y: f32, style: Style, text: &str) -> Identifier {
        let typeface = self.typeface(style);
        let tag = self.surface.start_tagged(ContentTag::Span(SpanTag::empty()));
        self.surface.set_fill(Some(fill(style.color)));
        let mut x = x;
        let mut runs = runs(text).into_iter().peekable();
        while let Some(run) = runs.next() {
            let font = typeface.font.clone();
            self.surface.draw_text(Point::from_xy(x, y), font, style.size, &run.text, false, run.direction);
            if runs.peek().is_some() {
                x += typeface.run_width(&run, style.size);
            }
        }
        self.surface.end_tagged();
        tag
    }

    /// Draws one line of text that ends at the x position `right`. The caller adds the returned tag
    /// to the reading order.
    pub fn draw_text_ending_at(&mut self, right: f32, y: f32, style: Style, text: &str) -> Identifier {
        let x = right - self.typeface(style).width(text, style.size);
        self.draw_text(x, y, style, text)
    }

    /// Draws an image with its top left corner at (`x`, `y`), scaled to this width and height in points.
    /// The caller adds the returned tag to the reading order.
    pub fn draw_image(&mut self, x: f32, y: f32, (width, height): (f32, f32), image: Image) -> Identifier {
        let tag = self.surface.start_tagged(ContentTag::Other);
        if let Some(size) = Size::from_wh(width, height) {
            self.surface.push_transform(&Transform::from_translate(x, y));
            self.surface.draw_image(image, size);
            self.surface.pop();
        }
        self.surface.end_tagged();
        tag
    }

    /// Draws a filled rectangle with its top left corner at (`x`, `y`), marked as decoration.
    pub fn draw_rectangle(&mut self, x: f32, y: f32, width: f32, height: f32, color: (u8, u8, u8)) {
        let mut path = PathBuilder::new();
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            path.push_rect(rect);
        }
        let Some(path) = path.finish() else { return };
        self.surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Other)));
        self.surface.set_fill(Some(fill(color)));
        self.surface.draw_path(&path);
        self.surface.end_tagged();
    }
}

/// Returns an opaque fill of this color.
fn fill((red, green, blue): (u8, u8, u8)) -> Fill {
    Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::default(),
    }
}
