//! Counts the outcomes of all cases in the in-memory database.

use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::measured_share::DecidedCases;
use ports::legal_help::outcomes::Outcomes;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl Outcomes for Unit<'_> {
    fn decided_cases(&mut self) -> StoreResult<Vec<DecidedCases>> {
        let tables = &self.tables.legal_help;
        let decided =
            tables.cases.iter().filter(|case| case.handling == Handling::Matched).filter_map(|case| {
                let (verdict, at_hire) = case.verdict.zip(case.at_hire)?;
                let mut events = tables.events.iter().rev();
                let at = events.find(|event| event.case == case.id && event.verdict.is_some())?.at;
                Some(DecidedCases { verdict, at_hire, cases: 1, first: at, last: at })
            });
        let mut groups: Vec<DecidedCases> = vec![];
        for one in decided {
            let is_same =
                |group: &&mut DecidedCases| (group.verdict, group.at_hire) == (one.verdict, one.at_hire);
            match groups.iter_mut().find(is_same) {
                Some(group) => {
                    group.cases += 1;
                    (group.first, group.last) = (group.first.min(one.first), group.last.max(one.last));
                }
                None => groups.push(one),
            }
        }
        Ok(groups)
    }
}
