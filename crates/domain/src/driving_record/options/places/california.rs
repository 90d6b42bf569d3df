//! California: infractions before a Superior Court.

use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, Fact, LetterRule, OptionCondition, OptionKind, Place, Recognition, Rule,
    Topic,
};
use crate::driving_record::options::sourced_text::AsOf;
use crate::shared::us_state::UsState;

const CHECKED: AsOf = AsOf { year: 2026, month: 11 };

/// Name of the court's form for a trial by written declaration.
const BY_DECLARATION: &str = "form TR-205";

const MY_CITATIONS: Fact = CHECKED.shown(
    Topic::Meaning,
    "MyCitations takes requests for a lower fine, more time, a payment plan or community service.",
    "Orange County Superior Court",
);
const MY_CITATIONS_WHO: Fact = CHECKED.shown(
    Topic::Who,
    "Where local rules allow, a clerk can approve it if you get public benefits or your income is at most \
     250% of the poverty level.",
    "Government Code §68645.3; Napa County Superior Court",
);
const MY_CITATIONS_TAKES: Fact = CHECKED.shown(
    Topic::Duration,
    "A decision takes up to 30 days. Until then you pay nothing and have no hearing.",
    "Orange County Superior Court",
);
const MY_CITATIONS_GIVES_UP: Fact = CHECKED.shown(
    Topic::GivesUp,
    "Contesting the ticket, and proving that you fixed it. If you want traffic school, ask for that first.",
    "California Courts Self-Help, MyCitations",
);
const MY_CITATIONS_FORM: Fact = CHECKED.shown(
    Topic::NextStep,
    "Use the court’s MyCitations page, or the paper form TR-320.",
    "courts.ca.gov, AB 199",
);

