//! Chicago: parking tickets and camera violations at the Department of Finance.

use super::GUIDES;
use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, LetterRule, OptionKind, Place, Recognition, Rule, Topic, fact,
};
use crate::driving_record::options::sourced_text::Mark::{CheckWithCourt, Shown};
use crate::driving_record::options::sourced_text::{AsOf, sourced_text};
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
    terms: sourced_text(
        Shown,
        "The paper is a violation notice. If you lose or don’t answer, the city makes a final determination.",
        FAQ,
        CHECKED,
    ),
    has_points: false,
    paying: None,
    if_ignored: &[
        sourced_text(
            Shown,
            "After the Notice of Violation, the city decides by default. You then have 21 days to petition in \
             person.",
            FAQ,
            CHECKED,
        ),
        sourced_text(
            CheckWithCourt,
            "Since July 2020, unpaid tickets don’t suspend a license.",
            GUIDES,
            CHECKED,
        ),
        sourced_text(Shown, "Collection costs are added.", "Municipal Code of Chicago 1-19-020", CHECKED),
        sourced_text(
            CheckWithCourt,
            "The city can boot a car at 3 final determinations, or 2 that are over a year old.",
            "Municipal Code of Chicago 9-100-120",
            CHECKED,
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
                fact(
                    Topic::Deadline,
                    Shown,
                    "Within 7 days of the ticket, or within 21 days of the Notice of Violation that follows.",
                    FAQ,
                    CHECKED,
                ),
                fact(
                    Topic::Outcome,
                    Shown,
                    "If you lose, you can go to the Circuit Court within 35 days.",
                    "Chicago Department of Finance",
                    CHECKED,
                ),
                fact(
                    Topic::NextStep,
                    Shown,
                    "Contest by letter, in person or by video. Online, you can contest 3 tickets at once.",
                    FAQ,
                    CHECKED,
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
                fact(
                    Topic::Who,
                    Shown,
                    "The hardship plan is for incomes up to 300% of the poverty level, or with listed aid.",
                    "New Start Chicago",
                    CHECKED,
                ),
                fact(Topic::CostNow, Shown, "From $10 a month.", FAQ, CHECKED),
                fact(
                    Topic::Duration,
                    Shown,
                    "6 months for an early plan, 24 for a standard one, 60 in hardship.",
                    FAQ,
                    CHECKED,
                ),
            ],
        },
    ],
}];
