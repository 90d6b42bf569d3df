//! Tests of the query plans of the repositories' statements. The statements must use indexes even if the tables
//! are large.

use std::sync::{Arc, Mutex};

use adapters_postgres::PgStore;
use adapters_postgres::testing::TestDatabase;
use diesel::connection::{InstrumentationEvent, SimpleConnection};
use diesel::sql_types::Text;
use diesel::{Connection, PgConnection, QueryableByName, RunQueryDsl, sql_query};
use domain::accounts::account::LinkPurpose;
use domain::accounts::user::LicenseStatus;
use domain::back_office::timeline::TimelineKind;
use domain::driving_record::item_file::ItemId;
use domain::driving_record::kinds::ItemKind;
use domain::help::inquiry::{HelpRequest, MessageText};
use domain::imports::import::ImportKind;
use domain::legal_help::hire::ContactMethod;
use domain::notices::notice::{Channel, NoticeKind, NoticeStatus};
use domain::payments::payment::TransactionStatus;
use domain::security::audit_subject::AuditSubject;
use domain::shared::ids::{
    HireId, ImportId, InquiryId, InvitationId, LawyerId, LinkId, NoticeId, ParkingId, PaymentId, ProofId,
    RefundId, RemittanceId, ReplyId, SecondBillId, SessionId, TextNotificationId, TicketId, TollId,
    TransactionId, UserId,
};
use domain::shared::money::Money;
use domain::shared::payable::Payable;
use domain::shared::retention::RetainedData;
use domain::shared::us_state::UsState;
use ports::driving_record::filing::Removal;
use ports::help::inquiries::NewInquiry;
use ports::notices::planning::{ChangeFilter, NewsFilter};
use ports::notices::unconfirmed::CountedMessageId;
use ports::payments::history::HistoryFilter;
use ports::payments::records::OpenPaymentFilter;
use ports::payments::refunds::RefundCheckTimes;
use ports::security::data_keys::SealedKind;
use ports::shared::secrets::TokenHash;
use ports::sources::runs::PlateFilter;
use ports::store::Store;

use crate::support::{ALL, World, at, hires, inquiries, transactions, users};

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    text: String,
}

/// Runs `work`, and returns the SELECT, UPDATE and DELETE statements that it sends to the database.
fn sent_statements(connection: &mut PgConnection, work: impl FnOnce(&mut dyn Store)) -> Vec<String> {
    let sent = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&sent);
    connection.set_instrumentation(move |event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let text = query.to_string();
            let statement = text.split(" -- binds:").next().unwrap().to_owned();
            if ["SELECT", "UPDATE", "DELETE"].iter().any(|verb| statement.starts_with(verb)) {
                log.lock().unwrap().push(statement);
            }
        }
    });
    work(&mut PgStore::new(connection));
    connection.set_instrumentation(|_: InstrumentationEvent<'_>| {});
    let sent = sent.lock().unwrap().clone();
    assert!(!sent.is_empty());
    sent
}

/// Returns the plan that PostgreSQL makes for a statement whose parameters are all NULL.
fn explain_plan(connection: &mut PgConnection, statement: &str) -> String {
    let parameters = (1..500).take_while(|number| statement.contains(&format!("${number}"))).count();
    let nulls = vec!["NULL"; parameters].join(", ");
    let arguments = if nulls.is_empty() { nulls } else { format!("({nulls})") };
    connection.batch_execute(&format!("PREPARE asked AS {statement}")).unwrap();
    let lines: Vec<Line> = sql_query(format!("EXPLAIN EXECUTE asked{arguments}")).load(connection).unwrap();
    connection.batch_execute("DEALLOCATE asked").unwrap();
    lines.into_iter().map(|line| line.text + "\n").collect()
}

