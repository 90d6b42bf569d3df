//! Toll roads, by their operators.

use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, Fact, LetterRule, OptionCondition, OptionKind, Place, Recognition, Rule,
    Topic,
};
use crate::driving_record::options::sourced_text::AsOf;
use crate::shared::us_state::UsState;

const CHECKED: AsOf = AsOf { year: 2026, month: 11 };

const CALIFORNIA: Place = Place {
    name: "California toll roads and bridges (FasTrak)",
    covers: "FasTrak tolls in California",
    authority: "FasTrak",
    citations: CoveredCitations::Tolls,
    recognition: Recognition::Issuer {
        names: &["Bay Area Toll Authority"],
        words: &["fastrak"],
        counties: &[],
        state: UsState::California,
    },
    terms: CHECKED.shown_text(
        "The paper is a notice of toll evasion. You pay or dispute it. A registration hold can follow.",
        "Vehicle Code §40255",
    ),
    has_points: false,
    paying: None,
    if_ignored: &[],
    options: &[
        Rule {
            kind: OptionKind::Pay,
            name: None,
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::CostTotal,
                    "Bridges: a penalty of $25, at most $50 in all. If you pay within 15 days, only the \
                     toll.",
                    "Vehicle Code §40258",
                ),
                CHECKED.shown(
                    Topic::CostTotal,
                    "Toll roads: a penalty of $60, at most $100 in all.",
                    "Vehicle Code §40258",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Contest,
            name: None,
            needs: &[],
            deadline: Deadline::Stated,
            letter: LetterRule::Taken,
            facts: &[
                CHECKED.shown(
                    Topic::Deadline,
                    "Within 21 days of the notice, or within 15 days of the delinquent notice.",
                    "Vehicle Code §40255",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you lose, you can ask for a review within 15 days, with a deposit.",
                    "Vehicle Code §40255",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Installments,
            name: None,
            needs: &[OptionCondition::Unrecorded],
            deadline: Deadline::Stated,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::Who,
                    "With an income up to 200% of the poverty level, for up to $600.",
                    "Vehicle Code §40269.5",
                ),
                CHECKED.shown(Topic::CostNow, "$25 a month.", "Vehicle Code §40269.5"),
                CHECKED.shown(
                    Topic::Outcome,
                    "The hold on your registration is lifted.",
                    "Vehicle Code §40269.5",
                ),
            ],
        },
    ],
};

const NEW_YORK: Place = Place {
    name: "New York tolls (E-ZPass, Tolls by Mail)",
    covers: "E-ZPass and Tolls by Mail in New York",
    authority: "The toll agency",
    citations: CoveredCitations::Tolls,
    recognition: Recognition::Issuer {
        names: &["MTA", "MTA Bridges and Tunnels", "New York State Thruway Authority"],
        words: &["e zpass new york", "e zpass ny", "tolls by mail", "new york state thruway"],
        counties: &[],
        state: UsState::NewYork,
    },
    terms: CHECKED.shown_text(
        "The paper is a toll bill. You pay or dispute it. A registration hold can follow.",
        "New York State Thruway Authority",
    ),
    has_points: false,
    paying: None,
    if_ignored: &[CHECKED.shown_text(
        "MTA: after 3 notices in 5 years, you have 30 days to pay, get a plan or dispute. Then the car can \
         be booted or towed.",
        "MTA",
    )],
    options: &[
        Rule {
            kind: OptionKind::Pay,
            name: None,
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[CHECKED.check_with_court(
                Topic::CostTotal,
                "Only the toll within 30 days. Then $5, later $50 for each toll.",
                "New York State Thruway Authority (2018)",
            )],
        },
        Rule {
            kind: OptionKind::Contest,
            name: Some("Dispute the Toll"),
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::Taken,
            facts: &[CHECKED.shown(
                Topic::NextStep,
                "Dispute it by the way that the bill names, or by phone.",
                "MTA",
            )],
        },
    ],
};

const TEXAS_DEADLINE: Fact = CHECKED.shown(
    Topic::Deadline,
    "Pay, or write for a review, by the due date on the bill.",
    "Transportation Code §228.0547",
);

const TEXAS: Place = Place {
    name: "Texas state toll roads (TxTag)",
    covers: "tolls on state roads in Texas (TxTag)",
    authority: "The toll agency",
    citations: CoveredCitations::Tolls,
    recognition: Recognition::Issuer {
        names: &["TxTag", "TxDOT", "Texas Department of Transportation"],
        words: &["txtag"],
        counties: &[],
        state: UsState::Texas,
    },
    terms: CHECKED.shown_text(
        "The paper is an invoice. You pay or dispute it. A registration hold can follow.",
        "Transportation Code §228.0547",
    ),
    has_points: false,
    paying: None,
    if_ignored: &[
        CHECKED.shown_text(
            "If a second bill is unpaid for 30 days, a fine of up to $250 can follow.",
            "Transportation Code §228.0547",
        ),
        CHECKED.shown_text(
            "100 unpaid tolls can block your registration.",
            "Central Texas Regional Mobility Authority",
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
                TEXAS_DEADLINE,
                CHECKED.shown(
                    Topic::CostTotal,
                    "Late, a fee of up to $6, at most $48 a year.",
                    "Transportation Code §228.0547",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Contest,
            name: Some("Ask for a Review"),
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::Taken,
            facts: &[
                TEXAS_DEADLINE,
                CHECKED.shown(
                    Topic::NextStep,
                    "Write to the Harris County Toll Road Authority, which has run TxTag since November \
                     2024.",
                    "TxDOT",
                ),
            ],
        },
    ],
};

const FLORIDA: Place = Place {
    name: "Florida’s Turnpike (SunPass)",
    covers: "tolls on Florida’s Turnpike (SunPass)",
    authority: "SunPass",
    citations: CoveredCitations::Tolls,
    recognition: Recognition::Issuer {
        names: &["Florida Turnpike", "Florida’s Turnpike Enterprise"],
        words: &["sunpass", "florida s turnpike"],
        counties: &[],
        state: UsState::Florida,
    },
    terms: CHECKED.shown_text(
        "The paper is an invoice. You pay or dispute it. A registration hold can follow.",
        "Florida’s Turnpike",
    ),
    has_points: false,
    paying: None,
    if_ignored: &[CHECKED.shown_text(
        "A second invoice follows, then collections, and a registration stop or a citation.",
        "Florida’s Turnpike",
    )],
    options: &[Rule {
        kind: OptionKind::Pay,
        name: None,
        needs: &[],
        deadline: Deadline::Notice,
        letter: LetterRule::NotTaken,
        facts: &[CHECKED.shown(Topic::CostTotal, "An invoice adds $2.50 to the toll.", "Florida’s Turnpike")],
    }],
};

pub(super) const PLACES: &[Place] = &[CALIFORNIA, NEW_YORK, TEXAS, FLORIDA];
