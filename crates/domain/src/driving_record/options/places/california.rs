//! California: infractions before a Superior Court.

use crate::driving_record::options::rule::{
    CoveredCitations, Deadline, Fact, LetterRule, OptionCondition, OptionKind, Place, Recognition, Rule, Topic, fact,
};
use crate::driving_record::options::sourced_text::Mark::{CheckWithCourt, Shown};
use crate::driving_record::options::sourced_text::{AsOf, sourced_text};
use crate::shared::us_state::UsState;

const CHECKED: AsOf = AsOf { year: 2026, month: 11 };

/// Name of the court's form for a trial by written declaration.
const BY_DECLARATION: &str = "form TR-205";

const MY_CITATIONS: Fact = fact(
    Topic::Meaning,
    Shown,
    "MyCitations takes requests for a lower fine, more time, a payment plan or community service.",
    "Orange County Superior Court",
    CHECKED,
);
const MY_CITATIONS_WHO: Fact = fact(
    Topic::Who,
    Shown,
    "Where local rules allow, a clerk can approve it if you get public benefits or your income is \
     at most 250% of the poverty level.",
    "Government Code §68645.3; Napa County Superior Court",
    CHECKED,
);
const MY_CITATIONS_TAKES: Fact = fact(
    Topic::Duration,
    Shown,
    "A decision takes up to 30 days. Until then you pay nothing and have no hearing.",
    "Orange County Superior Court",
    CHECKED,
);
const MY_CITATIONS_GIVES_UP: Fact = fact(
    Topic::GivesUp,
    Shown,
    "Contesting the ticket, and proving that you fixed it. If you want traffic school, ask for that first.",
    "California Courts Self-Help, MyCitations",
    CHECKED,
);
const MY_CITATIONS_FORM: Fact = fact(
    Topic::NextStep,
    Shown,
    "Use the court’s MyCitations page, or the paper form TR-320.",
    "courts.ca.gov, AB 199",
    CHECKED,
);

