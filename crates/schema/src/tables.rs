// The tables that the migrations create. A test compares this file with a migrated database, and prints the
// expected contents if they differ.

diesel::table! {
    account_links (id) {
        id -> Int4,
        user_id -> Int4,
        purpose -> Text,
        token_hash -> Nullable<Bytea>,
        new_email -> Nullable<Text>,
        old_email -> Nullable<Text>,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    added_items (id) {
        id -> Int8,
        user_id -> Int4,
        ticket_id -> Nullable<Int4>,
        parking_id -> Nullable<Int4>,
        toll_id -> Nullable<Int4>,
        added_at -> Timestamptz,
        status -> Text,
        reason -> Nullable<Text>,
        checked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    attention_closed (id) {
        id -> Int4,
        kind -> Text,
        provider_id -> Text,
        how -> Text,
        closed_by -> Int4,
        closed_at -> Timestamptz,
    }
}

diesel::table! {
    audit_log (id, created_at) {
        id -> Int4,
        actor_id -> Nullable<Int4>,
        action -> Text,
        subject_kind -> Text,
        subject_id -> Int4,
        before -> Jsonb,
        after -> Jsonb,
        address -> Nullable<Text>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    audit_seals (number) {
        number -> Int4,
        key_id -> Int4,
        month -> Int4,
        first_entry -> Int4,
        last_entry -> Int4,
        leaves -> Bytea,
        previous -> Bytea,
        mac -> Bytea,
        sealed_at -> Timestamptz,
    }
}

diesel::table! {
    authorities (id) {
        id -> Int4,
        name -> Text,
        kind -> Text,
        also_called -> Array<Text>,
        pay_to -> Nullable<Text>,
        version -> Int4,
        state -> Nullable<Text>,
        county -> Nullable<Text>,
        time_zone -> Nullable<Text>,
        postal_address -> Nullable<Text>,
    }
}

diesel::table! {
    authority_names (key) {
        key -> Text,
        authority_id -> Int4,
    }
}

diesel::table! {
    billed_again (id) {
        id -> Int4,
        payment_id -> Int4,
        transaction_id -> Int4,
        user_id -> Int4,
        opened_at -> Timestamptz,
        settled_at -> Nullable<Timestamptz>,
        settled_by -> Nullable<Int4>,
        outcome -> Nullable<Text>,
        note -> Nullable<Text>,
    }
}

diesel::table! {
    blocked_ips (id) {
        id -> Int4,
        address -> Text,
        reason -> Text,
        blocked_at -> Timestamptz,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    book_differences (subject) {
        subject -> Text,
        kind -> Text,
        ours_cents -> Int8,
        theirs_cents -> Int8,
        currency -> Text,
        payment_id -> Nullable<Int4>,
        moved_at -> Timestamptz,
    }
}

diesel::table! {
    book_matching (singleton) {
        singleton -> Bool,
        matched_at -> Nullable<Timestamptz>,
        read_until -> Nullable<Timestamptz>,
        reading_started_at -> Nullable<Timestamptz>,
        reading_since -> Nullable<Timestamptz>,
        reading_after -> Nullable<Text>,
        reading_newest -> Nullable<Timestamptz>,
        reading_count -> Int8,
    }
}

diesel::table! {
    calendar_feeds (user_id) {
        user_id -> Int4,
        secret_hash -> Bytea,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    card_declines (charge_id) {
        charge_id -> Text,
        payment_id -> Int4,
        user_id -> Int4,
        address -> Nullable<Text>,
        fingerprint -> Nullable<Text>,
        declined_at -> Timestamptz,
    }
}

diesel::table! {
    case_agreements (hire_id, lawyer_id) {
        hire_id -> Int4,
        lawyer_id -> Int4,
        text -> Text,
        sha256 -> Text,
        sent_at -> Timestamptz,
        signed_at -> Nullable<Timestamptz>,
        signed_name -> Nullable<Text>,
        file_id -> Nullable<Int8>,
    }
}

diesel::table! {
    case_consents (id) {
        id -> Int8,
        hire_id -> Int4,
        kind -> Text,
        lawyer_id -> Nullable<Int4>,
        asked_by -> Nullable<Int4>,
        asked_at -> Timestamptz,
        given_at -> Nullable<Timestamptz>,
        expires_at -> Nullable<Timestamptz>,
        ended_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    case_event_files (event_id, file_id) {
        event_id -> Int8,
        file_id -> Int8,
    }
}

diesel::table! {
    case_events (id) {
        id -> Int8,
        hire_id -> Int4,
        kind -> Text,
        step -> Text,
        at -> Timestamptz,
        actor -> Text,
        actor_id -> Nullable<Int4>,
        lawyer_id -> Nullable<Int4>,
        note -> Nullable<Text>,
        court_date -> Nullable<Date>,
        court_time -> Nullable<Text>,
        outcome -> Nullable<Text>,
        outcome_fine_cents -> Nullable<Int8>,
        outcome_points -> Nullable<Int4>,
        outcome_until -> Nullable<Date>,
        outcome_due -> Nullable<Date>,
    }
}

diesel::table! {
    case_file_pieces (file_id, number) {
        file_id -> Int8,
        number -> Int4,
        content -> Bytea,
    }
}

diesel::table! {
    case_files (id) {
        id -> Int8,
        hire_id -> Int4,
        is_from_lawyer -> Bool,
        sealed_name -> Bytea,
        kind -> Text,
        bytes -> Int8,
        added_at -> Timestamptz,
        content_name -> Nullable<Text>,
        lawyer_id -> Nullable<Int4>,
    }
}

diesel::table! {
    case_keys (hire_id) {
        hire_id -> Int4,
        sealed_key -> Bytea,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    case_messages (id) {
        id -> Int8,
        hire_id -> Int4,
        lawyer_id -> Int4,
        is_from_lawyer -> Bool,
        sealed -> Bytea,
        sent_at -> Timestamptz,
        read_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    case_offers (id) {
        id -> Int8,
        hire_id -> Int4,
        lawyer_id -> Int4,
        offered_at -> Timestamptz,
        answer_by -> Timestamptz,
        result -> Nullable<Text>,
        answered_at -> Nullable<Timestamptz>,
        reason -> Nullable<Text>,
    }
}

diesel::table! {
    cases (hire_id) {
        hire_id -> Int4,
        handling -> Text,
        step -> Text,
        version -> Int4,
        lawyer_id -> Nullable<Int4>,
        court_state -> Nullable<Text>,
        court_name -> Nullable<Text>,
        court_id -> Nullable<Int4>,
        county -> Nullable<Text>,
        offense_class -> Text,
        outcome -> Nullable<Text>,
        outcome_fine_cents -> Nullable<Int8>,
        outcome_points -> Nullable<Int4>,
        outcome_until -> Nullable<Date>,
        outcome_due -> Nullable<Date>,
        fine_cents_at_hire -> Nullable<Int8>,
        points_at_hire -> Nullable<Int4>,
        accept_by -> Nullable<Timestamptz>,
        answer_by -> Nullable<Timestamptz>,
        sign_by -> Nullable<Timestamptz>,
        update_due -> Nullable<Timestamptz>,
        contact_by -> Nullable<Timestamptz>,
        contacted_at -> Nullable<Timestamptz>,
        is_label_by_staff -> Bool,
        court_date -> Nullable<Date>,
        court_time -> Nullable<Text>,
        created_at -> Timestamptz,
        fee_price_cents -> Nullable<Int8>,
        fee_mode -> Nullable<Text>,
        fee_appearance_percent -> Nullable<Int4>,
        guarantee_infraction -> Nullable<Text>,
        guarantee_misdemeanor -> Nullable<Text>,
        guarantee_rule -> Text,
        replaced_amount -> Nullable<Text>,
        replaced_points -> Nullable<Int4>,
        replaced_due -> Nullable<Date>,
        driver_excused_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    chargebacks (id) {
        id -> Int4,
        payment_id -> Int4,
        user_id -> Int4,
        confirmation_number -> Text,
        provider_id -> Text,
        amount_cents -> Int8,
        reason -> Text,
        evidence_due_by -> Nullable<Timestamptz>,
        status -> Text,
        is_over -> Bool,
        is_answered -> Bool,
        is_withdrawn -> Bool,
        submitted_at -> Nullable<Timestamptz>,
        evidence_by -> Nullable<Int4>,
        version -> Int4,
        opened_at -> Timestamptz,
        closed_at -> Nullable<Timestamptz>,
        looked_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    chat_messages (id) {
        id -> Int4,
        help_inquiry_id -> Int4,
        sender_id -> Int4,
        sender_type -> Text,
        message -> Text,
        created_at -> Timestamptz,
        is_read -> Bool,
        client_message_id -> Nullable<Text>,
    }
}

diesel::table! {
    content_deletions (content_name) {
        content_name -> Text,
        due_at -> Timestamptz,
    }
}

diesel::table! {
    contest_letter_files (letter_id, file_id) {
        letter_id -> Int8,
        file_id -> Int8,
    }
}

diesel::table! {
    contest_letters (id) {
        id -> Int8,
        user_id -> Int4,
        ticket_id -> Nullable<Int4>,
        parking_id -> Nullable<Int4>,
        toll_id -> Nullable<Int4>,
        grounds -> Array<Text>,
        words -> Text,
        sender_name -> Text,
        sender_address -> Text,
        issuer_name -> Text,
        issuer_address -> Text,
        is_deadline_on_notice -> Bool,
        counted_deadline -> Nullable<Date>,
        sent_on -> Nullable<Date>,
        made_disputed -> Bool,
        version -> Int4,
        saved_at -> Timestamptz,
        is_own_form -> Bool,
    }
}

diesel::table! {
    csp_reports (id) {
        id -> Int8,
        day -> Date,
        directive -> Text,
        host -> Text,
        reports -> Int8,
    }
}

diesel::table! {
    data_keys (id) {
        id -> Int4,
        check_value -> Bytea,
        first_seen_at -> Timestamptz,
    }
}

diesel::table! {
    driving_profiles (id) {
        id -> Int4,
        user_id -> Int4,
        status -> Text,
        current_points -> Int4,
        total_points -> Int4,
    }
}

diesel::table! {
    event_cursor (singleton) {
        singleton -> Bool,
        read_to -> Timestamptz,
        behind_from -> Nullable<Timestamptz>,
        behind_until -> Nullable<Timestamptz>,
        read_at -> Timestamptz,
        reread_at -> Timestamptz,
    }
}

diesel::table! {
    file_keys (user_id) {
        user_id -> Int4,
        sealed_key -> Bytea,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    hardship_requests (id) {
        id -> Int8,
        user_id -> Int4,
        ticket_id -> Nullable<Int4>,
        parking_id -> Nullable<Int4>,
        toll_id -> Nullable<Int4>,
        need -> Text,
        amount_cents -> Nullable<Int8>,
        pay_by -> Nullable<Date>,
        situation -> Text,
        asked_at -> Timestamptz,
        answer -> Nullable<Text>,
        answered_at -> Nullable<Timestamptz>,
        version -> Int4,
    }
}

diesel::table! {
    help_inquiries (id) {
        id -> Int4,
        user_id -> Int4,
        #[sql_name = "type"]
        type_ -> Text,
        message -> Nullable<Text>,
        phone_number -> Nullable<Text>,
        status -> Text,
        created_at -> Timestamptz,
        resolved_at -> Nullable<Timestamptz>,
        is_seen_by_admin -> Bool,
        is_solved -> Bool,
        waiting_since -> Nullable<Timestamptz>,
        is_answered -> Bool,
        assigned_to -> Nullable<Int4>,
    }
}

diesel::table! {
    import_files (import_id) {
        import_id -> Int4,
        content -> Bytea,
    }
}

diesel::table! {
    import_keys (kind, key) {
        kind -> Text,
        key -> Bytea,
        is_citation -> Bool,
        item_id -> Int4,
        import_id -> Nullable<Int4>,
    }
}

diesel::table! {
    import_lines (import_id, line) {
        import_id -> Int4,
        line -> Int4,
        outcome -> Text,
        user_id -> Nullable<Int4>,
        fields -> Jsonb,
        problems -> Jsonb,
        key -> Nullable<Bytea>,
        is_citation -> Bool,
        item_id -> Nullable<Int4>,
    }
}

diesel::table! {
    import_pieces (import_id, number) {
        import_id -> Int4,
        number -> Int4,
        content -> Bytea,
    }
}

diesel::table! {
    imports (id) {
        id -> Int4,
        kind -> Text,
        status -> Text,
        file_name -> Text,
        file_columns -> Jsonb,
        mapping -> Nullable<Jsonb>,
        total_lines -> Int4,
        done_lines -> Int4,
        new_lines -> Int4,
        existing_lines -> Int4,
        bad_lines -> Int4,
        stored_items -> Int4,
        first_item_id -> Nullable<Int4>,
        last_item_id -> Nullable<Int4>,
        message -> Nullable<Text>,
        created_by -> Int4,
        created_at -> Timestamptz,
        confirmed_by -> Nullable<Int4>,
        ended_at -> Nullable<Timestamptz>,
        large_lines -> Int4,
        estimated_lines -> Int4,
        queued_lines -> Int4,
        unclaimed_lines -> Int4,
        due_days -> Nullable<Int4>,
        sets_aside -> Bool,
        undone_at -> Nullable<Timestamptz>,
        issuer -> Nullable<Text>,
    }
}

diesel::table! {
    installation (singleton) {
        singleton -> Bool,
        id -> Text,
    }
}

diesel::table! {
    item_changes (id) {
        id -> Int8,
        user_id -> Int4,
        channel -> Text,
        item_kind -> Text,
        item_id -> Int4,
        item_date -> Date,
        needs_court_before -> Bool,
        court_date_before -> Nullable<Date>,
        court_time_before -> Nullable<Text>,
        due_date_before -> Nullable<Date>,
        needs_court_after -> Bool,
        court_date_after -> Nullable<Date>,
        court_time_after -> Nullable<Text>,
        due_date_after -> Nullable<Date>,
        is_removed -> Bool,
        noted_at -> Timestamptz,
        batch -> Nullable<Int8>,
    }
}

diesel::table! {
    item_file_pieces (file_id, number) {
        file_id -> Int8,
        number -> Int4,
        sealed -> Bytea,
    }
}

diesel::table! {
    item_files (id) {
        id -> Int8,
        user_id -> Int4,
        ticket_id -> Nullable<Int4>,
        parking_id -> Nullable<Int4>,
        toll_id -> Nullable<Int4>,
        is_from_staff -> Bool,
        kind -> Text,
        bytes -> Int8,
        sha256 -> Nullable<Bytea>,
        stored_at -> Nullable<Timestamptz>,
        sealed_name -> Bytea,
        content_name -> Text,
        added_at -> Timestamptz,
    }
}

diesel::table! {
    jobs (id) {
        id -> Int4,
        kind -> Text,
        payload -> Jsonb,
        run_at -> Timestamptz,
        attempts -> Int4,
        locked_at -> Nullable<Timestamptz>,
        done_at -> Nullable<Timestamptz>,
        last_error -> Nullable<Text>,
        dedupe_key -> Nullable<Text>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    lawyer_areas (id) {
        id -> Int8,
        lawyer_id -> Int4,
        state -> Text,
        county -> Nullable<Text>,
        court_id -> Nullable<Int4>,
    }
}

diesel::table! {
    lawyer_hires (id) {
        id -> Int4,
        user_id -> Int4,
        ticket_id -> Nullable<Int4>,
        payment_id -> Nullable<Int4>,
        violation_type -> Nullable<Text>,
        amount_cents -> Int8,
        contact_method -> Nullable<Text>,
        contact_value -> Nullable<Text>,
        confirmation_number -> Text,
        status -> Text,
        is_seen_by_admin -> Bool,
        is_solved -> Bool,
        created_at -> Timestamptz,
        recorded_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    lawyer_licenses (lawyer_id, state) {
        lawyer_id -> Int4,
        state -> Text,
        number -> Text,
    }
}

diesel::table! {
    lawyer_obligations (payment_id, lawyer_id) {
        payment_id -> Int4,
        lawyer_id -> Int4,
        status -> Text,
        claim_cents -> Int8,
        earned_cents -> Int8,
        sent_cents -> Int8,
        written_off_cents -> Int8,
        remittance_id -> Nullable<Int4>,
        amount_cents -> Nullable<Int8>,
        filed_cents -> Nullable<Int8>,
        case_accepted_at -> Timestamptz,
        send_by -> Timestamptz,
        accepted_on -> Nullable<Date>,
    }
}

diesel::table! {
    lawyer_photos (lawyer_id) {
        lawyer_id -> Int4,
        content -> Bytea,
        added_at -> Timestamptz,
    }
}

diesel::table! {
    lawyer_statements (id) {
        id -> Int8,
        lawyer_id -> Int4,
        month -> Date,
        fee_cents -> Int8,
        made_at -> Timestamptz,
        paid_on -> Nullable<Date>,
        reference -> Nullable<Text>,
        recorded_at -> Nullable<Timestamptz>,
        recorded_by -> Nullable<Int4>,
        version -> Int4,
    }
}

diesel::table! {
    lawyers (id) {
        id -> Int4,
        version -> Int4,
        name -> Text,
        firm -> Text,
        takes_misdemeanors -> Bool,
        capacity -> Int4,
        email -> Text,
        phone -> Text,
        trust_account_name -> Text,
        is_active -> Bool,
        user_id -> Nullable<Int4>,
        last_offered_at -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        monthly_fee_cents -> Nullable<Int8>,
        fee_from -> Nullable<Date>,
    }
}

diesel::table! {
    leases (work) {
        work -> Text,
        holder -> Text,
        until -> Timestamptz,
    }
}

diesel::table! {
    ledger_changes (name) {
        name -> Text,
        since -> Timestamptz,
    }
}

diesel::table! {
    ledger_entries (id) {
        id -> Int8,
        kind -> Text,
        source -> Text,
        subject -> Nullable<Text>,
        payment_id -> Nullable<Int4>,
        happened_at -> Timestamptz,
        recorded_at -> Timestamptz,
    }
}

diesel::table! {
    ledger_postings (entry_id, account) {
        entry_id -> Int8,
        account -> Text,
        amount_cents -> Int8,
    }
}

diesel::table! {
    login_failures (id) {
        id -> Int4,
        address -> Text,
        account -> Nullable<Bytea>,
        failed_at -> Timestamptz,
    }
}

diesel::table! {
    login_places (id) {
        id -> Int4,
        user_id -> Int4,
        address -> Text,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    lost_payments (provider_intent_id) {
        provider_intent_id -> Text,
        confirmation_number -> Text,
        user_id -> Int4,
        kind -> Nullable<Text>,
        ticket_id -> Nullable<Int4>,
        parking_id -> Nullable<Int4>,
        toll_id -> Nullable<Int4>,
        started_at -> Timestamptz,
    }
}

diesel::table! {
    missing_ticket_reports (id) {
        id -> Int4,
        user_id -> Int4,
        state -> Text,
        ticket_type -> Text,
        reported_at -> Timestamptz,
        status -> Text,
        is_seen_by_admin -> Bool,
        is_solved -> Bool,
        found_kind -> Nullable<Text>,
        found_id -> Nullable<Int4>,
    }
}

diesel::table! {
    news_items (id) {
        id -> Int4,
        user_id -> Int4,
        item_kind -> Text,
        item_id -> Int4,
        amount_before -> Nullable<Text>,
        noted_at -> Timestamptz,
        told_on -> Nullable<Date>,
    }
}

diesel::table! {
    notice_replies (id) {
        id -> Int4,
        provider_id -> Text,
        phone -> Nullable<Text>,
        user_id -> Nullable<Int4>,
        notice_id -> Nullable<Int4>,
        body -> Nullable<Text>,
        meaning -> Text,
        received_at -> Timestamptz,
        is_solved -> Bool,
        solved_by -> Nullable<Int4>,
        solved_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    notices (id) {
        id -> Int4,
        user_id -> Int4,
        channel -> Text,
        kind -> Text,
        day -> Date,
        request_id -> Nullable<Int4>,
        phone -> Nullable<Text>,
        due_at -> Timestamptz,
        status -> Text,
        body -> Nullable<Text>,
        reason -> Nullable<Text>,
        unsubscribe_hash -> Nullable<Bytea>,
        sent_at -> Nullable<Timestamptz>,
        changed_at -> Nullable<Timestamptz>,
        confirmed_at -> Nullable<Timestamptz>,
        batch -> Nullable<Int8>,
    }
}

diesel::table! {
    obligations (payment_id) {
        payment_id -> Int4,
        authority_id -> Nullable<Int4>,
        issuer -> Nullable<Text>,
        issuer_key -> Text,
        status -> Text,
        remittance_id -> Nullable<Int4>,
        amount_cents -> Nullable<Int8>,
        charged_at -> Timestamptz,
        send_by -> Timestamptz,
        accepted_on -> Nullable<Date>,
        told_late_at -> Nullable<Timestamptz>,
        filed_cents -> Nullable<Int8>,
    }
}

diesel::table! {
    orphan_intents (provider_intent_id) {
        provider_intent_id -> Text,
        amount_cents -> Int8,
        currency -> Text,
        reason -> Text,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    parking (id) {
        id -> Int4,
        user_id -> Int4,
        violation_type -> Text,
        date -> Date,
        due_date -> Nullable<Date>,
        location -> Text,
        amount -> Text,
        status -> Text,
        is_paid -> Bool,
        paid_at -> Nullable<Timestamptz>,
        processing_fee_type -> Text,
        processing_fee_hundredths -> Int8,
        our_processing_fee_cents -> Int8,
        created_at -> Timestamptz,
        version -> Int4,
        is_due_date_ours -> Bool,
        removed_at -> Nullable<Timestamptz>,
        removed_by -> Nullable<Int4>,
        removal_result -> Nullable<Text>,
        citation_number -> Nullable<Text>,
        issuer -> Nullable<Text>,
        is_settled_unpaid -> Bool,
        driver_entry -> Nullable<Text>,
        is_disputed -> Bool,
    }
}

diesel::table! {
    payment_askers (payment_id) {
        payment_id -> Int4,
        address -> Text,
        asked_at -> Timestamptz,
    }
}

diesel::table! {
    payment_events (id) {
        id -> Int4,
        provider_event_id -> Text,
        kind -> Text,
        body -> Text,
        understood -> Bool,
        received_at -> Timestamptz,
    }
}

diesel::table! {
    payment_transactions (id) {
        id -> Int4,
        user_id -> Int4,
        payment_id -> Nullable<Int4>,
        payment_type -> Text,
        ticket_id -> Nullable<Int4>,
        parking_id -> Nullable<Int4>,
        toll_id -> Nullable<Int4>,
        violation_type -> Nullable<Text>,
        amount_cents -> Int8,
        processing_fee_cents -> Int8,
        our_fee_cents -> Int8,
        confirmation_number -> Text,
        status -> Text,
        created_at -> Timestamptz,
        refunded_cents -> Int8,
        recorded_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    payments (id) {
        id -> Int4,
        user_id -> Int4,
        kind -> Text,
        ticket_id -> Nullable<Int4>,
        parking_id -> Nullable<Int4>,
        toll_id -> Nullable<Int4>,
        amount_cents -> Int8,
        status -> Text,
        idempotency_key -> Text,
        confirmation_number -> Text,
        provider_intent_id -> Nullable<Text>,
        client_secret -> Nullable<Text>,
        amount_received_cents -> Nullable<Int8>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        settled_at -> Nullable<Timestamptz>,
        refunded_cents -> Int8,
        is_processing -> Bool,
        card_brand -> Nullable<Text>,
        card_last_four -> Nullable<Text>,
        charged_at -> Nullable<Timestamptz>,
        despite_lawyer -> Nullable<Bool>,
    }
}

diesel::table! {
    pending_logins (token_hash) {
        token_hash -> Bytea,
        user_id -> Int4,
        password_hash -> Text,
        tries -> Int4,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    phone_states (phone) {
        phone -> Text,
        state -> Text,
        since -> Timestamptz,
    }
}

diesel::table! {
    plate_date_reviews (kind, item_id) {
        kind -> Text,
        item_id -> Int4,
        user_id -> Int4,
    }
}

diesel::table! {
    provider_movements (id) {
        id -> Text,
        kind -> Text,
        amount_cents -> Int8,
        fee_cents -> Int8,
        currency -> Text,
        subject -> Text,
        provider_intent_id -> Nullable<Text>,
        happened_at -> Timestamptz,
        is_closed -> Bool,
    }
}

diesel::table! {
    provider_reads (what) {
        what -> Text,
        read_at -> Timestamptz,
    }
}

diesel::table! {
    recovery_codes (user_id, code_hash) {
        user_id -> Int4,
        code_hash -> Bytea,
        salt -> Nullable<Bytea>,
    }
}

diesel::table! {
    refunds (id) {
        id -> Int4,
        payment_id -> Int4,
        amount_cents -> Int8,
        reason -> Text,
        note -> Nullable<Text>,
        requested_by -> Nullable<Int4>,
        status -> Text,
        idempotency_key -> Text,
        asked_at -> Nullable<Timestamptz>,
        provider_refund_id -> Nullable<Text>,
        provider_words -> Nullable<Text>,
        back_at -> Nullable<Timestamptz>,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        guarantee_payer -> Nullable<Text>,
    }
}

diesel::table! {
    reminder_choices (user_id) {
        user_id -> Int4,
        text_reminders -> Bool,
        text_news -> Bool,
        mail_reminders -> Bool,
        mail_news -> Bool,
        changed_at -> Timestamptz,
    }
}

diesel::table! {
    reminder_days (day, zone, kind) {
        zone -> Text,
        day -> Date,
        kind -> Text,
        planned_at -> Timestamptz,
    }
}

diesel::table! {
    remittance_proof_pieces (proof_id, number) {
        proof_id -> Int4,
        number -> Int4,
        content -> Bytea,
    }
}

diesel::table! {
    remittance_proofs (id) {
        id -> Int4,
        remittance_id -> Int4,
        name -> Text,
        kind -> Text,
        bytes -> Int4,
        added_by -> Nullable<Int4>,
        added_at -> Timestamptz,
    }
}

diesel::table! {
    remittances (id) {
        id -> Int4,
        authority_id -> Nullable<Int4>,
        status -> Text,
        payments -> Int4,
        amount_cents -> Int8,
        prepared_by -> Nullable<Int4>,
        prepared_at -> Timestamptz,
        sent_on -> Nullable<Date>,
        reference -> Nullable<Text>,
        sent_at -> Nullable<Timestamptz>,
        accepted_on -> Nullable<Date>,
        downloaded_at -> Nullable<Timestamptz>,
        sent_to -> Nullable<Text>,
        lawyer_id -> Nullable<Int4>,
        trust_account -> Nullable<Text>,
    }
}

diesel::table! {
    reply_templates (id) {
        id -> Int4,
        title -> Text,
        message -> Text,
        created_by -> Int4,
        created_at -> Timestamptz,
        version -> Int4,
    }
}

diesel::table! {
    seal_keys (id) {
        id -> Int4,
        sealed_key -> Bytea,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    second_factors (user_id) {
        user_id -> Int4,
        sealed_secret -> Bytea,
        created_at -> Timestamptz,
        confirmed_at -> Nullable<Timestamptz>,
        last_step -> Nullable<Int8>,
    }
}

diesel::table! {
    security_events (id, created_at) {
        id -> Int4,
        kind -> Text,
        severity -> Text,
        address -> Text,
        path -> Text,
        user_id -> Nullable<Int4>,
        created_at -> Timestamptz,
        times -> Int4,
    }
}

diesel::table! {
    sessions (id) {
        id -> Int4,
        user_id -> Int4,
        token_hash -> Bytea,
        login_time -> Timestamptz,
        last_activity -> Timestamptz,
        expires_at -> Timestamptz,
        address -> Text,
        user_agent -> Nullable<Text>,
        wrong_codes -> Int4,
        proved_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    source_citations (source, number, user_id) {
        source -> Text,
        number -> Text,
        user_id -> Int4,
        parking_id -> Int4,
        authority -> Text,
        plate -> Nullable<Text>,
        plate_state -> Nullable<Text>,
        owed_cents -> Int8,
        settled_at -> Nullable<Timestamptz>,
        as_of -> Timestamptz,
    }
}

diesel::table! {
    source_plates (user_id, source) {
        source -> Text,
        user_id -> Int4,
        asked_at -> Timestamptz,
    }
}

diesel::table! {
    source_runs (id) {
        id -> Int4,
        source -> Text,
        reason -> Text,
        round_at -> Timestamptz,
        requested_by -> Nullable<Int4>,
        started_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
        waits_until -> Nullable<Timestamptz>,
        after_user -> Int4,
        plates -> Int4,
        calls -> Int4,
        answered_rows -> Int4,
        filed -> Int4,
        changed -> Int4,
        settled -> Int4,
        queued -> Int4,
        unreadable -> Int4,
        trouble -> Nullable<Text>,
        words -> Nullable<Text>,
    }
}

diesel::table! {
    staff_choices (user_id, name) {
        user_id -> Int4,
        name -> Text,
        value -> Text,
        changed_at -> Timestamptz,
    }
}

diesel::table! {
    staff_invitations (id) {
        id -> Int4,
        email -> Text,
        invited_by -> Int4,
        token_hash -> Nullable<Bytea>,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
        lawyer_id -> Nullable<Int4>,
    }
}

diesel::table! {
    staff_notes (id) {
        id -> Int4,
        subject_kind -> Text,
        subject_id -> Int4,
        user_id -> Int4,
        author_id -> Int4,
        note -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    stated_courts (ticket_id) {
        ticket_id -> Int4,
        state -> Text,
        name -> Nullable<Text>,
        stated_at -> Timestamptz,
    }
}

diesel::table! {
    tallies (id) {
        id -> Int8,
        list -> Text,
        kind -> Nullable<Text>,
        status -> Nullable<Text>,
        state -> Nullable<Text>,
        label -> Nullable<Text>,
        is_solved -> Nullable<Bool>,
        is_marked -> Nullable<Bool>,
        n -> Int8,
        amount_cents -> Int8,
        processing_fee_cents -> Int8,
        our_fee_cents -> Int8,
        refunded_cents -> Int8,
    }
}

diesel::table! {
    text_notification_requests (id) {
        id -> Int4,
        user_id -> Nullable<Int4>,
        phone_number -> Text,
        requested_at -> Timestamptz,
        is_sent -> Bool,
        sent_at -> Nullable<Timestamptz>,
        is_solved -> Bool,
        confirmed_at -> Nullable<Timestamptz>,
        code_salt -> Nullable<Bytea>,
        code_hash -> Nullable<Bytea>,
        code_expires_at -> Nullable<Timestamptz>,
        code_tries -> Int4,
    }
}

diesel::table! {
    tickets (id) {
        id -> Int4,
        user_id -> Int4,
        violation_type -> Text,
        violation_code -> Nullable<Text>,
        date -> Date,
        time_of_violation -> Nullable<Text>,
        due_date -> Nullable<Date>,
        location -> Text,
        amount -> Text,
        points -> Int4,
        category -> Text,
        status -> Text,
        is_paid -> Bool,
        paid_at -> Nullable<Timestamptz>,
        is_disputed -> Bool,
        is_court_required -> Bool,
        court_date -> Nullable<Date>,
        court_time -> Nullable<Text>,
        consequence -> Nullable<Text>,
        things_to_know -> Nullable<Text>,
        evidence_provided -> Nullable<Text>,
        issuing_officer_agency -> Nullable<Text>,
        processing_fee_type -> Text,
        processing_fee_hundredths -> Int8,
        our_processing_fee_cents -> Int8,
        created_at -> Timestamptz,
        version -> Int4,
        removed_at -> Nullable<Timestamptz>,
        removed_by -> Nullable<Int4>,
        removal_result -> Nullable<Text>,
        citation_number -> Nullable<Text>,
        issuer -> Nullable<Text>,
        court_state -> Nullable<Text>,
        court_id -> Nullable<Int4>,
        court_zone -> Nullable<Text>,
        driver_entry -> Nullable<Text>,
    }
}

diesel::table! {
    tolls (id) {
        id -> Int4,
        user_id -> Int4,
        toll_road -> Text,
        date -> Date,
        due_date -> Nullable<Date>,
        amount -> Text,
        status -> Text,
        is_paid -> Bool,
        paid_at -> Nullable<Timestamptz>,
        processing_fee_type -> Text,
        processing_fee_hundredths -> Int8,
        our_processing_fee_cents -> Int8,
        created_at -> Timestamptz,
        version -> Int4,
        removed_at -> Nullable<Timestamptz>,
        removed_by -> Nullable<Int4>,
        removal_result -> Nullable<Text>,
        citation_number -> Nullable<Text>,
        issuer -> Nullable<Text>,
        time_of_day -> Nullable<Text>,
        driver_entry -> Nullable<Text>,
        is_disputed -> Bool,
    }
}

diesel::table! {
    unconfirmed_messages (id) {
        id -> Int8,
        channel -> Text,
        recipient -> Bytea,
        sent_at -> Timestamptz,
    }
}

diesel::table! {
    users (id) {
        id -> Int4,
        email -> Text,
        password_hash -> Text,
        role -> Text,
        full_name -> Nullable<Text>,
        state -> Nullable<Text>,
        drivers_license_number -> Nullable<Text>,
        date_of_birth -> Nullable<Date>,
        phone_number -> Nullable<Text>,
        vehicle_license_plate -> Nullable<Text>,
        vehicle_state -> Nullable<Text>,
        vehicle_info_added_at -> Nullable<Timestamptz>,
        license_status -> Text,
        sealed_ssn -> Nullable<Bytea>,
        status_requested_at -> Nullable<Timestamptz>,
        signup_step -> Int4,
        signup_started_at -> Nullable<Timestamptz>,
        signup_completed_at -> Nullable<Timestamptz>,
        last_admin_update_at -> Nullable<Timestamptz>,
        is_seen_by_admin -> Bool,
        is_vehicle_update_solved -> Bool,
        is_status_request_solved -> Bool,
        created_at -> Timestamptz,
        search_text -> Text,
        closed_at -> Nullable<Timestamptz>,
        email_verified_at -> Nullable<Timestamptz>,
        license_verified_at -> Nullable<Timestamptz>,
        license_basis -> Nullable<Text>,
        plate_verified_at -> Nullable<Timestamptz>,
        plate_basis -> Nullable<Text>,
        plate_from -> Nullable<Date>,
        plate_until -> Nullable<Date>,
    }
}

diesel::table! {
    waiting_citations (id) {
        id -> Int4,
        import_id -> Nullable<Int4>,
        line -> Int4,
        kind -> Text,
        fields -> Jsonb,
        key -> Bytea,
        citation -> Nullable<Text>,
        email -> Nullable<Text>,
        license_number -> Nullable<Text>,
        license_state -> Nullable<Text>,
        plate -> Nullable<Text>,
        plate_state -> Nullable<Text>,
        candidate_id -> Nullable<Int4>,
        declined -> Array<Int4>,
        created_at -> Timestamptz,
        stored_at -> Nullable<Timestamptz>,
        source -> Nullable<Text>,
        reason -> Nullable<Text>,
        ordinal -> Int4,
    }
}

diesel::table! {
    waived_appearances (ticket_id) {
        ticket_id -> Int4,
        waived_at -> Timestamptz,
        waived_by -> Nullable<Int4>,
    }
}

diesel::joinable!(account_links -> users (user_id));
diesel::joinable!(added_items -> parking (parking_id));
diesel::joinable!(added_items -> tickets (ticket_id));
diesel::joinable!(added_items -> tolls (toll_id));
diesel::joinable!(added_items -> users (user_id));
diesel::joinable!(attention_closed -> users (closed_by));
diesel::joinable!(audit_seals -> seal_keys (key_id));
diesel::joinable!(authority_names -> authorities (authority_id));
diesel::joinable!(billed_again -> payment_transactions (transaction_id));
diesel::joinable!(billed_again -> payments (payment_id));
diesel::joinable!(book_differences -> payments (payment_id));
diesel::joinable!(calendar_feeds -> users (user_id));
diesel::joinable!(card_declines -> payments (payment_id));
diesel::joinable!(card_declines -> users (user_id));
diesel::joinable!(case_agreements -> case_files (file_id));
diesel::joinable!(case_agreements -> cases (hire_id));
diesel::joinable!(case_agreements -> lawyers (lawyer_id));
diesel::joinable!(case_consents -> cases (hire_id));
diesel::joinable!(case_consents -> lawyers (lawyer_id));
diesel::joinable!(case_consents -> users (asked_by));
diesel::joinable!(case_event_files -> case_events (event_id));
diesel::joinable!(case_event_files -> case_files (file_id));
diesel::joinable!(case_events -> cases (hire_id));
diesel::joinable!(case_events -> lawyers (lawyer_id));
diesel::joinable!(case_events -> users (actor_id));
diesel::joinable!(case_file_pieces -> case_files (file_id));
diesel::joinable!(case_files -> case_keys (hire_id));
diesel::joinable!(case_files -> lawyers (lawyer_id));
diesel::joinable!(case_keys -> cases (hire_id));
diesel::joinable!(case_messages -> case_keys (hire_id));
diesel::joinable!(case_messages -> lawyers (lawyer_id));
diesel::joinable!(case_offers -> cases (hire_id));
diesel::joinable!(case_offers -> lawyers (lawyer_id));
diesel::joinable!(cases -> authorities (court_id));
diesel::joinable!(cases -> lawyer_hires (hire_id));
diesel::joinable!(cases -> lawyers (lawyer_id));
diesel::joinable!(chargebacks -> payments (payment_id));
diesel::joinable!(chat_messages -> help_inquiries (help_inquiry_id));
diesel::joinable!(chat_messages -> users (sender_id));
diesel::joinable!(contest_letter_files -> contest_letters (letter_id));
diesel::joinable!(contest_letter_files -> item_files (file_id));
diesel::joinable!(contest_letters -> parking (parking_id));
diesel::joinable!(contest_letters -> tickets (ticket_id));
diesel::joinable!(contest_letters -> tolls (toll_id));
diesel::joinable!(contest_letters -> users (user_id));
diesel::joinable!(driving_profiles -> users (user_id));
diesel::joinable!(file_keys -> users (user_id));
diesel::joinable!(hardship_requests -> parking (parking_id));
diesel::joinable!(hardship_requests -> tickets (ticket_id));
diesel::joinable!(hardship_requests -> tolls (toll_id));
diesel::joinable!(hardship_requests -> users (user_id));
diesel::joinable!(import_files -> imports (import_id));
diesel::joinable!(import_keys -> imports (import_id));
diesel::joinable!(import_lines -> imports (import_id));
diesel::joinable!(import_pieces -> imports (import_id));
diesel::joinable!(item_changes -> users (user_id));
diesel::joinable!(item_file_pieces -> item_files (file_id));
diesel::joinable!(item_files -> file_keys (user_id));
diesel::joinable!(item_files -> parking (parking_id));
diesel::joinable!(item_files -> tickets (ticket_id));
diesel::joinable!(item_files -> tolls (toll_id));
diesel::joinable!(lawyer_areas -> authorities (court_id));
diesel::joinable!(lawyer_areas -> lawyers (lawyer_id));
diesel::joinable!(lawyer_hires -> payments (payment_id));
diesel::joinable!(lawyer_hires -> tickets (ticket_id));
diesel::joinable!(lawyer_hires -> users (user_id));
diesel::joinable!(lawyer_licenses -> lawyers (lawyer_id));
diesel::joinable!(lawyer_obligations -> lawyers (lawyer_id));
diesel::joinable!(lawyer_obligations -> payments (payment_id));
diesel::joinable!(lawyer_obligations -> remittances (remittance_id));
diesel::joinable!(lawyer_photos -> lawyers (lawyer_id));
diesel::joinable!(lawyer_statements -> lawyers (lawyer_id));
diesel::joinable!(lawyer_statements -> users (recorded_by));
diesel::joinable!(lawyers -> users (user_id));
diesel::joinable!(ledger_entries -> payments (payment_id));
diesel::joinable!(ledger_postings -> ledger_entries (entry_id));
diesel::joinable!(login_places -> users (user_id));
diesel::joinable!(lost_payments -> orphan_intents (provider_intent_id));
diesel::joinable!(lost_payments -> parking (parking_id));
diesel::joinable!(lost_payments -> tickets (ticket_id));
diesel::joinable!(lost_payments -> tolls (toll_id));
diesel::joinable!(lost_payments -> users (user_id));
diesel::joinable!(missing_ticket_reports -> users (user_id));
diesel::joinable!(news_items -> users (user_id));
diesel::joinable!(notice_replies -> notices (notice_id));
diesel::joinable!(notices -> text_notification_requests (request_id));
diesel::joinable!(notices -> users (user_id));
diesel::joinable!(obligations -> authorities (authority_id));
diesel::joinable!(obligations -> payments (payment_id));
diesel::joinable!(obligations -> remittances (remittance_id));
diesel::joinable!(payment_askers -> payments (payment_id));
diesel::joinable!(payment_transactions -> parking (parking_id));
diesel::joinable!(payment_transactions -> payments (payment_id));
diesel::joinable!(payment_transactions -> tickets (ticket_id));
diesel::joinable!(payment_transactions -> tolls (toll_id));
diesel::joinable!(payment_transactions -> users (user_id));
diesel::joinable!(payments -> parking (parking_id));
diesel::joinable!(payments -> tickets (ticket_id));
diesel::joinable!(payments -> tolls (toll_id));
diesel::joinable!(payments -> users (user_id));
diesel::joinable!(pending_logins -> users (user_id));
diesel::joinable!(plate_date_reviews -> users (user_id));
diesel::joinable!(recovery_codes -> users (user_id));
diesel::joinable!(refunds -> payments (payment_id));
diesel::joinable!(refunds -> users (requested_by));
diesel::joinable!(reminder_choices -> users (user_id));
diesel::joinable!(remittance_proof_pieces -> remittance_proofs (proof_id));
diesel::joinable!(remittance_proofs -> remittances (remittance_id));
diesel::joinable!(remittance_proofs -> users (added_by));
diesel::joinable!(remittances -> authorities (authority_id));
diesel::joinable!(remittances -> lawyers (lawyer_id));
diesel::joinable!(remittances -> users (prepared_by));
diesel::joinable!(reply_templates -> users (created_by));
diesel::joinable!(second_factors -> users (user_id));
diesel::joinable!(security_events -> users (user_id));
diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(source_citations -> parking (parking_id));
diesel::joinable!(source_citations -> users (user_id));
diesel::joinable!(source_plates -> users (user_id));
diesel::joinable!(source_runs -> users (requested_by));
diesel::joinable!(staff_choices -> users (user_id));
diesel::joinable!(staff_invitations -> lawyers (lawyer_id));
diesel::joinable!(staff_invitations -> users (invited_by));
diesel::joinable!(stated_courts -> tickets (ticket_id));
diesel::joinable!(text_notification_requests -> users (user_id));
diesel::joinable!(tickets -> authorities (court_id));
diesel::joinable!(waiting_citations -> imports (import_id));
diesel::joinable!(waiting_citations -> users (candidate_id));
diesel::joinable!(waived_appearances -> tickets (ticket_id));
diesel::joinable!(waived_appearances -> users (waived_by));

diesel::allow_tables_to_appear_in_same_query!(account_links, users);
diesel::allow_tables_to_appear_in_same_query!(added_items, parking);
diesel::allow_tables_to_appear_in_same_query!(added_items, tickets);
diesel::allow_tables_to_appear_in_same_query!(added_items, tolls);
diesel::allow_tables_to_appear_in_same_query!(added_items, users);
diesel::allow_tables_to_appear_in_same_query!(attention_closed, users);
diesel::allow_tables_to_appear_in_same_query!(audit_seals, seal_keys);
diesel::allow_tables_to_appear_in_same_query!(authorities, authority_names);
diesel::allow_tables_to_appear_in_same_query!(authorities, cases);
diesel::allow_tables_to_appear_in_same_query!(authorities, lawyer_areas);
diesel::allow_tables_to_appear_in_same_query!(authorities, obligations);
diesel::allow_tables_to_appear_in_same_query!(authorities, remittances);
diesel::allow_tables_to_appear_in_same_query!(authorities, tickets);
diesel::allow_tables_to_appear_in_same_query!(billed_again, payment_transactions);
diesel::allow_tables_to_appear_in_same_query!(billed_again, payments);
diesel::allow_tables_to_appear_in_same_query!(book_differences, payments);
diesel::allow_tables_to_appear_in_same_query!(calendar_feeds, users);
diesel::allow_tables_to_appear_in_same_query!(card_declines, payments);
diesel::allow_tables_to_appear_in_same_query!(card_declines, users);
diesel::allow_tables_to_appear_in_same_query!(case_agreements, case_files);
diesel::allow_tables_to_appear_in_same_query!(case_agreements, cases);
diesel::allow_tables_to_appear_in_same_query!(case_agreements, lawyers);
diesel::allow_tables_to_appear_in_same_query!(case_consents, cases);
diesel::allow_tables_to_appear_in_same_query!(case_consents, lawyers);
diesel::allow_tables_to_appear_in_same_query!(case_consents, users);
diesel::allow_tables_to_appear_in_same_query!(case_event_files, case_events);
diesel::allow_tables_to_appear_in_same_query!(case_event_files, case_files);
diesel::allow_tables_to_appear_in_same_query!(case_events, cases);
diesel::allow_tables_to_appear_in_same_query!(case_events, lawyers);
diesel::allow_tables_to_appear_in_same_query!(case_events, users);
diesel::allow_tables_to_appear_in_same_query!(case_file_pieces, case_files);
diesel::allow_tables_to_appear_in_same_query!(case_files, case_keys);
diesel::allow_tables_to_appear_in_same_query!(case_files, lawyers);
diesel::allow_tables_to_appear_in_same_query!(case_keys, case_messages);
diesel::allow_tables_to_appear_in_same_query!(case_keys, cases);
diesel::allow_tables_to_appear_in_same_query!(case_messages, lawyers);
diesel::allow_tables_to_appear_in_same_query!(case_offers, cases);
diesel::allow_tables_to_appear_in_same_query!(case_offers, lawyers);
diesel::allow_tables_to_appear_in_same_query!(cases, lawyer_hires);
diesel::allow_tables_to_appear_in_same_query!(cases, lawyers);
diesel::allow_tables_to_appear_in_same_query!(chargebacks, payments);
diesel::allow_tables_to_appear_in_same_query!(chat_messages, help_inquiries);
diesel::allow_tables_to_appear_in_same_query!(chat_messages, users);
diesel::allow_tables_to_appear_in_same_query!(contest_letter_files, contest_letters);
diesel::allow_tables_to_appear_in_same_query!(contest_letter_files, item_files);
diesel::allow_tables_to_appear_in_same_query!(contest_letters, parking);
diesel::allow_tables_to_appear_in_same_query!(contest_letters, tickets);
diesel::allow_tables_to_appear_in_same_query!(contest_letters, tolls);
diesel::allow_tables_to_appear_in_same_query!(contest_letters, users);
diesel::allow_tables_to_appear_in_same_query!(driving_profiles, users);
diesel::allow_tables_to_appear_in_same_query!(file_keys, item_files);
diesel::allow_tables_to_appear_in_same_query!(file_keys, users);
diesel::allow_tables_to_appear_in_same_query!(hardship_requests, parking);
diesel::allow_tables_to_appear_in_same_query!(hardship_requests, tickets);
diesel::allow_tables_to_appear_in_same_query!(hardship_requests, tolls);
diesel::allow_tables_to_appear_in_same_query!(hardship_requests, users);
diesel::allow_tables_to_appear_in_same_query!(import_files, imports);
diesel::allow_tables_to_appear_in_same_query!(import_keys, imports);
diesel::allow_tables_to_appear_in_same_query!(import_lines, imports);
diesel::allow_tables_to_appear_in_same_query!(import_pieces, imports);
diesel::allow_tables_to_appear_in_same_query!(imports, waiting_citations);
diesel::allow_tables_to_appear_in_same_query!(item_changes, users);
diesel::allow_tables_to_appear_in_same_query!(item_file_pieces, item_files);
diesel::allow_tables_to_appear_in_same_query!(item_files, parking);
diesel::allow_tables_to_appear_in_same_query!(item_files, tickets);
diesel::allow_tables_to_appear_in_same_query!(item_files, tolls);
diesel::allow_tables_to_appear_in_same_query!(lawyer_areas, lawyers);
diesel::allow_tables_to_appear_in_same_query!(lawyer_hires, payments);
diesel::allow_tables_to_appear_in_same_query!(lawyer_hires, tickets);
diesel::allow_tables_to_appear_in_same_query!(lawyer_hires, users);
diesel::allow_tables_to_appear_in_same_query!(lawyer_licenses, lawyers);
diesel::allow_tables_to_appear_in_same_query!(lawyer_obligations, lawyers);
diesel::allow_tables_to_appear_in_same_query!(lawyer_obligations, payments);
diesel::allow_tables_to_appear_in_same_query!(lawyer_obligations, remittances);
diesel::allow_tables_to_appear_in_same_query!(lawyer_photos, lawyers);
diesel::allow_tables_to_appear_in_same_query!(lawyer_statements, lawyers);
diesel::allow_tables_to_appear_in_same_query!(lawyer_statements, users);
diesel::allow_tables_to_appear_in_same_query!(lawyers, remittances);
diesel::allow_tables_to_appear_in_same_query!(lawyers, staff_invitations);
diesel::allow_tables_to_appear_in_same_query!(lawyers, users);
diesel::allow_tables_to_appear_in_same_query!(ledger_entries, ledger_postings);
diesel::allow_tables_to_appear_in_same_query!(ledger_entries, payments);
diesel::allow_tables_to_appear_in_same_query!(login_places, users);
diesel::allow_tables_to_appear_in_same_query!(lost_payments, orphan_intents);
diesel::allow_tables_to_appear_in_same_query!(lost_payments, parking);
diesel::allow_tables_to_appear_in_same_query!(lost_payments, tickets);
diesel::allow_tables_to_appear_in_same_query!(lost_payments, tolls);
diesel::allow_tables_to_appear_in_same_query!(lost_payments, users);
diesel::allow_tables_to_appear_in_same_query!(missing_ticket_reports, users);
diesel::allow_tables_to_appear_in_same_query!(news_items, users);
diesel::allow_tables_to_appear_in_same_query!(notice_replies, notices);
diesel::allow_tables_to_appear_in_same_query!(notices, text_notification_requests);
diesel::allow_tables_to_appear_in_same_query!(notices, users);
diesel::allow_tables_to_appear_in_same_query!(obligations, payments);
diesel::allow_tables_to_appear_in_same_query!(obligations, remittances);
diesel::allow_tables_to_appear_in_same_query!(parking, payment_transactions);
diesel::allow_tables_to_appear_in_same_query!(parking, payments);
diesel::allow_tables_to_appear_in_same_query!(parking, source_citations);
diesel::allow_tables_to_appear_in_same_query!(payment_askers, payments);
diesel::allow_tables_to_appear_in_same_query!(payment_transactions, payments);
diesel::allow_tables_to_appear_in_same_query!(payment_transactions, tickets);
diesel::allow_tables_to_appear_in_same_query!(payment_transactions, tolls);
diesel::allow_tables_to_appear_in_same_query!(payment_transactions, users);
diesel::allow_tables_to_appear_in_same_query!(payments, refunds);
diesel::allow_tables_to_appear_in_same_query!(payments, tickets);
diesel::allow_tables_to_appear_in_same_query!(payments, tolls);
diesel::allow_tables_to_appear_in_same_query!(payments, users);
diesel::allow_tables_to_appear_in_same_query!(pending_logins, users);
diesel::allow_tables_to_appear_in_same_query!(plate_date_reviews, users);
diesel::allow_tables_to_appear_in_same_query!(recovery_codes, users);
diesel::allow_tables_to_appear_in_same_query!(refunds, users);
diesel::allow_tables_to_appear_in_same_query!(reminder_choices, users);
diesel::allow_tables_to_appear_in_same_query!(remittance_proof_pieces, remittance_proofs);
diesel::allow_tables_to_appear_in_same_query!(remittance_proofs, remittances);
diesel::allow_tables_to_appear_in_same_query!(remittance_proofs, users);
diesel::allow_tables_to_appear_in_same_query!(remittances, users);
diesel::allow_tables_to_appear_in_same_query!(reply_templates, users);
diesel::allow_tables_to_appear_in_same_query!(second_factors, users);
diesel::allow_tables_to_appear_in_same_query!(security_events, users);
diesel::allow_tables_to_appear_in_same_query!(sessions, users);
diesel::allow_tables_to_appear_in_same_query!(source_citations, users);
diesel::allow_tables_to_appear_in_same_query!(source_plates, users);
diesel::allow_tables_to_appear_in_same_query!(source_runs, users);
diesel::allow_tables_to_appear_in_same_query!(staff_choices, users);
diesel::allow_tables_to_appear_in_same_query!(staff_invitations, users);
diesel::allow_tables_to_appear_in_same_query!(stated_courts, tickets);
diesel::allow_tables_to_appear_in_same_query!(text_notification_requests, users);
diesel::allow_tables_to_appear_in_same_query!(tickets, waived_appearances);
diesel::allow_tables_to_appear_in_same_query!(users, waiting_citations);
diesel::allow_tables_to_appear_in_same_query!(users, waived_appearances);
