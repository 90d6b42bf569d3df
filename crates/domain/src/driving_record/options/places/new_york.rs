//! New York State outside New York City: traffic tickets before local courts.

use super::GUIDES;
use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, Fact, LetterRule, OptionCondition, OptionKind, Place, Recognition, Rule,
    Topic,
};
use crate::driving_record::options::sourced_text::AsOf;
use crate::shared::us_state::UsState;

const CHECKED: AsOf = AsOf { year: 2026, month: 11 };

/// How long points count. Sources differ on the number of points at which a license is suspended, so New
/// York's texts don't name that number.
pub(super) const POINTS_COUNT: Fact = CHECKED.check_with_court(
    Topic::Points,
    "Since February 16, 2026, points count for 24 months. Before that, they counted for 18 months.",
    GUIDES,
);
pub(super) const POINTS_COST: Fact = CHECKED.check_with_court(
    Topic::CostTotal,
    "6 points in 18 months also cost $100 a year for 3 years, plus $25 a year for each further point. If \
     that is unpaid, your license is suspended.",
    GUIDES,
);

/// The state's point reduction course, which is also an option in New York City.
pub(super) const COURSE: Rule = Rule {
    kind: OptionKind::TrafficSchool,
    name: Some("Take a Point Reduction Course"),
    needs: &[],
    deadline: Deadline::Stated,
    letter: LetterRule::NotTaken,
    facts: &[
        CHECKED.check_with_court(
            Topic::Meaning,
            "The course doesn’t settle the ticket: the violation stays on your record.",
            GUIDES,
        ),
        CHECKED.check_with_court(Topic::Who, "You can do this once in 18 months.", GUIDES),
        CHECKED.shown(
            Topic::Points,
            "The DMV counts up to 4 points fewer. Your insurance premiums are 10% lower for 3 years.",
            "New York State DMV, Point and Insurance Reduction Program",
        ),
    ],
};

pub(super) const PLAN: Rule = Rule {
    kind: OptionKind::Installments,
    name: None,
    needs: &[],
    deadline: Deadline::Stated,
    letter: LetterRule::NotTaken,
    facts: &[CHECKED.check_with_court(
        Topic::Meaning,
        "With a payment plan, you pay $25 or 2% of your income each month. A judge may also reduce what you \
         owe.",
        "Driver’s License Suspension Reform Act",
    )],
};

pub(super) const PLACES: &[Place] = &[Place {
    name: "New York State, outside New York City",
    covers: "traffic tickets in New York State outside New York City",
    authority: "The court",
    citations: CoveredCitations::Traffic,
    recognition: Recognition::StateOfKnownCourt(UsState::NewYork),
    terms: CHECKED.shown_text(
        "The ticket is called a simplified traffic information. You can plead guilty or not guilty.",
        "Vehicle and Traffic Law §1806; New York State DMV",
    ),
    has_points: true,
    paying: None,
    if_ignored: &[
        CHECKED.shown_text(
            "Your license is suspended. That isn’t a conviction. Lifting the suspension costs $70.",
            "New York State DMV",
        ),
        CHECKED.shown_text("The suspension starts after 60 days.", "Oneonta City Court"),
        CHECKED.check_with_court_text(
            "Since June 2021, an unpaid fine alone is no longer a reason to suspend your license.",
            "Driver’s License Suspension Reform Act",
        ),
    ],
    options: &[
        Rule {
            kind: OptionKind::Pay,
            name: None,
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[
                POINTS_COUNT,
                POINTS_COST,
                CHECKED.shown(
                    Topic::Deadline,
                    "Answer the court named on the ticket before the court date on the ticket.",
                    "New York State DMV; Town of Mamakating",
                ),
                CHECKED.shown(
                    Topic::Points,
                    "A state rule lists the points of each violation.",
                    "15 NYCRR 131.3",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Contest,
            name: None,
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::Taken,
            facts: &[
                CHECKED.shown(
                    Topic::Deadline,
                    "Answer the court named on the ticket before the court date on the ticket.",
                    "New York State DMV; Town of Mamakating",
                ),
                CHECKED.check_with_court(
                    Topic::NextStep,
                    "You can ask for the officer’s written statement (the supporting deposition) within 30 \
                     days of the court date, but only before you plead guilty.",
                    "Criminal Procedure Law §100.25",
                ),
            ],
        },
        Rule {
            kind: OptionKind::LowerFine,
            name: Some("Ask for a Reduced Charge or More Time"),
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[CHECKED.shown(
                Topic::Meaning,
                "The prosecutor may offer a reduced charge, and the court may move your date if you write to \
                 it. Local rules differ.",
                "Town of Mamakating",
            )],
        },
        COURSE,
        Rule {
            kind: OptionKind::Correction,
            name: None,
            needs: &[OptionCondition::Correctable],
            deadline: Deadline::Stated,
            letter: LetterRule::NotTaken,
            facts: &[CHECKED.shown(
                Topic::Deadline,
                "Fix the equipment by half an hour after sunset on the next full business day. Saturdays \
                 don’t count.",
                "Vehicle and Traffic Law §376-a(4), as in S5730 (2013)",
            )],
        },
        PLAN,
    ],
}];
