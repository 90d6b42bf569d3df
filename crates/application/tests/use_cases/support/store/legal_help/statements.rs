//! In-memory store of the statements of lawyers' monthly fees.

use chrono::{DateTime, Utc};
use domain::legal_help::lawyer::Lawyer;
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::{Statement, StatementPayment};
use domain::security::audit::AuditAction;
use domain::shared::ids::LawyerId;
use domain::shared::money::Money;
use ports::driving_record::filing::LastChange;
use ports::legal_help::lawyers::Lawyers;
use ports::legal_help::statements::Statements;
use ports::shared::store_error::StoreResult;

use crate::support::store::unit::Unit;

impl Statements for Unit<'_> {
    fn lawyers_without_statement(&mut self, month: FeeMonth) -> StoreResult<Vec<Lawyer>> {
        let tables = &self.tables.legal_help;
        let has_one = |id| tables.statements.iter().any(|one| one.lawyer_id == id && one.month == month);
        let is_without = |lawyer: &&Lawyer| {
            lawyer.is_active
                && lawyer.record.monthly_fee.is_some()
                && lawyer.fee_from.is_some_and(|from| from <= month)
                && !has_one(lawyer.id)
        };
        Ok(tables.lawyers.iter().filter(is_without).cloned().collect())
    }

    fn insert_statement(
        &mut self,
        lawyer: LawyerId,
        month: FeeMonth,
        fee: Money,
        made_at: DateTime<Utc>,
    ) -> StoreResult<bool> {
        let record = self.lawyer(lawyer)?.unwrap().record;
        let stored = &mut self.tables.legal_help.statements;
        if stored.iter().any(|one| one.lawyer_id == lawyer && one.month == month) {
            return Ok(false);
        }
        stored.push(Statement {
            id: i64::try_from(stored.len()).unwrap() + 1,
            lawyer_id: lawyer,
            lawyer_name: record.name,
            firm: record.firm,
            month,
            fee,
            made_at,
            payment: None,
            version: 1,
        });
        Ok(true)
    }

    fn statements_of_month(&mut self, month: FeeMonth) -> StoreResult<Vec<Statement>> {
        let mut found = self.tables.legal_help.statements.clone();
        found.retain(|one| one.month == month);
        found.sort_by(|one, other| one.lawyer_name.cmp(&other.lawyer_name));
        Ok(found)
    }

    fn statement_months(&mut self) -> StoreResult<Vec<FeeMonth>> {
        let mut months: Vec<_> = self.tables.legal_help.statements.iter().map(|one| one.month).collect();
        months.sort_by(|one, other| other.cmp(one));
        months.dedup();
        Ok(months)
    }

    fn statement(&mut self, id: i64) -> StoreResult<Option<Statement>> {
        Ok(self.tables.legal_help.statements.iter().find(|one| one.id == id).cloned())
    }

    fn last_statement_change(&mut self, statement: &Statement) -> StoreResult<Option<LastChange>> {
        let number = ("statement", statement.number());
        let mut all = self.tables.audit.iter().rev();
        let last = all.find(|one| one.action == AuditAction::StatementChanged && one.after.contains(&number));
        let users = &self.tables.users;
        let name_of = |id| {
            let user = users.iter().find(|user| user.id == id)?;
            Some(user.full_name.clone().unwrap_or_else(|| user.email.clone()))
        };
        Ok(last.map(|entry| LastChange { by: entry.actor.and_then(name_of), at: entry.at }))
    }

    fn statements_of_lawyer(&mut self, lawyer: LawyerId) -> StoreResult<Vec<Statement>> {
        let mut found = self.tables.legal_help.statements.clone();
        found.retain(|one| one.lawyer_id == lawyer);
        found.sort_by_key(|one| std::cmp::Reverse(one.month));
        Ok(found)
    }

    fn lock_statement(&mut self, id: i64) -> StoreResult<Option<Statement>> {
        self.statement(id)
    }

    fn set_statement_payment(
        &mut self,
        id: i64,
        payment: Option<&StatementPayment>,
    ) -> StoreResult<Option<Statement>> {
        let stored = self.tables.legal_help.statements.iter_mut().find(|one| one.id == id);
        Ok(stored.map(|stored| {
            stored.payment = payment.cloned();
            stored.version += 1;
            stored.clone()
        }))
    }
}