pub(super) const PLACES: &[Place] = &[Place {
    name: "California",
    covers: "traffic tickets in California",
    authority: "The court",
    citations: CoveredCitations::Traffic,
    recognition: Recognition::State(UsState::California),
    terms: CHECKED.shown_text(
        "The ticket is a Notice to Appear, and its fine is called bail. You can plead guilty, no contest or \
         not guilty.",
        "Vehicle Code §40902; Rules of Court, rule 4.105",
    ),
    has_points: true,
    paying: Some(CHECKED.shown_text(
        "In California paying is a conviction. If the violation is reportable, it goes on your record.",
        "San Bernardino County Superior Court",
    )),
    if_ignored: &[
        CHECKED.shown_text(
            "The court mails a reminder. Not getting it is no excuse.",
            "Mariposa County Superior Court, FAQ",
        ),
        CHECKED.shown_text(
            "The court can add a civil assessment of up to $100, 20 days after it mailed a warning. It \
             cancels the assessment for good cause.",
            "Penal Code §1214.1",
        ),
        CHECKED.shown_text("The court can decide on paper without you.", "Vehicle Code §40903"),
        CHECKED.shown_text(
            "Debt can be collected from wages, bank accounts and tax refunds.",
            "Orange County Superior Court",
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
                CHECKED.shown(
                    Topic::Deadline,
                    "The date on the ticket is the deadline to act. It isn’t always a hearing.",
                    "San Diego Superior Court, Traffic",
                ),
                CHECKED.shown(
                    Topic::Points,
                    "Most convictions show for 3 years, most two-point ones for 10.",
                    "DMV, FFDL 15",
                ),
                CHECKED.shown(
                    Topic::Points,
                    "The DMV acts at 4 points in 12 months, 6 in 24 or 8 in 36.",
                    "Vehicle Code §12810.5",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Contest,
            name: Some("Contest It in Court"),
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[CHECKED.shown(
                Topic::CostNow,
                "A trial in person needs no deposit, with exceptions.",
                "Rules of Court, rule 4.105",
            )],
        },
        Rule {
            kind: OptionKind::Contest,
            name: Some("Contest It by Mail"),
            needs: &[OptionCondition::NoAppearance],
            deadline: Deadline::Notice,
            letter: LetterRule::OwnForm(BY_DECLARATION),
            facts: &[
                CHECKED.shown(
                    Topic::Meaning,
                    "A trial by written declaration, instead of one in person.",
                    "Vehicle Code §40902",
                ),
                CHECKED.shown(
                    Topic::Who,
                    "For infractions, except those about driving under the influence.",
                    "Vehicle Code §40902",
                ),
                CHECKED.check_with_court(
                    Topic::Deadline,
                    "Ask by the due date. A written request adds 25 days.",
                    "Rules of Court, rule 4.210",
                ),
                CHECKED.shown(
                    Topic::CostNow,
                    "The full bail goes in with your statement. It comes back if you win.",
                    "Vehicle Code §40902",
                ),
                CHECKED.check_with_court(
                    Topic::GivesUp,
                    "The right to stay silent.",
                    "Rules of Court, rule 4.210",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you lose, you can have a new trial.",
                    "Vehicle Code §40902(d)",
                ),
                CHECKED.check_with_court(
                    Topic::Outcome,
                    "Ask for the new trial on form TR-220, within 20 days after the decision was mailed.",
                    "Rules of Court, rule 4.210",
                ),
                CHECKED.check_with_court(
                    Topic::NextStep,
                    "Send form TR-205 to the court on the ticket.",
                    "Rules of Court, rule 4.210",
                ),
            ],
        },
        Rule {
            kind: OptionKind::LowerFine,
            name: None,
            needs: &[],
            deadline: Deadline::Stated,
            letter: LetterRule::NotTaken,
            facts: &[
                MY_CITATIONS,
                MY_CITATIONS_WHO,
                CHECKED.check_with_court(
                    Topic::Who,
                    "Courts in all 58 counties take these requests.",
                    "GovTech",
                ),
                MY_CITATIONS_GIVES_UP,
                MY_CITATIONS_TAKES,
                MY_CITATIONS_FORM,
            ],
        },
        Rule {
            kind: OptionKind::TrafficSchool,
            name: None,
            needs: &[
                OptionCondition::Moving,
                OptionCondition::PointsAtMost(1),
                OptionCondition::NoAppearance,
            ],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::Who,
                    "The clerk approves it for a one-point moving violation if your license is valid and you \
                     had no traffic school for a violation in the 18 months before.",
                    "Rules of Court, rule 4.104(b)",
                ),
                CHECKED.shown(
                    Topic::Who,
                    "Not for more than 25 mph over the limit, alcohol, drugs or a commercial vehicle.",
                    "Rules of Court, rule 4.104(b)",
                ),
                CHECKED.check_with_court(Topic::Who, "A judge may allow more.", "Rules of Court, rule 4.104"),
                CHECKED.shown(
                    Topic::CostTotal,
                    "The full bail, $49, fees of the DMV and the county, and the school’s price.",
                    "Vehicle Code §§42007, 42007.1",
                ),
                CHECKED.shown(
                    Topic::Points,
                    "None: the conviction becomes confidential. That doesn’t apply to commercial licenses.",
                    "Vehicle Code §1808.7",
                ),
                CHECKED.shown(
                    Topic::Outcome,
                    "If you don’t finish, the conviction is public and its points count.",
                    "AB 466 (2023)",
                ),
            ],
        },
        Rule {
            kind: OptionKind::Correction,
            name: None,
            needs: &[OptionCondition::Correctable, OptionCondition::NoAppearance],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[
                CHECKED.shown(
                    Topic::Who,
                    "Not for fraud, neglect or an immediate hazard.",
                    "Vehicle Code §40610",
                ),
                CHECKED.shown(Topic::CostTotal, "$25 for each violation.", "Vehicle Code §40611"),
                CHECKED.shown(
                    Topic::NextStep,
                    "Get a sign-off that it’s fixed, and show it to the court by the date on the ticket.",
                    "courts.ca.gov",
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
                MY_CITATIONS,
                MY_CITATIONS_WHO,
                MY_CITATIONS_GIVES_UP,
                MY_CITATIONS_TAKES,
                MY_CITATIONS_FORM,
            ],
        },
    ],
}];
