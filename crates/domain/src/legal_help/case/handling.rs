//! How a case finds its lawyer, and the part of a case that a list of hires shows.

use crate::legal_help::case::step::CaseStep;
use crate::shared::stored_words::stored_words;

/// How a case finds its lawyer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handling {
    /// The case is offered to lawyers on record.
    Matched,
    /// Staff find a lawyer by hand, because no lawyer is on record.
    ByStaff,
    /// The hire is from before cases existed. Staff know its lawyer.
    Outside,
}

stored_words!(Handling { Matched => "matched", ByStaff => "by_staff", Outside => "outside", });

/// The parts of a case that a list of hires shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HireCase {
    /// How the case finds its lawyer.
    pub handling: Handling,
    /// The step that the case has reached.
    pub step: CaseStep,
    /// Whether staff set the hire's status by hand, so that it may differ from the step.
    pub is_label_by_staff: bool,
}

impl HireCase {
    /// The case facts of a new hire, until its own case is stored.
    pub const NEW: Self =
        Self { handling: Handling::Outside, step: CaseStep::Hired, is_label_by_staff: false };
}