/// Runs each query for messages, phone numbers, replies and court dates.
fn run_notice_queries(store: &mut dyn Store) {
    let (user, notice, number) = (UserId(1), NoticeId(1), TextNotificationId(1));
    let (reply, ticket, hash) = (ReplyId(1), TicketId(1), TokenHash([0; 32]));
    let day = at(0).date_naive();
    let _ = store.is_day_planned("America/Chicago", NoticeKind::Reminder, day);
    let wanted = NewsFilter { day, states: vec!["Texas"], stateless: true, stored_before: at(0) };
    let _ = store.drivers_with_news(&wanted, user, 9);
    let wanted =
        ChangeFilter { channel: Channel::Mail, states: vec!["Texas"], stateless: true, stored_before: at(0) };
    let _ = store.drivers_with_changes(&wanted, user, 9);
    let _ = store.plan_changes(user, Channel::Mail, day, (at(0), at(1)));
    let _ = store.mark_changes_unsent(user, 1);
    let _ = store.changes_of(user, Channel::Mail, 1);
    let _ = store.delete_unsent_changes(at(0));
    let _ = store.delete_old_changes(at(0));
    let _ = store.news_of(user, day);
    let _ = store.delete_old_news(day);
    let _ = store.notice(notice);
    let _ = store.start_notice(notice, None, None);
    let _ = store.end_notice(notice, NoticeStatus::Sent, None, at(0));
    let _ = store.user_of_unsubscribe_token(&hash);
    let _ = store.notices_of(user, 9);
    let _ = store.last_notice_to("5551234567");
    let _ = store.mark_appearance_confirmed(notice, at(0));
    let _ = store.reminder_choices(user);
    let _ = store.text_numbers_of(user);
    let _ = store.text_number(number);
    let _ = store.owner_of_phone("5551234567");
    let _ = store.count_confirmation_codes(user, "5551234567", at(0));
    let _ = store.lock_confirmation_code(number);
    let _ = store.count_wrong_confirmation_code(number);
    let _ = store.confirm_number(number, at(0));
    let _ = store.phone_state("5551234567");
    for channel in [Channel::Mail, Channel::Text] {
        let _ = store.lock_unconfirmed_counts(channel, &hash, at(0));
        let _ = store.count_unconfirmed(channel, &hash, at(0));
    }
    let _ = store.uncount_unconfirmed(CountedMessageId(1));
    let _ = store.resume_texts("5551234567");
    let _ = store.resume_paused_texts("5551234567");
    let _ = store.pause_texts("5551234567", at(0));
    let _ = store.stop_texts("5551234567", at(0));
    let _ = store.lock_reply(reply);
    let _ = store.open_replies(9);
    let _ = store.count_open_replies();
    let _ = store.replies_of(user, 9);
    let _ = store.solve_reply(reply, user, at(0));
    let _ = store.court_dates_of(user, day);
    let _ = store.appearances_of(user);
    let _ = store.lock_appearance(ticket);
    let _ = store.set_appearance_waiver(ticket, None);
    let _ = store.calendar_url_created_at(user);
    let _ = store.set_calendar_url(user, None);
    let _ = store.calendar_owner(&hash);
}

