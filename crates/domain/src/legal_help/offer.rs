//! Rules for legal help in each state: whether Lanewise offers it, in which form, and with which promises
//! (docs/LEGAL.md). The state of the ticket's court decides.

use std::collections::BTreeMap;

use crate::legal_help::agreement_template::{AgreementTemplate, LAW_FIRM_TEMPLATE, SHARED_TEMPLATE};
use crate::legal_help::offense::OffenseClass;
use crate::payments::refund::RefundPayer;
use crate::shared::stored_words::stored_words;
use crate::shared::us_state::UsState;

/// The form in which Lanewise offers legal help in the courts of a state. The form decides who holds the lawyer's
/// fee until the lawyer has earned it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LegalHelpMode {
    /// The operator of Lanewise is a law firm whose own lawyers do the work. The firm holds the fee as client money.
    LawFirm,
    /// The operator of Lanewise is a registered lawyer referral service, and sends the whole fee to
    /// the lawyer's trust account.
    RegisteredService,
    /// Lanewise offers no legal help.
    Off,
}

stored_words!(LegalHelpMode {
    LawFirm => "law_firm",
    RegisteredService => "registered_service",
    Off => "off",
});

/// Who pays the refund of the price after a lost case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GuaranteePayer {
    /// The operator of Lanewise pays the refund.
    Operator,
    /// The lawyer returns the fee. This isn't allowed for misdemeanors, where a fee may not depend on the outcome.
    Lawyer,
    /// The price isn't refunded.
    Nobody,
}

stored_words!(GuaranteePayer { Operator => "operator", Lawyer => "lawyer", Nobody => "nobody", });

impl GuaranteePayer {
    /// Returns the payer of a refund under the guarantee; `None` if there is no refund.
    pub const fn refund_payer(self) -> Option<RefundPayer> {
        match self {
            Self::Operator => Some(RefundPayer::Operator),
            Self::Lawyer => Some(RefundPayer::Lawyer),
            Self::Nobody => None,
        }
    }
}

/// Who pays the refund of the price after a lost case, for each class of offense.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantee {
    infraction: GuaranteePayer,
    misdemeanor: GuaranteePayer,
}

/// Error for a state's rule that names the lawyer as the payer of the guarantee for misdemeanors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "guaranteePaidBy.misdemeanor can't be \"lawyer\": a fee that depends on the outcome is banned in criminal cases; write \"operator\" or \"nobody\""
)]
pub struct ContingentFee;

impl Guarantee {
    /// Creates the guarantee of one state from the payers for infractions and for misdemeanors.
    ///
    /// # Errors
    /// Fails with [`ContingentFee`] if the lawyer would pay for misdemeanors.
    pub fn new(infraction: GuaranteePayer, misdemeanor: GuaranteePayer) -> Result<Self, ContingentFee> {
        if misdemeanor == GuaranteePayer::Lawyer {
            Err(ContingentFee)
        } else {
            Ok(Self { infraction, misdemeanor })
        }
    }

    /// Returns who pays the refund for an offense of this class. An unknown class counts as a misdemeanor.
    pub const fn payer(self, class: OffenseClass) -> GuaranteePayer {
        match class {
            OffenseClass::Infraction => self.infraction,
            OffenseClass::Misdemeanor | OffenseClass::Unknown => self.misdemeanor,
        }
    }
}

/// The rule about legal help in the courts of one state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegalHelpRule {
    /// Whether Lanewise offers legal help, and in which form.
    pub mode: LegalHelpMode,
    /// Who pays the refund of the price after a lost case, for each class of offense.
    pub guarantee: Guarantee,
    /// Whether the web page shows the claims: the success rates and the money-back guarantee.
    pub claims_shown: bool,
    /// Part of the fee that a lawyer earns by filing an appearance, in percent from 0 to 100. The lawyer earns the
    /// rest when the court decides.
    pub appearance_earns: u8,
}

