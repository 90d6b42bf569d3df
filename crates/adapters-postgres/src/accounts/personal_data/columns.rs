//! The columns that the export of a user's data contains, by table.
//!
//! SQL: raw, because tables and columns are listed as strings.

/// A table with rows that are exported.
pub(super) struct ExportedTable {
    /// Name of the table in the exported file.
    pub(super) name: &'static str,
    pub(super) table: &'static str,
    /// SQL condition for the user's rows; `$1` is the user's id.
    pub(super) owner_condition: &'static str,
    /// The primary key's column, which is exported as `id`. The rows are sorted by it, largest first.
    pub(super) key: &'static str,
    /// Columns that are exported, in addition to the key. An entry may also be an SQL expression
    /// that ends with `AS` and the column's name.
    pub(super) columns: &'static [&'static str],
}

/// Creates the entry for a table whose rows have the user's id in the column `user_id`. `name` is the table's
/// name in the exported file, and `exported` are its exported columns.
const fn own_rows(
    name: &'static str,
    table: &'static str,
    exported: &'static [&'static str],
) -> ExportedTable {
    ExportedTable { name, table, owner_condition: "user_id = $1", key: "id", columns: exported }
}

/// Condition for rows about the user's hires.
const HIRES: &str = "hire_id IN (SELECT id FROM lawyer_hires WHERE user_id = $1)";
/// Condition for rows about the lawyer who logs in with the user's account.
const OWN_LAWYER: &str = "lawyer_id IN (SELECT id FROM lawyers WHERE user_id = $1)";

/// The note of a case's event, unless only staff may read it (`CaseEventKind::is_internal`).
const NOTE_FOR_DRIVER: &str = "CASE WHEN kind NOT IN ('lawyer_offered', 'lawyer_declined', 'lawyer_offer_lapsed', \
     'lawyer_skipped') THEN note END AS note";

