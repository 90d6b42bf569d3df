//! States where legal help is offered and where its money-back guarantee is shown. Bars and courts of some states
//! object to a fixed fee with a guarantee (`docs/LEGAL.md`), so an operator can turn off either for a state.

use std::collections::BTreeMap;

use crate::shared::us_state::UsState;

/// Settings of one state, and the reason for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalHelpRule {
    /// Whether drivers of this state can hire a lawyer.
    pub offered: bool,
    /// Whether the money-back guarantee is shown to them.
    pub guarantee_shown: bool,
    /// Why the state has these settings.
    pub reason: String,
    /// Source of the reason.
    pub source: String,
}

/// Where legal help is offered. The 50 states without a rule, and drivers without a known state, have the
/// offer and the guarantee. Without a rule, the District of Columbia and the territories have neither.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LegalHelp(BTreeMap<UsState, LegalHelpRule>);

impl LegalHelp {
    /// Creates it from the rules of some states.
    pub fn new(rules: BTreeMap<UsState, LegalHelpRule>) -> Self {
        Self(rules)
    }

    /// Whether a driver of this state can hire a lawyer.
    pub fn is_offered(&self, state: Option<UsState>) -> bool {
        self.rule(state).map_or_else(|| is_on_by_default(state), |rule| rule.offered)
    }

    /// Whether the money-back guarantee is shown to drivers of this state.
    pub fn is_guarantee_shown(&self, state: Option<UsState>) -> bool {
        let by_rule = |rule: &LegalHelpRule| rule.offered && rule.guarantee_shown;
        self.rule(state).map_or_else(|| is_on_by_default(state), by_rule)
    }

    /// Returns the states where the offer or the guarantee is off, in the order of a drop-down list.
    pub fn restricted(&self) -> impl Iterator<Item = UsState> + '_ {
        UsState::ALL.into_iter().filter(|state| !self.is_guarantee_shown(Some(*state)))
    }

    fn rule(&self, state: Option<UsState>) -> Option<&LegalHelpRule> {
        self.0.get(&state?)
    }
}

fn is_on_by_default(state: Option<UsState>) -> bool {
    state.is_none_or(UsState::is_one_of_the_50)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rstest::rstest;

    use super::{LegalHelp, LegalHelpRule};
    use crate::shared::us_state::UsState;

    fn rule(offered: bool, guarantee_shown: bool) -> LegalHelpRule {
        LegalHelpRule { offered, guarantee_shown, reason: "why".to_owned(), source: "where".to_owned() }
    }

    fn help() -> LegalHelp {
        LegalHelp::new(BTreeMap::from([
            (UsState::Florida, rule(false, true)),
            (UsState::NewYork, rule(true, false)),
            (UsState::Ohio, rule(true, true)),
        ]))
    }

    #[rstest]
    #[case(Some(UsState::Florida), false, false)]
    #[case(Some(UsState::NewYork), true, false)]
    #[case(Some(UsState::Ohio), true, true)]
    #[case(Some(UsState::Texas), true, true)]
    #[case(None, true, true)]
    fn each_state_has_its_own_offer_and_guarantee(
        #[case] state: Option<UsState>,
        #[case] offered: bool,
        #[case] shown: bool,
    ) {
        assert_eq!((help().is_offered(state), help().is_guarantee_shown(state)), (offered, shown));
    }

    #[test]
    fn only_states_with_a_switch_off_are_restricted() {
        let restricted: Vec<_> = help().restricted().filter(|state| state.is_one_of_the_50()).collect();
        assert_eq!(restricted, [UsState::Florida, UsState::NewYork]);
    }

    #[test]
    fn without_rules_all_is_on_in_the_50_states_and_off_elsewhere() {
        let (help, is_on) = (LegalHelp::default(), UsState::is_one_of_the_50);
        for state in UsState::ALL {
            let found = (help.is_offered(Some(state)), help.is_guarantee_shown(Some(state)));
            assert_eq!(found, (is_on(state), is_on(state)), "{}", state.name());
        }
        assert_eq!(help.restricted().count(), 6);
    }

    #[test]
    fn a_rule_turns_legal_help_on_in_a_territory() {
        let rules =
            BTreeMap::from([(UsState::Guam, rule(true, true)), (UsState::PuertoRico, rule(true, false))]);
        let help = LegalHelp::new(rules);
        let on = |state| (help.is_offered(Some(state)), help.is_guarantee_shown(Some(state)));
        assert_eq!(on(UsState::Guam), (true, true));
        assert_eq!(on(UsState::PuertoRico), (true, false));
        assert_eq!(on(UsState::DistrictOfColumbia), (false, false));
    }
}