#[test]
fn every_query_can_use_an_index() {
    let payables = [
        Payable::Ticket(TicketId(1)),
        Payable::Parking(ParkingId(1)),
        Payable::Toll(TollId(1)),
        Payable::Lawyer(TicketId(1)),
    ];
    let mut world = World::new();
    let user = world.user("ann@example.com");
    let ticket = world.ticket(user);
    let payment = world.payment(user, Payable::Ticket(ticket), "a");
    let mut connection = world.db.connection();
    let statements = sent_statements(&mut connection, |store| {
        let _ = store.user(UserId(1));
        let _ = store.credentials("ann@example.com");
        let _ = store.list(&users(None, ALL));
        let _ = store.list(&users(Some("ann"), ALL));
        run_notice_queries(store);
        let _ = store.source_runs("nyc", 9);
        let _ = store.open_source_run("nyc");
        let _ = store.run_history("nyc");
        let _ = store.count_source_plates("nyc");
        for verified_since in [None, Some(at(0))] {
            let which =
                PlateFilter { source: "nyc", after: UserId(0), round_at: at(0), verified_since, limit: 9 };
            let _ = store.plates_to_query(which);
        }
        let _ = store.source_citations_of("nyc", &[UserId(1)]);
        let _ = store.other_owners_of("nyc", &["1".to_owned()], UserId(1));
        let _ = store.is_from_source(ParkingId(1));
        let _ = store.mark_citations_current("nyc", &[(UserId(1), "1".to_owned())], at(0));
        let _ = store.has_administrator();
        let _ = store.set_vehicle(UserId(1), "A", UsState::Ohio.into(), at(0));
        let _ = store.register_facts(&[UsState::Ohio], &["austinpd".to_owned()]);
        let _ = store.set_status_request(UserId(1), &[1], at(0));
        let _ = store.profile(UserId(1));
        let _ = store.set_license_status(UserId(1), LicenseStatus::Active);
        let _ = store.set_record_updated(UserId(1), at(0));
        let _ = store.session(&TokenHash([0; 32]));
        let _ = store.copy_session(SessionId(1), &TokenHash([1; 32]));
        let _ = store.renew_session(SessionId(1), at(0), at(1));
        let _ = store.delete_session(SessionId(1));
        for old in RetainedData::ALL {
            let _ = store.delete_expired(*old, at(0), 9);
        }
        let _ = store.lock_credentials(UserId(1));
        let _ = store.set_password_hash(UserId(1), "$argon2id$");
        let _ = store.set_phone(UserId(1), None);
        let _ = store.set_email(UserId(1), "new@example.com");
        let _ = store.sessions_of(UserId(1), at(0), 100);
        let _ = store.delete_session_of(UserId(1), SessionId(1));
        let _ = store.delete_sessions_of(UserId(1), None);
        let _ = store.personal_data(UserId(1));
        let _ = store.lock_for_closing_and_check_other_admin(UserId(1));
        let _ = store.unfinished_payments_of(UserId(1));
        let _ = store.open_hires(UserId(1));
        let _ = store.close_user(UserId(999), at(0));
        let _ = store.count_links(UserId(1), LinkPurpose::PasswordReset, at(0));
        let _ = store.link(LinkId(1));
        let _ = store.set_link_token(LinkId(1), &TokenHash([0; 32]), at(0));
        let _ = store.valid_link(&TokenHash([0; 32]), LinkPurpose::PasswordReset, at(0));
        let _ = store.use_link(&TokenHash([0; 32]), LinkPurpose::PasswordReset, at(0));
        let _ = store.invalidate_links_of(UserId(1), at(0));
        let _ = store.tickets_of(UserId(1));
        let _ = store.lock_item(Payable::Ticket(TicketId(1)));
        let _ = store.remove_item(
            Payable::Ticket(TicketId(999)),
            &Removal { by: UserId(1), result: "x".to_owned(), at: at(0) },
        );
        let _ = store.last_change(AuditSubject::Ticket, 1);
        let _ = store.timeline(UserId(1), TimelineKind::ALL, None, 50);
        let _ = store.orphan_intents(9);
        let _ = store.lost_payments(None, 9);
        let _ = store.lost_payments(Some(UserId(1)), 9);
        let _ = store.has_lost_payment(Payable::Ticket(TicketId(1)));
        let _ = store.has_payment_numbered("CONF-1");
        let _ = store.open_chargebacks_of(UserId(1));
        let _ = store.unread_events(9);
        let _ = store.resolved_money_problems(9);
        let _ = store.monitoring_figures(at(0));
        let _ = store.failed_logins_from("::1", at(0));
        let _ = store.time_of_nth_failed_login(&TokenHash([0; 32]), 10, at(0));
        let _ = store.clear_login_failures("::1", &TokenHash([0; 32]));
        let _ = store.clear_address_failures("::1");
        let _ = store.clear_account_failures(&TokenHash([0; 32]));
        let _ = store.is_known_address(UserId(1), "::1");
        let _ = store.unblock_address("::1", at(0));
        let _ = store.blocks(at(0), 10);
        let _ = store.security_event_counts(at(0));
        let _ = store.parking_of(UserId(1));
        let _ = store.tolls_of(UserId(1));
        let _ = store.lock_payment(PaymentId(1));
        let _ = store.payment(PaymentId(1));
        let _ = store.payment_by_intent("pi");
        let _ = store.update_payment(&payment);
        let young =
            OpenPaymentFilter::Recent { now: at(0), changed_before: at(0), started_after: at(0), slowing: 4 };
        let old = OpenPaymentFilter::Started { started_before: at(0), changed_before: at(0) };
        let some = [
            OpenPaymentFilter::ChangedBefore,
            OpenPaymentFilter::WithoutIntent,
            OpenPaymentFilter::Processing,
        ]
        .map(|some| some(at(0)));
        for which in some.into_iter().chain([young, old]) {
            let _ = store.payments_to_reconcile(which, 50);
        }
        let _ = store.event_cursor();
        let _ = store.known_event_ids(&["evt_1"]);
        let _ = store.transaction(TransactionId(1));
        let _ = store.transaction_of_payment(PaymentId(1));
        let _ = store.paid_items(UserId(1), &HistoryFilter::default(), ALL);
        let _ = store.proofs_of(&[RemittanceId(1)]);
        let _ = store.proof(ProofId(1));
        let _ = store.proof_content(ProofId(1));
        let _ = store.remove_proof(ProofId(1));
        let _ = store.second_bill(SecondBillId(1));
        let _ = store.newest_second_bills(&[PaymentId(1)]);
        let _ = store.count_second_bills_since(UserId(1), at(0));
        let _ = store.open_second_bills(9);
        let _ = store.resolved_second_bills(9);
        let _ = store.amount_charged(UserId(1), at(0), at(1));
        let _ = store.set_transaction_refunded(TransactionId(1), Money::ZERO, TransactionStatus::Completed);
        let _ = store.set_payment_ip_address(PaymentId(999), "::1", at(0));
        let _ = store.payment_ip_address(PaymentId(1));
        let _ = store.insert_declines(PaymentId(999), &[]);
        let _ = store.count_declines_of_account(UserId(1), at(0));
        let _ = store.count_declines_of_address("::1", at(0));
        let _ = store.count_declines_of_card("card", at(0));
        let _ = store.has_settled_payment(UserId(1));
        let _ = store.refund(RefundId(1));
        let _ = store.lock_refund(RefundId(1));
        let _ = store.refund_by_provider_id("re");
        let _ = store.refunds_of(PaymentId(1));
        let before = RefundCheckTimes {
            now: at(0),
            open: at(0),
            refused: at(0),
            oldest_refused: at(0),
            arrived: at(0),
            oldest_arrived: at(0),
        };
        let _ = store.refunds_to_check(before, 50);
        let _ = store.refunds_under_way(None, 50);
        let _ = store.refunds_under_way(Some(UserId(1)), 1);
        let request = HelpRequest::Chat { message: MessageText::parse("a").unwrap(), phone: None };
        let new = NewInquiry { user_id: UserId(1), request, created_at: at(0) };
        let _ = store.same_pending_inquiry(&new, at(0));
        let _ = store.inquiry(InquiryId(1));
        let _ = store.lock_inquiry(InquiryId(1));
        let _ = store.resolve_inquiry(InquiryId(1), at(0));
        let _ = store.chat_message_by_client_id(InquiryId(1), "a");
        let _ = store.chat_messages(InquiryId(1), None, ALL);
        let _ = store.newest_chat_message(InquiryId(1));
        let _ = store.hire(HireId(1));
        let _ = store.hire_of_payment(PaymentId(1));
        let _ = store.has_active_hire(TicketId(1));
        let _ = store.set_hire_contact(HireId(1), ContactMethod::Phone, "1");
        let _ = store.case_key(HireId(1));
        let _ = store.case_messages(HireId(1));
        let _ = store.mark_case_messages_read(HireId(1), None, 1, at(0));
        let _ = store.mark_case_messages_read(HireId(1), Some(LawyerId(1)), 1, at(0));
        let _ = store.count_messages_and_files(HireId(1));
        let _ = store.consents_of(HireId(1));
        let _ = store.case_files(HireId(1));
        let _ = store.case_file(1);
        let _ = store.case_file_content(1);
        for kind in [ItemKind::Ticket, ItemKind::Parking, ItemKind::Toll] {
            let _ = store.item_files(ItemId { kind, id: 1 });
        }
        let _ = store.item_files_of(UserId(1));
        let _ = store.current_item_files_of(UserId(1));
        let _ = store.lock_item_file(1);
        let _ = store.file_pieces(1);
        let _ = store.due_content_deletions(at(0), 9);
        let _ = store.import(ImportId(1));
        let _ = store.import_piece(ImportId(1), 0, 9);
        let _ = store.lock_for_storing_and_count_closed_accounts(ImportId(1));
        let _ = store.items_by_import_key(ImportKind::Toll, &[[0; 32]]);
        let _ = store.end_stale_imports(at(0), at(1));
        let _ = store.invitation_by_token(&TokenHash([0; 32]), at(0));
        let _ = store.end_invitation(InvitationId(1), at(0));
        let _ = store.end_invitations_of_lawyer(LawyerId(1), at(0));
        let _ = store.lock_second_factor(UserId(1));
        let _ = store.recovery_salt(UserId(1));
        let _ = store.lock_session(SessionId(1));
        let _ = store.count_wrong_code(SessionId(1));
        let _ = store.record_step_up(SessionId(1), at(0));
        let _ = store.count_recovery_codes(UserId(1));
        let _ = store.use_recovery_code(UserId(1), &TokenHash([0; 32]));
        let _ = store.count_code_attempt(&TokenHash([0; 32]), 5, at(0));
        let _ = store.delete_second_factor(UserId(1));
        let _ = store.values_to_reseal(SealedKind::Digits, &[], UserId(0), 1);
        let _ = store.values_to_reseal(SealedKind::SecondFactors, &[], UserId(0), 1);
        let _ = store.values_to_reseal(SealedKind::CaseKeys, &[], UserId(i32::MIN), 1);
        let _ = store.values_to_reseal(SealedKind::FileKeys, &[], UserId(0), 1);
        let _ = store.last_seal();
        let _ = store.seals_after(0, 1);
        let _ = store.newest_audit_entry_id();
        let _ = store.trail_entries_between(1, 2, 1);
        let _ = store.last_dropped_month();
        for user in [None, Some(UserId(1))] {
            let _ = store.list(&transactions(user, ALL));
            let _ = store.list(&hires(user, ALL));
            let _ = store.list(&inquiries(user));
        }
        for payable in payables {
            let _ = store.payable_item(payable);
            let _ = store.lock_payable_item(payable);
            let _ = store.mark_item_paid(payable, at(0));
            let _ = store.lock_live_payment(payable);
            let _ = store.is_settled_by_payment(payable);
            let _ = store.reopen_item(payable);
        }
    });
    assert!(statements.len() > 50, "{}", statements.len());
    // Without this setting, PostgreSQL would scan the tables, because they are empty.
    connection.batch_execute("SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off").unwrap();
    for statement in statements {
        let plan = explain_plan(&mut connection, &statement);
        assert!(!plan.contains("Seq Scan"), "{statement}\n{plan}");
    }
}

