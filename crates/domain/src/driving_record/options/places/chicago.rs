//! Chicago: parking tickets and camera violations at the Department of Finance.

use super::GUIDES;
use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, LetterRule, OptionKind, Place, Recognition, Rule, Topic,
};
use crate::driving_record::options::sourced_text::AsOf;
use crate::shared::us_state::UsState;

const CHECKED: AsOf = AsOf { year: 2026, month: 11 };
const FAQ: &str = "City of Chicago, FAQ";

pub(super) const PLACES: &[Place] = &[Place {
    name: "Chicago",
    covers: "parking and camera tickets in Chicago",
    authority: "The City of Chicago",
    citations: CoveredCitations::ParkingAndCameras,
    recognition: Recognition::Issuer {
        // Only whole names match, because North Chicago and East Chicago are other cities.
        names: &[
            "Chicago",
            "City of Chicago",
            "Chicago Department of Finance",
            "City of Chicago Department of Finance",
        ],
        words: &[],
        counties: &[],
        state: UsState::Illinois,
    },
    terms: CHECKED.shown_text(
        "The ticket is called a violation notice. If you lose or don’t answer, the city decides that you owe \
         the fine (a final determination).",
        FAQ,
    ),
    has_points: false,
    paying: None,
    if_ignored: &[
        CHECKED.shown_text(
            "If you don’t answer the Notice of Violation, the city decides against you without a hearing. \
             You then have 21 days to petition against that in person.",
            FAQ,
        ),
        CHECKED.check_with_court_text(
            "Since July 2020, your license isn’t suspended for unpaid tickets.",
            GUIDES,
        ),
        CHECKED
            .shown_text("Collection costs are added to what you owe.", "Municipal Code of Chicago 1-19-020"),
        CHECKED.check_with_court_text(
            "The city can boot your car if you have 3 final determinations, or 2 that are over a year old.",
            "Municipal Code of Chicago 9-100-120",
        ),
    ],
    options: &[
        Rule {
            kind: OptionKind::Contest,
            name: None,
            needs: &[],
            deadline: Deadline::Stated,
            letter: LetterRule::Taken,
            facts: &[
                CHECKED.shown(
                    Topic::Deadline,
                    "Contest within 7 days of the ticket, or within 21 days of the Notice of Violation that \
                     follows.",
                    FAQ,
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you lose, you can take the case to the Circuit Court within 35 days.",
                    "Chicago Department of Finance",
                ),
                CHECKED.shown(
                    Topic::NextStep,
                    "Contest by letter, in person or by video. Online, you can contest 3 tickets at once.",
                    FAQ,
                ),
            ],
        },
        Rule {
            kind: OptionKind::Installments,
            name: None,
            needs: &[],
            deadline: Deadline::Stated,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::Who,
                    "You can get the hardship plan if your income is at most 300% of the poverty level, or \
                     if you get public aid that the city lists.",
                    "New Start Chicago",
                ),
                CHECKED.shown(Topic::CostNow, "Payments start at $10 a month.", FAQ),
                CHECKED.shown(
                    Topic::Duration,
                    "You have 6 months to pay with an early plan, 24 with a standard plan, and 60 with the \
                     hardship plan.",
                    FAQ,
                ),
            ],
        },
    ],
}];
