use domain::legal_help::lawyer::LawyerRecord;
use domain::legal_help::monthly_fee::FeeMonth;
use domain::legal_help::statement::{PaymentReceived, StatementPayment};
use domain::security::audit::AuditAction;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::LawyerId;
use domain::shared::money::Money;
use ports::security::trail::AuditEntry;
use ports::store::{Database, Store};

use super::samples::record;
use crate::support::{admin, at, date, transaction, user};

const FEE: Money = Money::from_cents(19_950);

fn month(text: &str) -> FeeMonth {
    FeeMonth::parse(text).unwrap()
}

/// Adds a lawyer who owes a monthly fee from November 2026 on.
fn lawyer_with_fee(store: &mut dyn Store, name: &str) -> LawyerId {
    let record = LawyerRecord { monthly_fee: Some(FEE), ..record(name) };
    store.insert_lawyer(&record, Some(month("2026-11")), at(0)).unwrap().id
}

pub fn a_monthly_fee_round_trips(database: &dyn Database) {
    transaction(database, |store| {
        let id = lawyer_with_fee(store, "Ann");
        let ann = store.lawyer(id).unwrap().unwrap();
        assert_eq!((ann.record.monthly_fee, ann.fee_from), (Some(FEE), Some(month("2026-11"))));
        store.set_fee_start(id, month("2027-01")).unwrap();
        let without = store.update_lawyer(id, &record("Ann")).unwrap().unwrap();
        assert_eq!((without.record.monthly_fee, without.fee_from), (None, Some(month("2027-01"))));
        assert_eq!(without.version, 2);
    });
}

pub fn the_last_change_of_a_statement_ignores_changes_of_its_lawyer_and_of_other_statements(
    database: &dyn Database,
) {
    transaction(database, |store| {
        let staff = user(store, "staff@example.com");
        let ann = lawyer_with_fee(store, "Ann");
        for (text, seconds) in [("2026-11", 1), ("2026-12", 2)] {
            store.insert_statement(ann, month(text), FEE, at(seconds)).unwrap();
        }
        let statements = store.statements_of_lawyer(ann).unwrap();
        let (later, earlier) = (&statements[0], &statements[1]);
        assert_eq!((later.month, earlier.month), (month("2026-12"), month("2026-11")));
        assert_eq!(store.last_statement_change(earlier).unwrap(), None);
        let entry =
            |action, seconds| AuditEntry::about((AuditSubject::Lawyer, ann.0), action, at(seconds)).by(staff);
        let changed = |number: String, seconds| {
            entry(AuditAction::StatementChanged, seconds).with_after("statement", &number)
        };
        store.audit(&changed(earlier.number(), 3)).unwrap();
        store.audit(&changed(later.number(), 4)).unwrap();
        store.audit(&entry(AuditAction::LawyerChanged, 5)).unwrap();
        let last = store.last_statement_change(earlier).unwrap().unwrap();
        assert_eq!((last.by.as_deref(), last.at), (Some("Ann Example"), at(3)));
    });
}

/// Returns the lawyers who have no statement for this month, such as `2026-11`.
fn lawyers_without(store: &mut dyn Store, text: &str) -> Vec<LawyerId> {
    let found = store.lawyers_without_statement(month(text)).unwrap();
    found.into_iter().map(|lawyer| lawyer.id).collect()
}

pub fn only_active_lawyers_with_a_started_fee_are_listed_as_lacking_a_statement(database: &dyn Database) {
    transaction(database, |store| {
        let [ann, bob, cy] = ["Ann", "Bob", "Cy"].map(|name| lawyer_with_fee(store, name));
        store.insert_lawyer(&record("Di"), None, at(0)).unwrap();
        store.set_lawyer_active(bob, false).unwrap();
        store.set_fee_start(cy, month("2026-12")).unwrap();
        assert_eq!(lawyers_without(store, "2026-10"), []);
        assert_eq!(lawyers_without(store, "2026-11"), [ann]);
        assert_eq!(lawyers_without(store, "2026-12"), [ann, cy]);
        assert!(store.insert_statement(ann, month("2026-12"), FEE, at(1)).unwrap());
        assert_eq!(lawyers_without(store, "2026-12"), [cy]);
    });
}

pub fn a_lawyer_has_one_statement_a_month_and_it_keeps_its_amount(database: &dyn Database) {
    transaction(database, |store| {
        let [bob, ann] = ["Bob", "Ann"].map(|name| lawyer_with_fee(store, name));
        assert!(store.insert_statement(bob, month("2026-11"), FEE, at(1)).unwrap());
        assert!(!store.insert_statement(bob, month("2026-11"), Money::from_dollars(5), at(2)).unwrap());
        assert!(store.insert_statement(ann, month("2026-11"), FEE, at(3)).unwrap());
        assert!(store.insert_statement(ann, month("2026-12"), FEE, at(4)).unwrap());
        let listed = store.statements_of_month(month("2026-11")).unwrap();
        let shown: Vec<_> =
            listed.iter().map(|one| (one.lawyer_name.as_str(), one.fee, one.made_at)).collect();
        assert_eq!(shown, [("Ann", FEE, at(3)), ("Bob", FEE, at(1))]);
        assert_eq!(listed[0].firm, "Ann Law");
        assert_eq!(store.statement_months().unwrap(), [month("2026-12"), month("2026-11")]);
        assert!(store.statements_of_month(month("2026-10")).unwrap().is_empty());
    });
}

pub fn a_payment_of_a_statement_is_recorded_replaced_and_removed(database: &dyn Database) {
    transaction(database, |store| {
        let staff = admin(store, "staff@example.com");
        let ann = lawyer_with_fee(store, "Ann");
        store.insert_statement(ann, month("2026-11"), FEE, at(1)).unwrap();
        let added = store.statements_of_month(month("2026-11")).unwrap().remove(0);
        assert_eq!((added.lawyer_id, &added.payment, added.version), (ann, &None, 1));
        let payment = |reference: &str| StatementPayment {
            receipt: PaymentReceived { on: date("2026-11-20"), reference: reference.to_owned() },
            recorded_at: at(7),
            recorded_by: Some(staff),
        };
        for (reference, version) in [("ACH 1", 2), ("ACH 2", 3)] {
            let paid = store.set_statement_payment(added.id, Some(&payment(reference))).unwrap().unwrap();
            assert_eq!((paid.payment.clone(), paid.version), (Some(payment(reference)), version));
            assert_eq!(store.statement(added.id).unwrap(), Some(paid.clone()));
            assert_eq!(store.lock_statement(added.id).unwrap(), Some(paid));
        }
        let undone = store.set_statement_payment(added.id, None).unwrap().unwrap();
        assert_eq!((undone.payment, undone.fee), (None, FEE));
        assert_eq!(store.set_statement_payment(99, None).unwrap(), None);
        assert_eq!(store.lock_statement(99).unwrap(), None);
    });
}