pub(super) const PLACES: &[Place] = &[Place {
    name: "California",
    covers: "traffic tickets in California",
    authority: "The court",
    citations: CoveredCitations::Traffic,
    recognition: Recognition::State(UsState::California),
    terms: sourced_text(
        Shown,
        "The ticket is a Notice to Appear, and its fine is called bail. You can plead guilty, no contest or not guilty.",
        "Vehicle Code §40902; Rules of Court, rule 4.105",
        CHECKED,
    ),
    has_points: true,
    paying: Some(sourced_text(
        Shown,
        "In California paying is a conviction. If the violation is reportable, it goes on your record.",
        "San Bernardino County Superior Court",
        CHECKED,
    )),
    if_ignored: &[
        sourced_text(
            Shown,
            "The court mails a reminder. Not getting it is no excuse.",
            "Mariposa County Superior Court, FAQ",
            CHECKED,
        ),
        sourced_text(
            Shown,
            "The court can add a civil assessment of up to $100, 20 days after it mailed a warning. It cancels \
             the assessment for good cause.",
            "Penal Code §1214.1",
            CHECKED,
        ),
        sourced_text(Shown, "The court can decide on paper without you.", "Vehicle Code §40903", CHECKED),
        sourced_text(
            Shown,
            "Debt can be collected from wages, bank accounts and tax refunds.",
            "Orange County Superior Court",
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
                fact(
                    Topic::Deadline,
                    Shown,
                    "The date on the ticket is the deadline to act. It isn’t always a hearing.",
                    "San Diego Superior Court, Traffic",
                    CHECKED,
                ),
                fact(
                    Topic::Points,
                    Shown,
                    "Most convictions show for 3 years, most two-point ones for 10.",
                    "DMV, FFDL 15",
                    CHECKED,
                ),
                fact(
                    Topic::Points,
                    Shown,
                    "The DMV acts at 4 points in 12 months, 6 in 24 or 8 in 36.",
                    "Vehicle Code §12810.5",
                    CHECKED,
                ),
            ],
        },
        Rule {
            kind: OptionKind::Contest,
            name: Some("Contest It in Court"),
            needs: &[],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[fact(
                Topic::CostNow,
                Shown,
                "A trial in person needs no deposit, with exceptions.",
                "Rules of Court, rule 4.105",
                CHECKED,
            )],
        },
        Rule {
            kind: OptionKind::Contest,
            name: Some("Contest It by Mail"),
            needs: &[OptionCondition::NoAppearance],
            deadline: Deadline::Notice,
            letter: LetterRule::OwnForm(BY_DECLARATION),
            facts: &[
                fact(
                    Topic::Meaning,
                    Shown,
                    "A trial by written declaration, instead of one in person.",
                    "Vehicle Code §40902",
                    CHECKED,
                ),
                fact(
                    Topic::Who,
                    Shown,
                    "For infractions, except those about driving under the influence.",
                    "Vehicle Code §40902",
                    CHECKED,
                ),
                fact(
                    Topic::Deadline,
                    CheckWithCourt,
                    "Ask by the due date. A written request adds 25 days.",
                    "Rules of Court, rule 4.210",
                    CHECKED,
                ),
                fact(
                    Topic::CostNow,
                    Shown,
                    "The full bail goes in with your statement. It comes back if you win.",
                    "Vehicle Code §40902",
                    CHECKED,
                ),
                fact(
                    Topic::GivesUp,
                    CheckWithCourt,
                    "The right to stay silent.",
                    "Rules of Court, rule 4.210",
                    CHECKED,
                ),
                fact(
                    Topic::Outcome,
                    Shown,
                    "If you lose, you can have a new trial.",
                    "Vehicle Code §40902(d)",
                    CHECKED,
                ),
                fact(
                    Topic::Outcome,
                    CheckWithCourt,
                    "Ask for the new trial on form TR-220, within 20 days after the decision was mailed.",
                    "Rules of Court, rule 4.210",
                    CHECKED,
                ),
                fact(
                    Topic::NextStep,
                    CheckWithCourt,
                    "Send form TR-205 to the court on the ticket.",
                    "Rules of Court, rule 4.210",
                    CHECKED,
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
                fact(
                    Topic::Who,
                    CheckWithCourt,
                    "Courts in all 58 counties take these requests.",
                    "GovTech",
                    CHECKED,
                ),
                MY_CITATIONS_GIVES_UP,
                MY_CITATIONS_TAKES,
                MY_CITATIONS_FORM,
            ],
        },
        Rule {
            kind: OptionKind::TrafficSchool,
            name: None,
            needs: &[OptionCondition::Moving, OptionCondition::PointsAtMost(1), OptionCondition::NoAppearance],
            deadline: Deadline::Notice,
            letter: LetterRule::NotTaken,
            facts: &[
                fact(
                    Topic::Who,
                    Shown,
                    "The clerk approves it for a one-point moving violation if your license is valid and you \
                     had no traffic school for a violation in the 18 months before.",
                    "Rules of Court, rule 4.104(b)",
                    CHECKED,
                ),
                fact(
                    Topic::Who,
                    Shown,
                    "Not for more than 25 mph over the limit, alcohol, drugs or a commercial vehicle.",
                    "Rules of Court, rule 4.104(b)",
                    CHECKED,
                ),
                fact(
                    Topic::Who,
                    CheckWithCourt,
                    "A judge may allow more.",
                    "Rules of Court, rule 4.104",
                    CHECKED,
                ),
                fact(
                    Topic::CostTotal,
                    Shown,
                    "The full bail, $49, fees of the DMV and the county, and the school’s price.",
                    "Vehicle Code §§42007, 42007.1",
                    CHECKED,
                ),
                fact(
                    Topic::Points,
                    Shown,
                    "None: the conviction becomes confidential. That doesn’t apply to commercial licenses.",
                    "Vehicle Code §1808.7",
                    CHECKED,
                ),
                fact(
                    Topic::Outcome,
                    Shown,
                    "If you don’t finish, the conviction is public and its points count.",
                    "AB 466 (2023)",
                    CHECKED,
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
                fact(
                    Topic::Who,
                    Shown,
                    "Not for fraud, neglect or an immediate hazard.",
                    "Vehicle Code §40610",
                    CHECKED,
                ),
                fact(Topic::CostTotal, Shown, "$25 for each violation.", "Vehicle Code §40611", CHECKED),
                fact(
                    Topic::NextStep,
                    Shown,
                    "Get a sign-off that it’s fixed, and show it to the court by the date on the ticket.",
                    "courts.ca.gov",
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
                MY_CITATIONS,
                MY_CITATIONS_WHO,
                MY_CITATIONS_GIVES_UP,
                MY_CITATIONS_TAKES,
                MY_CITATIONS_FORM,
            ],
        },
    ],
}];
