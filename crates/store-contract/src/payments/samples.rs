//! Functions that post ledger entries and create obligations to authorities.

use domain::payments::ledger::{Account, EntryKind, Posting};
use domain::payments::remittances::authority::{AuthorityDetails, AuthorityKind};
use domain::payments::remittances::remittance::TransferRecord;
use domain::shared::ids::{PaymentId, UserId};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use ports::payments::books::NewEntry;
use ports::payments::remittances::NewObligation;
use ports::store::Store;

use crate::support::{at, payment};

/// Amount of each payment that [`owed`] adds.
pub const FIFTY: Money = Money::from_cents(5_000);

pub fn line(account: Account, cents: i64) -> Posting {
    Posting { account, amount: Money::from_cents(cents) }
}

/// Builds a ledger entry that belongs to no payment and to no object at the provider.
pub fn entry(kind: EntryKind, source: &str, lines: &[(Account, i64)]) -> NewEntry {
    NewEntry {
        kind,
        source: source.to_owned(),
        subject: None,
        payment_id: None,
        happened_at: at(100),
        postings: lines.iter().map(|(account, cents)| line(*account, *cents)).collect(),
    }
}

/// Posts a movement of a payment's money. The payment must be locked.
pub fn post(
    store: &mut dyn Store,
    payment: PaymentId,
    kind: EntryKind,
    source: &str,
    lines: &[(Account, i64)],
) {
    assert!(store.post_entry(&NewEntry { payment_id: Some(payment), ..entry(kind, source, lines) }).unwrap());
}

/// Builds a city of the register, with its other names.
pub fn city(name: &str, also_called: &[&str]) -> AuthorityDetails {
    let also_called: Vec<String> = also_called.iter().map(|name| (*name).to_owned()).collect();
    AuthorityDetails::parse(name, AuthorityKind::City, &also_called, Some("By ACH")).unwrap()
}

/// Adds a received payment of $50 that is owed to an item's issuer since this second, and locks it.
pub fn owed(
    store: &mut dyn Store,
    user: UserId,
    payable: Payable,
    issuer: Option<&str>,
    charged: i64,
) -> PaymentId {
    let key = charged.to_string();
    let payment = payment(store, user, payable, &key).id;
    store.lock_payment(payment).unwrap();
    let lines = [(Account::Provider, 5_000), (Account::of(payable), -5_000)];
    post(store, payment, EntryKind::Charge, &key, &lines);
    let new = NewObligation {
        payment_id: payment,
        issuer: issuer.map(str::to_owned),
        charged_at: at(charged),
        send_by: at(charged + 100),
        is_late_notified: false,
    };
    for _ in 0..2 {
        store.store_obligation_if_new(&new).unwrap();
    }
    payment
}

/// Returns the day and reference of a transfer.
pub fn sending() -> TransferRecord {
    TransferRecord { on: at(0).date_naive(), reference: "ACH 1".to_owned() }
}
