//! Tests that `crates/schema/src/tables.rs`, the migrations and the domain match.

use std::collections::BTreeSet;

use adapters_postgres::MIGRATIONS;
use adapters_postgres::testing::TestDatabase;
use diesel_migrations::MigrationHarness;
use domain::accounts::user::{LicenseStatus, Role};
use domain::driving_record::ticket::{ChargeStatus, FeeType, TicketCategory, TicketStatus};
use domain::help::inquiry::{InquiryKind, InquiryStatus, SenderType};
use domain::legal_help::case::event::CaseActor;
use domain::legal_help::case::handling::Handling;
use domain::legal_help::case::offer::OfferEnd;
use domain::legal_help::case::outcome::CaseOutcome;
use domain::legal_help::case::step::CaseStep;
use domain::legal_help::hire::HireStatus;
use domain::legal_help::offense::OffenseClass;
use domain::legal_help::offer::LegalHelpMode;
use domain::legal_help::secrets::ConsentKind;
use domain::payments::chargeback::ChargebackStatus;
use domain::payments::ledger::{Account, EntryKind};
use domain::payments::matching::{DifferenceKind, MovementKind};
use domain::payments::payment::{PaymentStatus, PaymentType, TransactionStatus};
use domain::payments::remittances::authority::AuthorityKind;
use domain::payments::remittances::billed_again::SecondBillOutcome;
use domain::payments::remittances::obligation::ObligationStatus;
use domain::payments::remittances::remittance::RemittanceStatus;
use domain::requests::report::{ReportStatus, TicketReportType};
use domain::security::csp_report::CspDirective;
use domain::shared::file_kind::FileKind;
use domain::shared::payable::PayableKind;
use domain::shared::person::plate_state::PlateState;
use domain::shared::us_state::UsState;

/// An SQL condition that selects the tables to compare. Partitions are excluded, because they have the columns
/// of their parent table and change each month. Views are excluded, because they contain no data. Diesel's own
/// table is excluded too.
const OURS: &str = "table_schema = 'public' AND table_name NOT LIKE '\\_\\_%'
    AND table_name NOT IN (SELECT relname FROM pg_class WHERE relispartition OR relkind = 'v')";

/// Returns the values that a query selects, except nulls.
fn query_texts(db: &TestDatabase, sql: &str) -> Vec<String> {
    db.values(sql).into_iter().flatten().collect()
}

/// Returns the contents that `crates/schema/src/tables.rs` must have for this database.
fn print_schema(db: &TestDatabase) -> String {
    let columns = query_texts(
        db,
        &format!(
            "SELECT concat_ws(' ', table_name, column_name, udt_name, is_nullable) FROM information_schema.columns
             WHERE {OURS} ORDER BY table_name, ordinal_position"
        ),
    );
    let references = query_texts(
        db,
        "SELECT child.relname || ' -> ' || parent.relname || ' (' || attname || ')' FROM pg_constraint
         JOIN pg_class AS child ON child.oid = conrelid JOIN pg_class AS parent ON parent.oid = confrelid
         JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
         WHERE contype = 'f' AND NOT child.relispartition AND NOT EXISTS (
             SELECT FROM pg_constraint AS other WHERE other.contype = 'f' AND other.oid <> pg_constraint.oid
             AND (other.conrelid, other.confrelid) = (pg_constraint.conrelid, pg_constraint.confrelid)
         ) ORDER BY 1",
    );
    let mut text = String::from(
        "// The tables that the migrations create. A test compares this file with a migrated database, and prints the\n// expected contents if they differ.\n",
    );
    let mut tables: Vec<&str> = Vec::new();
    for column in &columns {
        let [table, name, kind, nullable] = column.split(' ').collect::<Vec<_>>().try_into().unwrap();
        if tables.last() != Some(&table) {
            text += if tables.is_empty() { "" } else { "    }\n}\n" };
            let key = query_texts(
                db,
                &format!(
                    "SELECT string_agg(a.attname, ', ' ORDER BY k.place) FROM pg_constraint c,
                         unnest(c.conkey) WITH ORDINALITY AS k (number, place), pg_attribute a
                     WHERE c.conrelid = '{table}'::regclass AND c.contype = 'p'
                         AND a.attrelid = c.conrelid AND a.attnum = k.number"
                ),
            );
            text += &format!("\ndiesel::table! {{\n    {table} ({}) {{\n", key[0]);
            tables.push(table);
        }
        let kind = match kind {
            "int4" => "Int4",
            "int8" => "Int8",
            "text" => "Text",
            "bool" => "Bool",
            "timestamptz" => "Timestamptz",
            "date" => "Date",
            "bytea" => "Bytea",
            "jsonb" => "Jsonb",
            "_int4" => "Array<Int4>",
            "_text" => "Array<Text>",
            other => panic!("{table}.{name}: no SQL type is known for {other}"),
        };
        let kind = if nullable == "YES" { format!("Nullable<{kind}>") } else { kind.to_owned() };
        let name = if name == "type" {
            text += "        #[sql_name = \"type\"]\n";
            "type_"
        } else {
            name
        };
        text += &format!("        {name} -> {kind},\n");
    }
    text += "    }\n}\n\n";
    let mut pairs = BTreeSet::new();
    for reference in &references {
        text += &format!("diesel::joinable!({reference});\n");
        let [child, _, parent, _] = reference.split(' ').collect::<Vec<_>>().try_into().unwrap();
        pairs.insert((child.min(parent), child.max(parent)));
    }
    text += "\n";
    for (one, other) in pairs {
        text += &format!("diesel::allow_tables_to_appear_in_same_query!({one}, {other});\n");
    }
    text
}

