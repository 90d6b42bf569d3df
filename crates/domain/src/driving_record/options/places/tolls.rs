//! Toll roads, by their operators.

use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, Fact, LetterRule, OptionCondition, OptionKind, Place, Recognition, Rule, Topic, fact,
};
use crate::driving_record::options::sourced_text::Mark::{CheckWithCourt, Shown};
use crate::driving_record::options::sourced_text::{AsOf, sourced_text};
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
    terms: sourced_text(
        Shown,
        "The paper is a notice of toll evasion. You pay or dispute it. A registration hold can follow.",
        "Vehicle Code §40255",
        CHECKED,
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
                fact(
                    Topic::CostTotal,
                    Shown,
                    "Bridges: a penalty of $25, at most $50 in all. If you pay within 15 days, only the toll.",
                    "Vehicle Code §40258",
                    CHECKED,
                ),
                fact(
                    Topic::CostTotal,
                    Shown,
                    "Toll roads: a penalty of $60, at most $100 in all.",
                    "Vehicle Code §40258",
                    CHECKED,
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
                fact(
                    Topic::Deadline,
                    Shown,
                    "Within 21 days of the notice, or within 15 days of the delinquent notice.",
                    "Vehicle Code §40255",
                    CHECKED,
                ),
                fact(
                    Topic::Outcome,
                    Shown,
                    "If you lose, you can ask for a review within 15 days, with a deposit.",
                    "Vehicle Code §40255",
                    CHECKED,
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
                fact(
                    Topic::Who,
                    Shown,
                    "With an income up to 200% of the poverty level, for up to $600.",
                    "Vehicle Code §40269.5",
                    CHECKED,
                ),
                fact(Topic::CostNow, Shown, "$25 a month.", "Vehicle Code §40269.5", CHECKED),
                fact(
                    Topic::Outcome,
                    Shown,
                    "The hold on your registration is lifted.",
                    "Vehicle Code §40269.5",
                    CHECKED,
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
    terms: sourced_text(
        Shown,
        "The paper is a toll bill. You pay or dispute it. A registration hold can follow.",
        "New York State Thruway Authority",
        CHECKED,
    ),
    has_points: false,
    paying: None,
    if_ignored: &[sourced_text(
        Shown,
        "MTA: after 3 notices in 5 years, you have 30 days to pay, get a plan or dispute. Then the car can be \
         booted or towed.",
        "MTA",
        CHECKED,
    )],
    options: &[
        Rule {
            kind: OptionKind::Pay,
            name: None,
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[fact(
                Topic::CostTotal,
                CheckWithCourt,
                "Only the toll within 30 days. Then $5, later $50 for each toll.",
                "New York State Thruway Authority (2018)",
                CHECKED,
            )],
        },
        Rule {
            kind: OptionKind::Contest,
            name: Some("Dispute the Toll"),
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::Taken,
            facts: &[fact(
                Topic::NextStep,
                Shown,
                "Dispute it by the way that the bill names, or by phone.",
                "MTA",
                CHECKED,
            )],
        },
    ],
};

const TEXAS_DEADLINE: Fact = fact(
    Topic::Deadline,
    Shown,
    "Pay, or write for a review, by the due date on the bill.",
    "Transportation Code §228.0547",
    CHECKED,
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
    terms: sourced_text(
        Shown,
        "The paper is an invoice. You pay or dispute it. A registration hold can follow.",
        "Transportation Code §228.0547",
        CHECKED,
    ),
    has_points: false,
    paying: None,
    if_ignored: &[
        sourced_text(
            Shown,
            "If a second bill is unpaid for 30 days, a fine of up to $250 can follow.",
            "Transportation Code §228.0547",
            CHECKED,
        ),
        sourced_text(
            Shown,
            "100 unpaid tolls can block your registration.",
            "Central Texas Regional Mobility Authority",
            CHECKED,
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
                fact(
                    Topic::CostTotal,
                    Shown,
                    "Late, a fee of up to $6, at most $48 a year.",
                    "Transportation Code §228.0547",
                    CHECKED,
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
                fact(
                    Topic::NextStep,
                    Shown,
                    "Write to the Harris County Toll Road Authority, which has run TxTag since November 2024.",
                    "TxDOT",
                    CHECKED,
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
    terms: sourced_text(
        Shown,
        "The paper is an invoice. You pay or dispute it. A registration hold can follow.",
        "Florida’s Turnpike",
        CHECKED,
    ),
    has_points: false,
    paying: None,
    if_ignored: &[sourced_text(
        Shown,
        "A second invoice follows, then collections, and a registration stop or a citation.",
        "Florida’s Turnpike",
        CHECKED,
    )],
    options: &[Rule {
        kind: OptionKind::Pay,
        name: None,
        needs: &[],
        deadline: Deadline::Notice,
        letter: LetterRule::NotTaken,
        facts: &[fact(
            Topic::CostTotal,
            Shown,
            "An invoice adds $2.50 to the toll.",
            "Florida’s Turnpike",
            CHECKED,
        )],
    }],
};

pub(super) const PLACES: &[Place] = &[CALIFORNIA, NEW_YORK, TEXAS, FLORIDA];
