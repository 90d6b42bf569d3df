use chrono::{DateTime, Utc};
use diesel::sql_types::{BigInt, Timestamptz};
use diesel::{RunQueryDsl, sql_query};
use domain::shared::retention::RetainedData;
use ports::shared::retention::ExpiredRecords;
use ports::shared::store_error::StoreResult;

use crate::store::PgStore;

/// Returns the table, its key columns, and the SQL condition for expired rows. `$1` is the time
/// before which rows expire.
const fn old_rows(kind: RetainedData) -> (&'static str, &'static str, &'static str) {
    match kind {
        RetainedData::Sessions => ("sessions", "id", "expires_at <= $1"),
        RetainedData::PendingLogins => ("pending_logins", "token_hash", "expires_at <= $1"),
        RetainedData::Blocks => ("blocked_ips", "id", "expires_at <= $1"),
        RetainedData::Links => ("account_links", "id", "created_at < $1"),
        RetainedData::Invitations => ("staff_invitations", "id", "expires_at < $1"),
        RetainedData::LoginFailures => ("login_failures", "id", "failed_at < $1"),
        RetainedData::LoginAddresses => ("login_places", "id", "seen_at < $1"),
        RetainedData::Declines => ("card_declines", "charge_id", "declined_at < $1"),
        RetainedData::PaymentAddresses => ("payment_askers", "payment_id", "asked_at < $1"),
        RetainedData::UnconfirmedMessages => ("unconfirmed_messages", "id", "sent_at < $1"),
        RetainedData::Jobs => ("jobs", "id", "done_at < $1"),
        // The key includes the time, so that PostgreSQL reads only the partitions of expired rows.
        RetainedData::SecurityEvents => ("security_events", "(id, created_at)", "created_at < $1"),
        RetainedData::CspReports => ("csp_reports", "id", "day < $1"),
        RetainedData::ProviderEvents => ("payment_events", "id", "received_at < $1 AND understood"),
        RetainedData::UnreadEvents => ("payment_events", "id", "received_at < $1 AND NOT understood"),
        RetainedData::Chats => ("help_inquiries", "id", "resolved_at < $1"),
        RetainedData::Notes => ("staff_notes", "id", "created_at < $1"),
        RetainedData::UnclaimedCitations => ("waiting_citations", "id", "created_at < $1"),
        RetainedData::SourceRuns => ("source_runs", "id", "started_at < $1 AND ended_at IS NOT NULL"),
        RetainedData::Notices => ("notices", "id", "due_at < $1"),
        RetainedData::Replies => ("notice_replies", "id", "received_at < $1 AND is_solved"),
        RetainedData::CaseSecrets => (
            "case_keys",
            "hire_id",
            "case_keys.created_at < $1
                AND EXISTS (SELECT FROM cases WHERE cases.hire_id = case_keys.hire_id
                    AND step IN ('decided', 'appeal_window', 'closed', 'no_lawyer', 'withdrawn', 'ended'))
                AND NOT EXISTS (SELECT FROM case_events WHERE case_events.hire_id = case_keys.hire_id AND at >= $1)
                AND NOT EXISTS (SELECT FROM case_messages WHERE case_messages.hire_id = case_keys.hire_id AND sent_at >= $1)",
        ),
        RetainedData::IncompleteOriginals => (
            "item_files",
            "id",
            "stored_at IS NULL AND added_at < $1 AND id IN (SELECT file_id FROM item_file_pieces)",
        ),
        RetainedData::UnsolvedDigits => {
            ("users", "id", "sealed_ssn IS NOT NULL AND status_requested_at < $1")
        }
        RetainedData::AbandonedPayments => (
            "payments",
            "id",
            "status = 'cancelled' AND updated_at < $1
                AND NOT EXISTS (SELECT FROM payment_transactions WHERE payment_id = payments.id)
                AND NOT EXISTS (SELECT FROM lawyer_hires WHERE payment_id = payments.id)
                AND NOT EXISTS (SELECT FROM refunds WHERE payment_id = payments.id)
                AND NOT EXISTS (SELECT FROM chargebacks WHERE payment_id = payments.id)
                AND NOT EXISTS (SELECT FROM ledger_entries WHERE payment_id = payments.id)
                AND NOT EXISTS (SELECT FROM book_differences WHERE payment_id = payments.id)",
        ),
    }
}

/// Returns statements that delete the parts of expired rows. The caller replaces `{is_old}` with
/// the SQL condition for expired rows. These statements run before the rows are deleted, because
/// one statement can't delete a long chat or large files in time.
const fn delete_parts_statements(kind: RetainedData) -> &'static [&'static str] {
    match kind {
        RetainedData::Chats => &[
            "DELETE FROM chat_messages WHERE id IN (SELECT chat_messages.id FROM chat_messages
             JOIN help_inquiries ON help_inquiries.id = help_inquiry_id WHERE {is_old} LIMIT $2)",
        ],
        RetainedData::CaseSecrets => &[
            "DELETE FROM case_file_pieces WHERE (file_id, number) IN (SELECT file_id, number FROM case_file_pieces
             JOIN case_files ON case_files.id = file_id JOIN case_keys ON case_keys.hire_id = case_files.hire_id
             WHERE {is_old} LIMIT $2)",
            "DELETE FROM case_messages WHERE id IN (SELECT written.id FROM case_messages AS written
             JOIN case_keys ON case_keys.hire_id = written.hire_id WHERE {is_old} LIMIT $2)",
        ],
        _ => &[],
    }
}

impl ExpiredRecords for PgStore<'_> {
    fn delete_expired(
        &mut self,
        kind: RetainedData,
        before: DateTime<Utc>,
        limit: i64,
    ) -> StoreResult<usize> {
        let (table, key, is_old) = old_rows(kind);
        let columns = key.trim_matches(['(', ')']);
        let some = format!("SELECT {columns} FROM {table} WHERE {is_old} LIMIT $2 FOR UPDATE SKIP LOCKED");
        let statement = match kind {
            // The status request remains, but its SSN digits are erased.
            RetainedData::UnsolvedDigits => {
                format!("UPDATE {table} SET sealed_ssn = NULL WHERE {key} IN ({some})")
            }
            // The file remains, with its reduced copy. All pieces of a file are deleted in one
            // statement, so that no file keeps only some of them.
            RetainedData::IncompleteOriginals => {
                format!("DELETE FROM item_file_pieces WHERE file_id IN ({some})")
            }
            _ => format!("DELETE FROM {table} WHERE {key} IN ({some})"),
        };
        self.run(|connection| {
            for part in delete_parts_statements(kind) {
                // SQL: the kind decides the table, which the query builder needs at compile time.
                let deleted = sql_query(part.replace("{is_old}", is_old))
                    .bind::<Timestamptz, _>(before)
                    .bind::<BigInt, _>(limit)
                    .execute(connection)?;
                if i64::try_from(deleted).is_ok_and(|deleted| deleted >= limit) {
                    return Ok(deleted);
                }
            }
            // SQL: the kind decides the table, which the query builder needs at compile time.
            sql_query(statement).bind::<Timestamptz, _>(before).bind::<BigInt, _>(limit).execute(connection)
        })
    }
}

#[cfg(test)]
mod tests {
    use domain::legal_help::case::step::CaseStep;

    use super::*;

    #[test]
    fn secrets_of_a_case_expire_only_after_the_case_has_ended() {
        let (_, _, is_old) = old_rows(RetainedData::CaseSecrets);
        for step in CaseStep::ALL {
            assert_eq!(is_old.contains(&format!("'{step}'")), !step.is_open(), "{step}");
        }
    }
}
