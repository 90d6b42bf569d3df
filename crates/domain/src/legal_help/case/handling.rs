//! The ways in which cases get a lawyer, and the parts of a case that a list of hires shows.

use crate::legal_help::case::step::CaseStep;
use crate::shared::stored_words::stored_words;

/// The way in which a case gets a lawyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handling {
    /// Lanewise offers the case to lawyers on record.
    Matched,
    /// Staff find a lawyer outside Lanewise, because no lawyer was on record when the driver paid.
    ByStaff,
    /// The hire is from before Lanewise had cases. Only staff know the lawyer.
    Outside,
}

stored_words!(Handling { Matched => "matched", ByStaff => "by_staff", Outside => "outside", });

/// The parts of a case that a list of hires shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HireCase {
    /// How the case gets a lawyer.
    pub handling: Handling,
    /// The step that the case has reached.
    pub step: CaseStep,
    /// Whether staff set the hire's status. If so, the status may differ from the step.
    pub is_label_by_staff: bool,
}

impl HireCase {
    /// Values for a new hire until its case is stored.
    pub const NEW: Self =
        Self { handling: Handling::Outside, step: CaseStep::Hired, is_label_by_staff: false };
}
