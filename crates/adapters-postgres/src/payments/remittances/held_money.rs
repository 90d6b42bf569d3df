//! SQL joins that compute how much of a payment's money is owed, must be recovered, or can't be
//! sent now. The query must give the table of obligations the alias `o`.

/// SQL join that computes whether a refund or a chargeback prevents sending the money of the payment `o.payment_id`.
macro_rules! holds_sql {
    () => {
        "
    CROSS JOIN LATERAL (
        SELECT EXISTS (SELECT FROM refunds f WHERE f.payment_id = o.payment_id AND f.status IN ('due', 'pending', 'refused'))
            OR EXISTS (SELECT FROM chargebacks b WHERE b.payment_id = o.payment_id AND b.status IN ('needs_response', 'under_review'))
            AS is_held_back
    ) AS held"
    };
}

/// SQL join that computes whether a refund or a chargeback prevents sending a payment's money.
pub(crate) const HOLDS_SQL: &str = holds_sql!();

/// SQL join that computes how much money is owed to the payment's authority, how much must be recovered from it, how
/// much it has, and whether a refund or chargeback prevents sending.
pub(super) const HELD_MONEY_SQL: &str = concat!(
    "
    CROSS JOIN LATERAL (
        SELECT coalesce(-sum(l.amount_cents) FILTER (WHERE l.account IN ('traffic_fines', 'parking_fines', 'tolls')), 0)::bigint AS owed,
            coalesce(sum(l.amount_cents) FILTER (WHERE l.account = 'to_recover'), 0)::bigint AS to_recover,
            (coalesce(sum(l.amount_cents) FILTER (WHERE e.kind IN ('remitted', 'recovered')
                AND l.account IN ('traffic_fines', 'parking_fines', 'tolls')), 0)
            - coalesce(sum(l.amount_cents) FILTER (WHERE e.kind NOT IN ('remitted', 'recovered', 'written_off')
                AND l.account IN ('to_recover', 'written_off')), 0))::bigint AS with_authority
        FROM ledger_entries e JOIN ledger_postings l ON l.entry_id = e.id WHERE e.payment_id = o.payment_id
    ) AS money",
    holds_sql!()
);