impl LegalHelpRule {
    /// The rule of a state where Lanewise offers no legal help.
    pub const OFF: Self = Self {
        mode: LegalHelpMode::Off,
        guarantee: Guarantee { infraction: GuaranteePayer::Nobody, misdemeanor: GuaranteePayer::Nobody },
        claims_shown: false,
        appearance_earns: 0,
    };
    /// The rule that a development server uses for each of the 50 states that [`LegalHelp`] has no
    /// entry for. Legal help is on, with all claims and promises.
    pub const DEVELOPMENT: Self = Self {
        mode: LegalHelpMode::RegisteredService,
        guarantee: Guarantee { infraction: GuaranteePayer::Operator, misdemeanor: GuaranteePayer::Operator },
        claims_shown: true,
        appearance_earns: 50,
    };

    /// Whether drivers can hire a lawyer for a court of the state.
    pub const fn is_offered(self) -> bool {
        !matches!(self.mode, LegalHelpMode::Off)
    }

    /// Whether the driver gets the price back after a lost case of this class.
    pub fn has_guarantee(self, class: OffenseClass) -> bool {
        self.is_offered() && self.guarantee.payer(class) != GuaranteePayer::Nobody
    }

    /// Whether the web page promises the guarantee. The page makes one promise for all offenses, so
    /// the guarantee must apply to each class.
    pub fn is_guarantee_shown(self) -> bool {
        self.claims_shown
            && [OffenseClass::Infraction, OffenseClass::Misdemeanor]
                .into_iter()
                .all(|class| self.has_guarantee(class))
    }
}

/// The rules of all states: the entries of the file that the setting `LEGAL_HELP_FILE` names, and the default
/// for states without an entry. Also the states' own templates of the agreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalHelp {
    entries: BTreeMap<UsState, LegalHelpRule>,
    without_entry: LegalHelpRule,
    agreements: BTreeMap<UsState, AgreementTemplate>,
}

impl LegalHelp {
    /// Creates the rules of a development server, where [`LegalHelpRule::DEVELOPMENT`] applies to
    /// each of the 50 states that `entries` lacks.
    pub fn in_development(entries: BTreeMap<UsState, LegalHelpRule>) -> Self {
        Self { entries, without_entry: LegalHelpRule::DEVELOPMENT, agreements: BTreeMap::new() }
    }

    /// Creates the rules of a production server, which offers legal help only in
    /// the states of `entries`.
    pub fn in_production(entries: BTreeMap<UsState, LegalHelpRule>) -> Self {
        Self { entries, without_entry: LegalHelpRule::OFF, agreements: BTreeMap::new() }
    }

    /// Sets the agreement templates of states that have their own.
    #[must_use]
    pub fn with_agreements(self, agreements: BTreeMap<UsState, AgreementTemplate>) -> Self {
        Self { agreements, ..self }
    }

    /// Returns the template of the agreement for a court's state: the state's own, or a shared one.
    pub fn agreement(&self, state: Option<UsState>) -> &AgreementTemplate {
        let own = state.and_then(|state| self.agreements.get(&state));
        let is_law_firm = self.rule(state).mode == LegalHelpMode::LawFirm;
        own.unwrap_or(if is_law_firm { &LAW_FIRM_TEMPLATE } else { &SHARED_TEMPLATE })
    }

    /// Returns the rule for a court's state. The District of Columbia and the territories have legal help only with
    /// an entry. An unknown state, `None`, has the rule of states without an entry.
    pub fn rule(&self, state: Option<UsState>) -> LegalHelpRule {
        match state {
            Some(state) => self.entries.get(&state).copied().unwrap_or(if state.is_one_of_the_50() {
                self.without_entry
            } else {
                LegalHelpRule::OFF
            }),
            None => self.without_entry,
        }
    }

    /// Whether drivers can hire a lawyer for a court of this state.
    pub fn is_offered(&self, state: Option<UsState>) -> bool {
        self.rule(state).is_offered()
    }

    /// Returns the states where legal help, its claims or its guarantee is off, in the order of [`UsState::ALL`].
    pub fn restricted_states(&self) -> impl Iterator<Item = UsState> + '_ {
        // The web page shows the guarantee only in states where legal help and its claims are also
        // on.
        UsState::ALL.into_iter().filter(|state| !self.rule(Some(*state)).is_guarantee_shown())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rstest::rstest;