/// Returns a description of each object that the migrations create.
fn list_schema_objects(db: &TestDatabase) -> Vec<String> {
    let mut all = vec![print_schema(db)];
    all.extend(query_texts(
        db,
        "SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
         WHERE connamespace = 'public'::regnamespace ORDER BY 1",
    ));
    all.extend(query_texts(db, "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"));
    all.extend(query_texts(
        db,
        &format!(
            "SELECT concat_ws(' ', table_name, column_name, column_default, collation_name, is_identity, identity_start,
                generation_expression) FROM information_schema.columns WHERE {OURS} ORDER BY 1"
        ),
    ));
    all.extend(query_texts(
        db,
        "SELECT objoid::regclass || ' ' || objsubid || ' ' || description FROM pg_description
         WHERE classoid = 'pg_class'::regclass AND objoid::regclass::text !~ '^(pg_|information_schema)' ORDER BY 1",
    ));
    all.extend(query_texts(
        db,
        "SELECT viewname || definition FROM pg_views WHERE schemaname = 'public' ORDER BY 1",
    ));
    all.extend(query_texts(
        db,
        "SELECT tgrelid::regclass || ' ' || tgname FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1",
    ));
    all.extend(query_texts(db, "SELECT relname || relacl::text FROM pg_class WHERE relacl IS NOT NULL AND relnamespace = 'public'::regnamespace ORDER BY 1"));
    all
}

#[test]
fn tables_rs_matches_the_migrations() {
    let printed = print_schema(&TestDatabase::new());
    if printed != include_str!("../../../../schema/src/tables.rs") {
        let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/tables.rs");
        std::fs::write(path, &printed).unwrap();
        panic!(
            "crates/schema/src/tables.rs and the migrations differ. The expected file is {path}:\n{printed}"
        );
    }
}

#[test]
fn migrations_can_be_reverted_and_applied_again() {
    let db = TestDatabase::new();
    db.migrate();
    let before = list_schema_objects(&db);
    assert!(before.len() > 200, "{}", before.len());
    let mut connection = db.connection();
    let all = connection.revert_all_migrations(MIGRATIONS).unwrap().len();
    let tables_after_down = db.values(
        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_%'",
    );
    assert!(tables_after_down.is_empty(), "{tables_after_down:?}");
    assert_eq!(db.migrate().len(), all);
    assert_eq!(list_schema_objects(&db), before);
}