#[test]
fn frequent_queries_use_their_indexes() {
    let db = TestDatabase::new();
    db.execute(
        "INSERT INTO users (email, password_hash, full_name, drivers_license_number)
             SELECT 'user' || n || '@example.com', '$argon2id$', 'Person Number ' || n, 'L' || n FROM generate_series(1, 3000) AS n;
         INSERT INTO sessions (user_id, token_hash, login_time, last_activity, expires_at, address)
             SELECT id, decode(md5(id::text) || md5(id::text), 'hex'), now(), now(), now(), '::1' FROM users;
         INSERT INTO tickets (user_id, violation_type, date, location, amount, category)
             SELECT 2 + n % 3000, 'Speeding', current_date, 'Main St', '$1', 'traffic' FROM generate_series(1, 15000) AS n;
         INSERT INTO parking (user_id, violation_type, date, location, amount)
             SELECT id, 'Expired meter', current_date, 'Main St', '$1' FROM users;
         INSERT INTO tolls (user_id, toll_road, date, amount) SELECT id, 'I-95', current_date, '$1' FROM users;
         ANALYZE",
    );
    let mut connection = db.connection();
    // Only the tables with rows are checked. The other tables, for example those of payments and hires, are
    // empty here, so PostgreSQL scans them. `every_query_can_use_an_index` checks their indexes.
    let filled = ["users", "sessions", "tickets", "parking", "tolls"];
    let mut check = |indexes: &[&str], work: &dyn Fn(&mut dyn Store)| {
        for statement in sent_statements(&mut connection, work) {
            for mode in ["force_generic_plan", "force_custom_plan"] {
                connection.batch_execute(&format!("SET plan_cache_mode = {mode}")).unwrap();
                let plan = explain_plan(&mut connection, &statement);
                assert!(
                    !filled.iter().any(|table| plan.contains(&format!("Seq Scan on {table} "))),
                    "{statement}\n{plan}"
                );
                // If a parameter is NULL, a custom plan may read no table and therefore use no index.
                if mode == "force_generic_plan" {
                    assert!(indexes.iter().any(|index| plan.contains(index)), "{statement}\n{plan}");
                }
            }
        }
    };
    check(&["sessions_token_hash_key"], &|store| drop(store.session(&TokenHash([0; 32]))));
    check(&["tickets_user_id_index"], &|store| drop(store.tickets_of(UserId(2))));
    check(&["parking_user_id_index"], &|store| drop(store.parking_of(UserId(2))));
    check(&["tolls_user_id_index"], &|store| drop(store.tolls_of(UserId(2))));
    check(&["users_email_key"], &|store| drop(store.credentials("user7@example.com")));
}
