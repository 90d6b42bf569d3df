//! Pairs of tables that a query joins although no foreign key, or more than one, connects them. `tables.rs` allows the
//! pairs with exactly one foreign key. If the compiler says that `TableNotEqual` isn't implemented for a table, add the
//! pair here. Diesel implements that trait ten times for each pair, so allowing all 5,151 pairs takes long to compile.

use diesel::allow_tables_to_appear_in_same_query;

use crate::{
    attention_closed, audit_log, authority_names, case_keys, case_messages, case_offers, cases, import_keys,
    import_lines, imports, lawyer_hires, ledger_entries, lost_payments, news_items, notices, obligations,
    orphan_intents, parking, payment_events, payment_transactions, payments, phone_states,
    plate_date_reviews, provider_movements, second_factors, sessions, text_notification_requests, tickets,
    tolls, users,
};

allow_tables_to_appear_in_same_query!(attention_closed, lost_payments);
allow_tables_to_appear_in_same_query!(attention_closed, orphan_intents);
allow_tables_to_appear_in_same_query!(attention_closed, payment_events);
allow_tables_to_appear_in_same_query!(audit_log, users);
allow_tables_to_appear_in_same_query!(authority_names, obligations);
allow_tables_to_appear_in_same_query!(case_keys, lawyer_hires);
allow_tables_to_appear_in_same_query!(case_messages, cases);
allow_tables_to_appear_in_same_query!(case_messages, lawyer_hires);
allow_tables_to_appear_in_same_query!(case_offers, lawyer_hires);
allow_tables_to_appear_in_same_query!(cases, tickets);
allow_tables_to_appear_in_same_query!(import_keys, import_lines);
allow_tables_to_appear_in_same_query!(import_keys, tickets);
allow_tables_to_appear_in_same_query!(import_lines, tickets);
allow_tables_to_appear_in_same_query!(import_lines, users);
allow_tables_to_appear_in_same_query!(imports, users);
allow_tables_to_appear_in_same_query!(ledger_entries, payment_transactions);
allow_tables_to_appear_in_same_query!(news_items, notices);
allow_tables_to_appear_in_same_query!(obligations, payment_transactions);
allow_tables_to_appear_in_same_query!(parking, plate_date_reviews);
allow_tables_to_appear_in_same_query!(parking, tickets);
allow_tables_to_appear_in_same_query!(parking, tolls);
allow_tables_to_appear_in_same_query!(payments, provider_movements);
allow_tables_to_appear_in_same_query!(phone_states, text_notification_requests);
allow_tables_to_appear_in_same_query!(plate_date_reviews, tickets);
allow_tables_to_appear_in_same_query!(plate_date_reviews, tolls);
allow_tables_to_appear_in_same_query!(second_factors, sessions);
allow_tables_to_appear_in_same_query!(tickets, tolls);