    use super::{ContingentFee, Guarantee, GuaranteePayer, LegalHelp, LegalHelpMode, LegalHelpRule};
    use crate::legal_help::agreement_template::{LAW_FIRM_TEMPLATE, SHARED_TEMPLATE};
    use crate::legal_help::offense::OffenseClass;
    use crate::shared::us_state::UsState;

    /// Returns rules in which each state differs from the development rule in at most one way.
    fn entries() -> BTreeMap<UsState, LegalHelpRule> {
        let on = LegalHelpRule::DEVELOPMENT;
        let guarantee = Guarantee::new(GuaranteePayer::Lawyer, GuaranteePayer::Nobody).unwrap();
        BTreeMap::from([
            (UsState::Florida, LegalHelpRule { mode: LegalHelpMode::Off, ..on }),
            (UsState::NewYork, LegalHelpRule { guarantee, ..on }),
            (UsState::Ohio, LegalHelpRule { mode: LegalHelpMode::LawFirm, ..on }),
            (UsState::PuertoRico, on),
            (UsState::Virginia, LegalHelpRule { claims_shown: false, ..on }),
        ])
    }

    #[test]
    fn the_shared_agreement_is_used_except_in_states_where_lanewise_is_a_law_firm() {
        let help = LegalHelp::in_production(entries());
        assert_eq!(help.agreement(Some(UsState::Ohio)), &LAW_FIRM_TEMPLATE);
        for state in [None, Some(UsState::Virginia)] {
            assert_eq!(help.agreement(state), &SHARED_TEMPLATE);
        }
    }

    #[rstest]
    #[case::switched_off(Some(UsState::Florida), false, false)]
    #[case::no_guarantee_for_misdemeanors(Some(UsState::NewYork), true, false)]
    #[case::law_firm(Some(UsState::Ohio), true, true)]
    #[case::a_territory_with_an_entry(Some(UsState::PuertoRico), true, true)]
    #[case::claims_hidden(Some(UsState::Virginia), true, false)]
    #[case::a_territory_without_an_entry(Some(UsState::Guam), false, false)]
    fn development_and_production_have_the_same_rule_for_listed_states_and_for_all_territories(
        #[case] state: Option<UsState>,
        #[case] is_offered: bool,
        #[case] is_guarantee_shown: bool,
    ) {
        for help in [LegalHelp::in_development(entries()), LegalHelp::in_production(entries())] {
            let rule = help.rule(state);
            assert_eq!((rule.is_offered(), rule.is_guarantee_shown()), (is_offered, is_guarantee_shown));
        }
    }

    #[test]
    fn legal_help_in_a_state_that_is_not_listed_is_on_in_development_and_off_in_production() {
        for state in [None, Some(UsState::Texas)] {
            assert_eq!(LegalHelp::in_development(entries()).rule(state), LegalHelpRule::DEVELOPMENT);
            assert_eq!(LegalHelp::in_production(entries()).rule(state), LegalHelpRule::OFF);
        }
    }

    #[test]
    fn states_that_lack_legal_help_or_claims_or_a_guarantee_are_listed_as_restricted() {
        let help = LegalHelp::in_development(entries());
        let restricted_states: Vec<_> =
            help.restricted_states().filter(|state| state.is_one_of_the_50()).collect();
        assert_eq!(restricted_states, [UsState::Florida, UsState::NewYork, UsState::Virginia]);
        assert_eq!(LegalHelp::in_production(BTreeMap::new()).restricted_states().count(), UsState::ALL.len());
    }

    #[test]
    fn an_unknown_class_of_offense_counts_as_a_misdemeanor() {
        let guarantee = Guarantee::new(GuaranteePayer::Lawyer, GuaranteePayer::Operator).unwrap();
        let payers = [OffenseClass::Infraction, OffenseClass::Misdemeanor, OffenseClass::Unknown]
            .map(|class| guarantee.payer(class));
        assert_eq!(payers, [GuaranteePayer::Lawyer, GuaranteePayer::Operator, GuaranteePayer::Operator]);
    }

    #[test]
    fn a_lawyer_cannot_be_the_payer_of_the_guarantee_in_misdemeanor_cases() {
        let refused = Guarantee::new(GuaranteePayer::Operator, GuaranteePayer::Lawyer);
        assert_eq!(refused, Err(ContingentFee));
    }
}