#[rustfmt::skip]
pub(super) const PARTS: &[ExportedTable] = &[
    ExportedTable {
        owner_condition: "id = $1",
        ..own_rows("account", "users", &[
            "email", "role", "full_name", "state", "drivers_license_number", "date_of_birth", "phone_number",
            "vehicle_license_plate", "vehicle_state", "vehicle_info_added_at", "license_status", "status_requested_at",
            "signup_step", "signup_started_at", "signup_completed_at", "last_admin_update_at", "created_at", "closed_at",
            "email_verified_at", "license_verified_at", "license_basis", "plate_verified_at", "plate_basis",
            "plate_from", "plate_until",
        ])
    },
    own_rows("drivingProfile", "driving_profiles", &["status", "current_points", "total_points"]),
    ExportedTable {
        owner_condition: "user_id = $1 AND removed_at IS NULL",
        ..own_rows("tickets", "tickets", &[
            "citation_number", "issuer", "violation_type", "violation_code", "date", "time_of_violation", "due_date", "location", "amount", "points",
            "category", "status", "is_paid", "paid_at", "is_disputed", "is_court_required", "court_date", "court_time",
            "court_state", "court_zone",
            "consequence", "things_to_know", "evidence_provided", "issuing_officer_agency", "processing_fee_type",
            "processing_fee_hundredths", "our_processing_fee_cents", "created_at", "driver_entry",
        ])
    },
    ExportedTable {
        owner_condition: "ticket_id IN (SELECT id FROM tickets WHERE user_id = $1 AND removed_at IS NULL)",
        key: "ticket_id",
        ..own_rows("statedCourts", "stated_courts", &["state", "name", "stated_at"])
    },
    ExportedTable {
        owner_condition: "user_id = $1 AND removed_at IS NULL",
        ..own_rows("parking", "parking", &[
            "citation_number", "issuer", "violation_type", "date", "due_date", "is_due_date_ours", "is_settled_unpaid", "location", "amount", "status", "is_paid", "paid_at", "is_disputed", "processing_fee_type",
            "processing_fee_hundredths", "our_processing_fee_cents", "created_at", "driver_entry",
        ])
    },
    ExportedTable {
        owner_condition: "user_id = $1 AND removed_at IS NULL",
        ..own_rows("tolls", "tolls", &[
            "citation_number", "issuer", "toll_road", "date", "time_of_day", "due_date", "amount", "status", "is_paid", "paid_at", "is_disputed", "processing_fee_type",
            "processing_fee_hundredths", "our_processing_fee_cents", "created_at", "driver_entry",
        ])
    },
    own_rows("addedItems", "added_items", &[
        "ticket_id", "parking_id", "toll_id", "added_at", "status", "reason", "checked_at",
    ]),
    own_rows("contestLetters", "contest_letters", &[
        "ticket_id", "parking_id", "toll_id", "grounds", "words", "sender_name", "sender_address", "issuer_name",
        "issuer_address", "counted_deadline", "sent_on", "made_disputed", "is_own_form", "saved_at",
    ]),
    ExportedTable {
        owner_condition: "letter_id IN (SELECT id FROM contest_letters WHERE user_id = $1)",
        key: "letter_id",
        ..own_rows("contestLetterFiles", "contest_letter_files", &["file_id"])
    },
    ExportedTable {
        key: "parking_id",
        ..own_rows("citiesData", "source_citations", &[
            "source", "number", "authority", "plate", "plate_state", "owed_cents", "settled_at", "as_of",
        ])
    },
    ExportedTable { key: "source", ..own_rows("citiesAsked", "source_plates", &["asked_at"]) },
    own_rows("payments", "payments", &[
        "kind", "ticket_id", "parking_id", "toll_id", "amount_cents", "status", "confirmation_number", "provider_intent_id",
        "amount_received_cents", "refunded_cents", "created_at", "updated_at", "charged_at", "settled_at", "card_brand", "card_last_four",
        "despite_lawyer",
    ]),
    ExportedTable {
        key: "provider_intent_id",
        ..own_rows("lostPayments", "lost_payments", &[
            "confirmation_number", "kind", "ticket_id", "parking_id", "toll_id", "started_at",
        ])
    },
    ExportedTable {
        owner_condition: "payment_id IN (SELECT id FROM payments WHERE user_id = $1)",
        ..own_rows("refunds", "refunds", &[
            "payment_id", "amount_cents", "reason", "note", "status", "provider_refund_id", "back_at", "created_at", "updated_at",
        ])
    },
    own_rows("billedAgain", "billed_again", &[
        "payment_id", "transaction_id", "opened_at", "settled_at", "outcome", "note",
    ]),
    ExportedTable {
        owner_condition: "payment_id IN (SELECT id FROM payments WHERE user_id = $1)",
        key: "payment_id",
        ..own_rows("moneyOnItsWay", "obligations", &[
            "payment_id", "issuer", "status", "amount_cents", "charged_at", "send_by", "accepted_on",
        ])
    },
    ExportedTable {
        owner_condition: "payment_id IN (SELECT id FROM payments WHERE user_id = $1)",
        key: "payment_id",
        ..own_rows("feesOnTheirWay", "lawyer_obligations", &[
            "status", "claim_cents", "earned_cents", "sent_cents", "amount_cents", "case_accepted_at", "send_by", "accepted_on",
        ])
    },
    ExportedTable {
        owner_condition: "payment_id IN (SELECT id FROM payments WHERE user_id = $1)",
        key: "payment_id",
        ..own_rows("paymentAskers", "payment_askers", &["address", "asked_at"])
    },
    ExportedTable { key: "charge_id", ..own_rows("cardDeclines", "card_declines", &["payment_id", "address", "declined_at"]) },
    own_rows("chargebacks", "chargebacks", &[
        "payment_id", "confirmation_number", "provider_id", "amount_cents", "reason", "evidence_due_by", "status", "submitted_at",
        "opened_at", "closed_at",
    ]),
    own_rows("paymentTransactions", "payment_transactions", &[
        "payment_id", "payment_type", "ticket_id", "parking_id", "toll_id", "violation_type", "amount_cents",
        "processing_fee_cents", "our_fee_cents", "confirmation_number", "status", "refunded_cents", "created_at",
        "recorded_at",
    ]),
    own_rows("lawyerHires", "lawyer_hires", &[
        "ticket_id", "payment_id", "violation_type", "amount_cents", "contact_method", "contact_value",
        "confirmation_number", "status", "created_at", "recorded_at",
    ]),
    ExportedTable {
        owner_condition: HIRES,
        key: "hire_id",
        ..own_rows("lawyerCases", "cases", &[
            "handling", "step", "court_state", "court_name", "county", "offense_class", "outcome", "outcome_fine_cents",
            "outcome_points", "outcome_until", "outcome_due", "fine_cents_at_hire", "points_at_hire", "accept_by", "answer_by",
            "sign_by", "update_due", "contact_by", "contacted_at", "court_date", "court_time", "created_at",
            "fee_price_cents", "fee_mode", "fee_appearance_percent", "guarantee_infraction", "guarantee_misdemeanor",
            "guarantee_rule", "replaced_amount", "replaced_points", "replaced_due", "driver_excused_at",
        ])
    },
    ExportedTable {
        owner_condition: HIRES,
        ..own_rows("lawyerCaseEvents", "case_events", &[
            "hire_id", "kind", "step", "at", "actor", NOTE_FOR_DRIVER, "court_date", "court_time", "outcome", "outcome_fine_cents",
            "outcome_points", "outcome_until", "outcome_due",
        ])
    },
    ExportedTable {
        owner_condition: HIRES,
        ..own_rows("lawyerCaseOffers", "case_offers", &["hire_id", "offered_at", "answer_by", "result", "answered_at"])
    },
    ExportedTable {
        owner_condition: HIRES,
        key: "hire_id",
        ..own_rows("lawyerAgreements", "case_agreements", &["text", "sha256", "sent_at", "signed_at", "signed_name"])
    },
    ExportedTable {
        owner_condition: HIRES,
        ..own_rows("lawyerCaseConsents", "case_consents", &["hire_id", "kind", "asked_at", "given_at", "expires_at", "ended_at"])
    },
    own_rows("lawyerRecord", "lawyers", &[
        "name", "firm", "takes_misdemeanors", "capacity", "email", "phone", "trust_account_name", "is_active",
        "last_offered_at", "monthly_fee_cents", "fee_from", "created_at",
    ]),
    ExportedTable {
        owner_condition: OWN_LAWYER,
        key: "state",
        ..own_rows("lawyerLicenses", "lawyer_licenses", &["number"])
    },
    ExportedTable {
        owner_condition: OWN_LAWYER,
        key: "lawyer_id",
        ..own_rows("lawyerPhoto", "lawyer_photos", &["content", "added_at"])
    },
    ExportedTable { owner_condition: OWN_LAWYER, ..own_rows("lawyerAreas", "lawyer_areas", &["state", "county", "court_id"]) },
    ExportedTable {
        owner_condition: OWN_LAWYER,
        ..own_rows("lawyerStatements", "lawyer_statements", &["month", "fee_cents", "made_at", "paid_on", "reference", "recorded_at"])
    },
    own_rows("helpInquiries", "help_inquiries", &["type", "message", "phone_number", "status", "created_at", "resolved_at"]),
    ExportedTable {
        owner_condition: "sender_id = $1 OR help_inquiry_id IN (SELECT id FROM help_inquiries WHERE user_id = $1)",
        ..own_rows("chatMessages", "chat_messages", &[
            "help_inquiry_id", "sender_id", "sender_type", "message", "created_at", "is_read",
        ])
    },
    own_rows("hardshipRequests", "hardship_requests", &[
        "ticket_id", "parking_id", "toll_id", "need", "amount_cents", "pay_by", "situation", "asked_at", "answer", "answered_at",
    ]),
    own_rows("missingTicketReports", "missing_ticket_reports", &[
        "state", "ticket_type", "reported_at", "status", "found_kind", "found_id",
    ]),
    own_rows("textNotificationRequests", "text_notification_requests", &[
        "phone_number", "requested_at", "is_sent", "sent_at", "confirmed_at",
    ]),
    ExportedTable {
        key: "user_id",
        ..own_rows("reminderChoices", "reminder_choices", &["text_reminders", "text_news", "mail_reminders", "mail_news", "changed_at"])
    },
    own_rows("notices", "notices", &[
        "channel", "kind", "day", "phone", "due_at", "status", "body", "reason", "sent_at", "confirmed_at",
    ]),
    own_rows("textReplies", "notice_replies", &["phone", "body", "meaning", "received_at"]),
    own_rows("itemChanges", "item_changes", &[
        "channel", "item_kind", "item_id", "item_date", "needs_court_before", "court_date_before", "court_time_before",
        "due_date_before", "needs_court_after", "court_date_after", "court_time_after", "due_date_after", "is_removed", "noted_at",
    ]),
    own_rows("newsItems", "news_items", &["item_kind", "item_id", "amount_before", "noted_at", "told_on"]),
    ExportedTable {
        // Only numbers that the user confirmed are exported, because an unconfirmed number may be another
        // person's.
        owner_condition: "phone IN (SELECT phone_number FROM text_notification_requests WHERE user_id = $1 AND confirmed_at IS NOT NULL)",
        key: "phone",
        ..own_rows("numbersNotTexted", "phone_states", &["state", "since"])
    },
    ExportedTable { key: "user_id", ..own_rows("calendarFeed", "calendar_feeds", &["created_at"]) },
    ExportedTable {
        owner_condition: "ticket_id IN (SELECT id FROM tickets WHERE user_id = $1)",
        key: "ticket_id",
        ..own_rows("appearancesWaived", "waived_appearances", &["waived_at"])
    },
    own_rows("sessions", "sessions", &["login_time", "last_activity", "expires_at", "address", "user_agent"]),
    own_rows("loginPlaces", "login_places", &["address", "seen_at"]),
    own_rows("mailLinks", "account_links", &["purpose", "new_email", "old_email", "created_at", "expires_at", "ended_at"]),
    ExportedTable { key: "user_id", ..own_rows("secondFactor", "second_factors", &["created_at", "confirmed_at"]) },
    ExportedTable { key: "name", ..own_rows("deskChoices", "staff_choices", &["value", "changed_at"]) },
    own_rows("securityEvents", "security_events", &["kind", "severity", "address", "path", "created_at", "times"]),
    // Only audit entries about this user are exported. Entries about other users are those users' data.
    ExportedTable {
        owner_condition: "subject_kind = 'user' AND subject_id = $1",
        ..own_rows("auditLog", "audit_log", &["actor_id", "action", "before", "after", "address", "created_at"])
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use domain::legal_help::case::event::CaseEventKind;

    use super::{NOTE_FOR_DRIVER, PARTS};

    /// Columns that aren't exported, although other columns of their tables are: secrets, staff-only data, internal
    /// columns, and the user's own id.
    #[rustfmt::skip]
    const WITHHELD: &[(&str, &[&str])] = &[
        ("users", &[
            "password_hash", "sealed_ssn", "search_text", "is_seen_by_admin", "is_vehicle_update_solved",
            "is_status_request_solved",
        ]),
        ("driving_profiles", &["user_id"]),
        ("tickets", &["user_id", "court_id", "version", "removed_at", "removed_by", "removal_result"]),
        ("parking", &["user_id", "version", "removed_at", "removed_by", "removal_result"]),
        ("tolls", &["user_id", "version", "removed_at", "removed_by", "removal_result"]),
        ("added_items", &["user_id"]),
        ("contest_letters", &["user_id", "is_deadline_on_notice", "version"]),
        ("contest_letter_files", &[]),
        ("stated_courts", &[]),
        ("source_citations", &["user_id"]),
        ("source_plates", &["user_id"]),
        ("payments", &["user_id", "idempotency_key", "client_secret", "is_processing"]),
        ("lost_payments", &["user_id"]),
        ("refunds", &["requested_by", "idempotency_key", "asked_at", "provider_words", "guarantee_payer"]),
        ("lawyer_obligations", &["lawyer_id", "remittance_id", "filed_cents", "written_off_cents"]),
        ("obligations", &["authority_id", "issuer_key", "remittance_id", "told_late_at", "filed_cents"]),
        ("billed_again", &["user_id", "settled_by"]),
        ("payment_askers", &[]),
        ("card_declines", &["user_id", "fingerprint"]),
        ("chargebacks", &["user_id", "is_over", "is_answered", "is_withdrawn", "evidence_by", "version", "looked_at"]),
        ("payment_transactions", &["user_id"]),
        ("lawyer_hires", &["user_id", "is_seen_by_admin", "is_solved"]),
        ("cases", &["version", "lawyer_id", "court_id", "is_label_by_staff"]),
        ("case_events", &["actor_id", "lawyer_id"]),
        ("case_consents", &["lawyer_id", "asked_by"]),
        ("case_offers", &["lawyer_id", "reason"]),
        ("case_agreements", &["lawyer_id", "file_id"]),
        ("lawyers", &["version", "user_id"]),
        ("lawyer_licenses", &["lawyer_id"]),
        ("lawyer_photos", &[]),
        ("lawyer_areas", &["lawyer_id"]),
        ("lawyer_statements", &["lawyer_id", "recorded_by", "version"]),
        ("help_inquiries", &[
            "user_id", "is_seen_by_admin", "is_solved", "waiting_since", "is_answered", "assigned_to",
        ]),
        ("chat_messages", &["client_message_id"]),
        ("hardship_requests", &["user_id", "version"]),
        ("missing_ticket_reports", &["user_id", "is_seen_by_admin", "is_solved"]),
        ("text_notification_requests", &[
            "user_id", "is_solved", "code_salt", "code_hash", "code_expires_at", "code_tries",
        ]),
        ("reminder_choices", &[]),
        ("notices", &["user_id", "batch", "request_id", "unsubscribe_hash", "changed_at"]),
        ("notice_replies", &["user_id", "provider_id", "notice_id", "is_solved", "solved_by", "solved_at"]),
        ("item_changes", &["user_id", "batch"]),
        ("news_items", &["user_id"]),
        ("phone_states", &[]),
        ("calendar_feeds", &["secret_hash"]),
        ("waived_appearances", &["waived_by"]),
        ("sessions", &["user_id", "token_hash", "proved_at", "wrong_codes"]),
        ("login_places", &["user_id"]),
        ("account_links", &["user_id", "token_hash"]),
        ("second_factors", &["sealed_secret", "last_step"]),
        ("staff_choices", &["user_id"]),
        ("security_events", &["user_id"]),
        ("audit_log", &["subject_kind", "subject_id"]),
    ];

    /// Tables that aren't exported with `PARTS`: staff's work, login secrets, internal tables, and
    /// encrypted data. The use case decrypts that data and adds it to the export.
    const TABLES_WITHHELD: &[&str] = &[
        "attention_closed",
        "audit_seals",
        "authorities",
        "authority_names",
        "blocked_ips",
        "book_differences",
        "book_matching",
        // The use case adds messages and the names of files, because they must be decrypted.
        "case_event_files",
        "case_file_pieces",
        "case_files",
        "case_keys",
        "case_messages",
        "content_deletions",
        "csp_reports",
        "data_keys",
        "event_cursor",
        // The use case adds the names of photos and documents, because they must be decrypted.
        "file_keys",
        "import_files",
        "import_keys",
        "import_lines",
        "import_pieces",
        "imports",
        "installation",
        "item_file_pieces",
        "item_files",
        "jobs",
        "leases",
        "ledger_changes",
        "ledger_entries",
        "ledger_postings",
        "login_failures",
        "orphan_intents",
        "payment_events",
        "pending_logins",
        "plate_date_reviews",
        "provider_movements",
        "provider_reads",
        "recovery_codes",
        "reminder_days",
        "remittance_proof_pieces",
        "remittance_proofs",
        "remittances",
        "reply_templates",
        "seal_keys",
        "source_runs",
        "staff_invitations",
        // The table has staff's internal notes (docs/product/accounts.md#own-data).
        "staff_notes",
        "tallies",
        // The table identifies email addresses and numbers only by hashes.
        "unconfirmed_messages",
        "waiting_citations",
    ];

    /// Returns each table's name and the names of its columns, read from `tables.rs`. Another test compares that file
    /// with a migrated database.
    fn tables() -> Vec<(&'static str, Vec<&'static str>)> {
        include_str!("../../../../schema/src/tables.rs")
            .split("diesel::table! {\n")
            .skip(1)
            .map(|table| {
                let mut lines = table.lines().map(str::trim);
                let name = lines.next().unwrap().split(' ').next().unwrap();
                let columns =
                    lines.take_while(|line| *line != "}").filter_map(|line| line.split_once(" -> "));
                (name, columns.map(|(column, _)| column.trim_end_matches('_')).collect())
            })
            .collect()
    }

    fn name_set<'a>(names: impl IntoIterator<Item = &'a &'static str>) -> BTreeSet<&'static str> {
        names.into_iter().copied().collect()
    }

    #[test]
    fn personal_data_omits_the_notes_of_internal_case_events() {
        for kind in CaseEventKind::ALL {
            let is_listed = NOTE_FOR_DRIVER.contains(&format!("'{}'", kind.as_str()));
            assert_eq!(is_listed, kind.is_internal(), "{kind}");
        }
    }

    #[test]
    fn every_column_of_a_users_data_is_exported_or_withheld() {
        for (table, columns) in tables() {
            let Some(part) = PARTS.iter().find(|part| part.table == table) else {
                assert!(TABLES_WITHHELD.contains(&table), "{table}: list it as exported or withheld");
                continue;
            };
            let names = part.columns.iter().map(|column| column.rsplit(' ').next().unwrap());
            let exported: BTreeSet<_> = names.chain([part.key]).collect();
            let withheld = WITHHELD.iter().find(|(known, _)| *known == table).unwrap().1;
            let both: Vec<_> = name_set(withheld).intersection(&exported).copied().collect();
            assert!(both.is_empty(), "{table}: {both:?} are both exported and withheld");
            assert_eq!(
                name_set(&columns),
                &exported | &name_set(withheld),
                "{table}: each column must be exported or withheld"
            );
        }
    }
}
