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
        "The document is called a notice of toll evasion. You can pay or dispute it. If you do neither, your \
         vehicle’s registration can be put on hold.",
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
                    "For bridges, there is a penalty of $25, at most $50 in all. If you pay within 15 days, \
                     you pay only the toll.",
                    "Vehicle Code §40258",
                ),
                CHECKED.shown(
                    Topic::CostTotal,
                    "For toll roads, there is a penalty of $60, at most $100 in all.",
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
                    "Dispute the toll within 21 days of the notice, or within 15 days of the delinquent \
                     notice (a notice that your payment is late).",
                    "Vehicle Code §40255",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you lose, you can ask for a review within 15 days. You pay a deposit for it.",
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
                    "The plan is for incomes up to 200% of the poverty level, and for up to $600.",
                    "Vehicle Code §40269.5",
                ),
                CHECKED.shown(Topic::CostNow, "You pay $25 a month.", "Vehicle Code §40269.5"),
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
        "The document is called a toll bill. You can pay or dispute it. If you do neither, your vehicle’s \
         registration can be put on hold.",
        "New York State Thruway Authority",
    ),
    has_points: false,
    paying: None,
    if_ignored: &[CHECKED.shown_text(
        "On MTA bridges and tunnels, after 3 notices in 5 years you have 30 days to pay, get a payment plan \
         or dispute the tolls. After that, your car can be booted or towed.",
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
                "If you pay within 30 days, you pay only the toll. After that, you pay $5 more, and later \
                 $50 more for each toll.",
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
                "Dispute the toll in the way that your bill explains, or by phone.",
                "MTA",
            )],
        },
    ],
};

const TEXAS_DEADLINE: Fact = CHECKED.shown(
    Topic::Deadline,
    "By the due date on the bill, pay it or write to ask for a review.",
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
        "The document is called an invoice. You can pay or dispute it. If you do neither, your vehicle’s \
         registration can be put on hold.",
        "Transportation Code §228.0547",
    ),
    has_points: false,
    paying: None,
    if_ignored: &[
        CHECKED.shown_text(
            "If you don’t pay a second bill within 30 days, you can get a fine of up to $250.",
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
                    "If you pay late, there is a fee of up to $6, at most $48 a year.",
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
        "The document is called an invoice. You can pay or dispute it. If you do neither, your vehicle’s \
         registration can be put on hold.",
        "Florida’s Turnpike",
    ),
    has_points: false,
    paying: None,
    if_ignored: &[CHECKED.shown_text(
        "You get a second invoice. Then the debt can go to collections, and your registration can be blocked \
         or you can get a citation.",
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