/// Returns the quoted words in a constraint.
fn constraint_values(db: &TestDatabase, constraint: &str) -> BTreeSet<String> {
    let definition = db
        .value(&format!("SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conname = '{constraint}'"))
        .unwrap_or_else(|| panic!("there is no constraint {constraint}"));
    definition.split('\'').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn check_constraints_allow_exactly_the_domains_enum_values() {
    let db = TestDatabase::new();
    macro_rules! check {
        ($($constraint:literal $name:ty;)+) => {$(
            let expected: BTreeSet<String> = <$name>::ALL.iter().map(ToString::to_string).collect();
            assert_eq!(constraint_values(&db, $constraint), expected, $constraint);
        )+};
    }
    check! {
        "users_role_check" Role;
        "users_license_status_check" LicenseStatus;
        "tickets_category_check" TicketCategory;
        "tickets_status_check" TicketStatus;
        "tickets_processing_fee_type_check" FeeType;
        "parking_status_check" ChargeStatus;
        "parking_processing_fee_type_check" FeeType;
        "tolls_status_check" ChargeStatus;
        "tolls_processing_fee_type_check" FeeType;
        "payments_kind_check" PayableKind;
        "payments_status_check" PaymentStatus;
        "chargebacks_status_check" ChargebackStatus;
        "ledger_entries_kind_check" EntryKind;
        "ledger_postings_account_check" Account;
        "authorities_kind_check" AuthorityKind;
        "obligations_status_check" ObligationStatus;
        "remittances_status_check" RemittanceStatus;
        "remittance_proofs_kind_check" FileKind;
        "billed_again_outcome_check" SecondBillOutcome;
        "provider_movements_kind_check" MovementKind;
        "book_differences_kind_check" DifferenceKind;
        "payment_transactions_payment_type_check" PaymentType;
        "payment_transactions_status_check" TransactionStatus;
        "lawyer_hires_status_check" HireStatus;
        "cases_handling_check" Handling;
        "case_files_kind_check" FileKind;
        "item_files_kind_check" FileKind;
        "case_consents_kind_check" ConsentKind;
        "cases_step_check" CaseStep;
        "cases_offense_class_check" OffenseClass;
        "cases_outcome_check" CaseOutcome;
        "cases_fee_mode_check" LegalHelpMode;
        "case_events_actor_check" CaseActor;
        "case_events_outcome_check" CaseOutcome;
        "case_offers_result_check" OfferEnd;
        "missing_ticket_reports_ticket_type_check" TicketReportType;
        "missing_ticket_reports_status_check" ReportStatus;
        "help_inquiries_type_check" InquiryKind;
        "help_inquiries_status_check" InquiryStatus;
        "chat_messages_sender_type_check" SenderType;
        "csp_reports_directive_check" CspDirective;
    }
    let states: BTreeSet<String> = UsState::ALL.iter().map(|state| state.name().to_owned()).collect();
    assert_eq!(constraint_values(&db, "users_state_check"), states);
    for constraint in [
        "missing_ticket_reports_state_check",
        "lawyer_licenses_state_check",
        "lawyer_areas_state_check",
        "cases_court_state_check",
    ] {
        assert_eq!(constraint_values(&db, constraint), states, "{constraint}");
    }
    let of_plates: BTreeSet<String> = PlateState::all().map(|place| place.name().to_owned()).collect();
    assert_eq!(constraint_values(&db, "users_vehicle_state_check"), of_plates);
    let severities = ["low", "medium", "high", "critical"].map(str::to_owned);
    assert_eq!(constraint_values(&db, "security_events_severity_check"), BTreeSet::from(severities));
}

#[test]
fn column_defaults_match_the_specification() {
    let db = TestDatabase::new();
    let check = |table: &str, column: &str, expected: &str| {
        let found = db.value(&format!(
            "SELECT column_default FROM information_schema.columns WHERE table_name = '{table}' AND column_name = '{column}'"
        ));
        let found = found.unwrap_or_else(|| panic!("{table}.{column} has no default"));
        assert_eq!(found.split("::").next(), Some(expected), "{table}.{column}");
    };
    for (table, column, expected) in [
        ("users", "license_status", "'unknown'"),
        ("users", "signup_step", "1"),
        ("users", "is_seen_by_admin", "false"),
        ("users", "is_vehicle_update_solved", "false"),
        ("users", "is_status_request_solved", "false"),
        ("driving_profiles", "status", "'Need More Info'"),
        ("driving_profiles", "current_points", "0"),
        ("driving_profiles", "total_points", "11"),
        ("tickets", "points", "0"),
        ("tickets", "status", "'Fine'"),
        ("tickets", "processing_fee_type", "'flat'"),
        ("tickets", "processing_fee_hundredths", "0"),
        ("tickets", "our_processing_fee_cents", "299"),
        ("parking", "status", "'Unpaid'"),
        ("parking", "our_processing_fee_cents", "199"),
        ("tolls", "status", "'Unpaid'"),
        ("tolls", "our_processing_fee_cents", "150"),
        ("missing_ticket_reports", "status", "'Pending'"),
        ("lawyer_hires", "status", "'Pending'"),
        ("payment_transactions", "status", "'Completed'"),
        ("text_notification_requests", "is_sent", "false"),
        ("help_inquiries", "status", "'pending'"),
        ("chat_messages", "is_read", "false"),
    ] {
        check(table, column, expected);
    }
}

#[test]
fn every_foreign_key_has_an_index_and_a_delete_action() {
    let db = TestDatabase::new();
    let without_index = db.values(
        "SELECT conname FROM pg_constraint WHERE contype = 'f' AND NOT EXISTS (
             SELECT FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1]
         )",
    );
    assert!(without_index.is_empty(), "{without_index:?}");
    // PostgreSQL stores `a` for a foreign key without an ON DELETE action.
    let not_chosen = db.values("SELECT conname FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'a'");
    assert!(not_chosen.is_empty(), "{not_chosen:?}");
}

/// The tables whose ids are at most 2,147,483,647 (docs/SCALING.md#what-saturates-first).
const SMALL_IDS: &str = "\
    account_links attention_closed audit_log authorities billed_again blocked_ips chargebacks chat_messages \
    data_keys driving_profiles help_inquiries imports jobs lawyer_hires lawyers login_failures login_places \
    missing_ticket_reports news_items notice_replies notices parking payment_events payment_transactions payments \
    refunds remittance_proofs remittances reply_templates seal_keys security_events sessions source_runs \
    staff_invitations staff_notes text_notification_requests tickets tolls users waiting_citations";

#[test]
fn ids_of_new_tables_are_bigints() {
    let db = TestDatabase::new();
    let small = query_texts(
        &db,
        &format!(
            "SELECT table_name::text FROM information_schema.columns
             WHERE {OURS} AND column_name = 'id' AND data_type = 'integer' ORDER BY table_name"
        ),
    );
    assert_eq!(small.join(" "), SMALL_IDS, "a new table's id is a bigint");
}
