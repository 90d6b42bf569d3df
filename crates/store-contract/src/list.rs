/// Passes the list of all contracts to another macro. A contract that isn't in the list is unused code, so the
/// compiler warns about it and CI fails.
#[macro_export]
macro_rules! for_each_contract {
    ($then:ident) => {
        $then! {
            shared {
                jobs {
                    only_one_of_several_jobs_with_the_same_key_is_enqueued
                    a_job_with_the_same_key_can_be_enqueued_once_the_first_job_has_ended
                    unfinished_jobs_are_counted_by_kind
                    due_jobs_are_claimed_once_longest_due_first
                    an_ended_job_is_never_claimed_again
                    a_postponed_job_keeps_its_payload
                    retrying_a_job_without_counting_the_attempt_keeps_the_attempt_number
                    an_expired_claim_can_be_taken_over
                }
                limits {
                    a_transaction_can_lock_every_limit_more_than_once
                }
                retention {
                    sessions_pending_logins_and_blocks_are_deleted_from_their_expiry_on
                    records_are_deleted_only_if_they_are_older_than_the_given_time
                    jobs_are_deleted_after_they_ended
                    csp_reports_are_deleted_by_day
                    ssn_digits_of_an_old_unsolved_status_request_are_erased
                }
            }
            security {
                csp_reports {
                    csp_reports_of_a_period_are_summed_by_directive_and_host
                }
                data_keys {
                    the_first_check_value_of_a_data_key_is_never_replaced
                    values_encrypted_with_an_earlier_key_are_found_and_replaced
                    encrypted_seal_keys_are_listed_with_their_negated_id_as_the_user_id
                }
                guard {
                    login_failures_are_counted_and_cleared_by_address_and_by_account
                    addresses_of_logins_are_recognized_per_user
                    a_block_expires_and_a_newer_block_of_the_address_replaces_it
                    blocks_are_listed_newest_first
                }
                seals {
                    seal_keys_are_stored_once_per_number
                    seals_are_read_in_the_order_of_their_numbers
                    audit_entries_are_read_by_their_ids
                }
                trail {
                    security_events_are_filtered_and_counted_with_repeats
                    a_long_path_of_a_security_event_is_cut
                    audit_entries_and_security_events_are_listed_by_time_and_not_by_id
                    changes_by_staff_are_security_events_grouped_by_minute
                    audit_entries_are_filtered_and_paged
                    password_hashes_are_found_by_email
                    the_connection_has_the_servers_role_and_the_current_schema
                }
            }
            staff {
                members {
                    the_staff_are_listed_with_their_second_factor_and_last_activity
                    an_invitation_is_valid_from_its_sending_until_it_ends
                    an_invitation_ends_with_the_role_or_the_account_of_its_sender
                    an_invitation_to_an_account_that_closes_is_deleted
                    a_closed_account_cannot_get_a_role
                }
                preferences {
                    preferences_are_stored_per_staff_member
                }
            }
            accounts {
                account {
                    changing_an_email_to_an_email_in_use_fails_without_aborting_the_transaction
                    sessions_are_listed_and_deleted_per_user
                    locking_an_account_for_closing_returns_whether_another_administrator_exists
                    a_closed_account_is_not_found_and_its_email_can_be_used_again
                    accounts_with_the_same_email_can_be_created_and_closed_one_after_another
                    personal_data_contains_the_email_and_is_none_for_an_unknown_user
                }
                links {
                    a_link_is_valid_from_its_sending_until_it_is_used_or_expires
                    a_newer_link_invalidates_only_older_links_of_its_user_and_purpose
                    the_old_address_of_an_email_change_is_stored_with_its_link
                }
                second_factor {
                    a_second_factor_is_confirmed_by_its_first_code
                    a_recovery_code_can_be_used_only_once
                    a_pending_login_ends_at_its_expiry_or_after_the_maximum_number_of_attempts
                    deleting_a_second_factor_deletes_codes_and_pending_logins
                }
                sessions {
                    a_session_is_found_by_its_token_with_its_user
                    renewing_or_deleting_a_session_does_not_affect_other_sessions
                    the_last_use_of_a_session_is_never_replaced_by_an_earlier_time
                    wrong_codes_are_counted_per_session
                    a_copy_of_a_session_has_the_same_times_and_the_same_number_of_wrong_codes
                }
                users {
                    a_user_round_trips
                    every_state_and_province_can_be_stored
                    user_id_1_is_reserved_for_the_first_administrator
                    an_email_in_use_is_refused_regardless_of_letter_case
                    credentials_are_found_by_email_regardless_of_letter_case
                    has_administrator_is_true_only_while_an_administrators_account_is_open
                    names_are_returned_only_for_open_accounts
                    a_new_plate_reopens_a_solved_vehicle_update
                    a_new_status_request_reopens_a_solved_request
                    the_license_status_the_plate_dates_and_the_time_of_the_update_are_stored
                    a_driver_can_have_only_one_profile_which_starts_with_default_values
                }
                verification {
                    a_plate_or_license_can_be_verified_for_only_one_driver
                    a_changed_plate_or_email_is_no_longer_verified
                    verifying_many_plates_skips_plates_that_two_drivers_entered
                    verifying_many_plates_skips_plates_entered_after_the_given_time
                }
            }
            driving_record {
                added {
                    each_kind_of_added_item_is_stored_and_confirmed
                    unchecked_items_are_listed_oldest_first
                    a_removed_item_keeps_its_fields_in_the_drivers_list
                    an_unconfirmed_citation_number_is_found_only_among_its_drivers_items
                    similar_items_share_a_citation_number_or_the_driver_and_date
                    similar_items_include_items_of_drivers_with_the_same_plate
                }
                contest_letters {
                    letters_about_each_kind_of_item_round_trip
                    unsent_letters_are_read_page_by_page_for_drivers_of_some_states
                    a_letter_no_longer_encloses_a_deleted_file
                }
                courts {
                    an_authority_of_each_state_is_found_with_its_state_and_time_zone
                    the_main_name_and_address_of_an_authority_are_found_by_each_of_its_names
                    open_tickets_are_found_by_their_issuer_or_their_court
                    the_court_that_a_driver_named_applies_until_a_registered_court_is_set
                }
                files {
                    files_of_each_kind_of_item_round_trip_and_can_be_moved
                    the_files_of_removed_items_are_not_current
                    a_drivers_file_key_is_never_replaced
                    the_received_bytes_of_a_file_are_the_sum_of_its_uploaded_pieces
                    the_contents_of_deleted_files_become_due_for_deletion
                    file_contents_are_due_for_deletion_from_their_planned_time_on_longest_due_first
                }
                filing {
                    each_kind_of_item_is_stored_locked_and_changed_with_all_fields
                    the_last_change_of_a_record_is_its_newest_audit_entry
                    citation_numbers_are_compared_ignoring_spaces_hyphens_and_case
                    issuers_and_their_shared_citation_numbers_are_found
                    authorities_are_found_by_each_of_their_names
                }
                items {
                    a_payable_item_is_read_with_its_owner_its_label_and_its_fine
                    marking_an_item_paid_or_unpaid_changes_only_that_item
                    item_lists_contain_all_items_of_one_driver_newest_first
                    a_removed_item_is_not_found
                    the_citation_of_an_item_is_found_even_if_it_was_removed
                }
                standings {
                    an_item_without_payments_and_hires_has_the_default_standing_facts
                }
            }
            payments {
                attention {
                    open_money_problems_are_listed_longest_waiting_first
                    a_money_problem_exists_only_for_a_stored_orphan_intent_or_unread_event
                }
                authorities {
                    authorities_are_listed_by_name_and_their_names_are_unique
                    obligations_are_assigned_by_issuer_or_by_payment
                    an_obligation_keeps_its_authority_if_the_items_issuer_changes_again
                }
                books {
                    postings_are_summed_by_payment_object_and_account
                    monthly_sums_are_listed_newest_month_first
                    the_price_of_a_hire_is_old_revenue_if_settled_before_prices_were_owed_to_lawyers
                    payments_with_unposted_charges_or_refunds_are_found_oldest_first
                    the_time_of_the_first_payment_is_returned
                    the_progress_of_matching_the_books_is_stored
                    balance_changes_are_open_until_they_are_posted
                    the_books_and_the_provider_are_compared_by_object
                    differences_that_staff_must_correct_are_listed_first_and_each_group_newest_first
                }
                chargebacks {
                    a_chargeback_round_trips_in_every_status
                    chargebacks_are_due_for_a_check_by_status_and_age
                    undecided_chargebacks_are_found_by_driver
                }
                declines {
                    each_decline_is_counted_once_for_its_account_address_and_card
                    a_driver_counts_as_having_paid_after_a_settled_payment
                }
                events {
                    a_provider_event_is_recorded_once
                    the_event_cursor_round_trips
                    a_lease_has_one_holder_until_it_is_released_or_expires
                }
                history {
                    the_history_lists_all_kinds_of_payments_newest_first
                    the_history_is_filtered_searched_and_paged
                    payments_of_the_same_second_are_listed_latest_first
                    the_amount_charged_in_a_period_excludes_refunds
                    a_payment_due_for_refund_is_listed_as_a_pending_refund_and_left_out_of_the_total
                    a_payment_without_a_record_is_dated_by_its_charge_and_shows_the_refund_reason
                    a_partial_refund_is_shown_and_subtracted_from_the_total
                    after_a_partial_chargeback_the_total_includes_the_rest_until_the_rest_is_refunded
                    the_history_shows_a_payments_citation_its_card_its_money_trail_and_its_second_bill
                }
                lost {
                    lost_payments_are_listed_separately_from_orphans_until_staff_decide
                    a_lost_payment_is_found_by_its_item_until_staff_decide
                    a_rebuilt_payment_starts_canceled_and_is_found_by_its_intent
                }
                merging {
                    locked_authorities_are_returned_in_the_order_of_their_ids_without_missing_authorities
                    a_merge_moves_every_name_and_deletes_the_merged_authority
                    a_merge_moves_every_ticket_of_the_merged_court
                    the_preview_of_a_merge_counts_the_items_with_each_given_issuer
                    a_merge_moves_obligations_in_every_status_but_a_sent_remittance_keeps_its_payees_old_name
                }
                obligations {
                    an_obligation_has_the_facts_of_its_payment_and_item
                    an_item_without_a_named_issuer_has_its_agency_city_or_toll_road_as_issuer
                    amounts_owed_are_summed_by_payee_or_issuer_longest_owed_first
                    obligations_are_filtered_by_payee_issuer_and_number_oldest_first
                    overdue_obligations_are_returned_until_their_driver_is_notified
                    only_a_sent_obligation_can_be_accepted_and_reopening_it_sets_a_new_deadline
                    money_to_recover_is_listed_oldest_first
                    city_data_shows_whether_a_sent_obligation_was_accepted_or_is_still_open
                    transactions_whose_money_was_received_and_that_have_no_obligation_are_listed_by_id
                }
                proving {
                    a_proof_file_of_any_size_round_trips
                    a_payment_can_have_only_one_open_second_bill
                    open_second_bills_are_listed_oldest_first_and_resolved_second_bills_newest_first
                }
                records {
                    a_payment_round_trips
                    an_item_can_have_only_one_live_payment
                    idempotency_keys_and_confirmation_numbers_of_payments_are_unique
                    a_settled_payment_settles_only_its_own_item
                    live_payments_and_payments_with_a_due_refund_are_unfinished
                    open_payments_are_selected_for_reconciliation_by_their_age_and_last_change
                    an_item_is_processing_while_its_live_payment_is_processing
                    a_transaction_round_trips_and_can_be_refunded
                    transactions_are_listed_newest_first_for_one_driver_or_all
                    a_confirmation_to_pay_despite_the_lawyer_is_stored
                    the_id_of_an_installation_never_changes
                }
                refunds {
                    a_refund_round_trips_in_every_status
                    a_refunds_status_and_age_determine_when_it_is_next_checked
                    a_refund_that_staff_must_decide_is_listed_and_not_sent
                    refunds_under_way_are_listed_with_their_payment
                }
                sending {
                    a_remittance_contains_the_oldest_obligations_that_can_be_sent
                    remittances_are_listed_newest_first_page_by_page
                    a_sent_remittance_is_accepted_once_all_its_obligations_are_accepted
                    a_prepared_remittance_excludes_refunds_and_stores_its_last_download
                    the_payments_of_a_remittance_are_locked_by_id_with_their_postings
                }
            }
            legal_help {
                cases {
                    a_hire_without_a_stored_case_has_a_case_with_the_handling_outside
                    a_case_is_stored_and_each_change_increments_its_version
                    case_events_are_returned_in_order_with_the_names_of_their_users
                    a_case_has_at_most_one_open_offer
                    an_agreement_can_be_replaced_until_it_is_signed
                    a_drivers_cases_are_listed_newest_first
                    a_lawyers_open_cases_are_listed_by_nearest_date_and_closed_cases_last
                    a_case_is_due_when_a_deadline_has_passed_or_its_ticket_was_removed
                    open_deadlines_are_counted_and_the_earliest_are_returned
                    decided_cases_with_the_same_verdict_and_terms_are_one_group
                }
                fees {
                    shares_are_stored_per_lawyer_and_ordered_by_lawyer
                    the_price_is_owed_to_the_lawyer_and_overdue_after_the_deadline
                    a_remittance_to_a_lawyer_is_prepared_sent_and_accepted
                    money_that_a_lawyer_did_not_earn_must_be_recovered
                    the_fees_of_all_hires_are_added_up
                }
                hires {
                    a_hire_round_trips
                    the_refund_of_an_overpayment_is_not_a_refund_of_the_hire
                    a_hire_is_open_until_it_is_completed_or_canceled
                    the_contact_and_the_solved_and_seen_flags_of_a_hire_are_stored
                    hires_are_listed_newest_first_for_one_driver_or_all
                }
                lawyers {
                    a_merge_moves_the_practice_areas_and_cases_of_the_merged_court
                    a_lawyer_round_trips
                    accounts_emails_and_licenses_of_lawyers_are_unique
                    ending_the_invitations_of_one_lawyer_keeps_all_other_invitations
                    candidates_are_licensed_in_the_state_and_lawyers_without_an_offer_come_first
                    open_cases_and_open_offers_count_toward_a_lawyers_capacity
                    the_list_of_lawyers_has_the_median_time_to_accept_and_the_overdue_updates
                    the_list_of_lawyers_shows_which_lawyers_have_confirmed_a_second_factor
                    a_lawyers_photo_can_be_replaced_and_removed
                }
                secrets {
                    a_case_keeps_the_first_key_that_was_stored
                    unread_messages_are_counted_over_all_cases_of_a_driver_or_a_lawyer
                    a_message_is_marked_as_read_only_by_its_recipient
                    files_round_trip_and_their_deleted_contents_become_due
                    ended_consents_stay_stored
                    a_set_of_cases_is_loaded_with_their_hires_lawyers_drivers_and_tickets
                }
                statements {
                    a_monthly_fee_round_trips
                    the_last_change_of_a_statement_ignores_changes_of_its_lawyer_and_of_other_statements
                    only_active_lawyers_with_a_started_fee_are_listed_as_lacking_a_statement
                    a_lawyer_has_one_statement_a_month_and_it_keeps_its_amount
                    a_payment_of_a_statement_is_recorded_replaced_and_removed
                }
            }
            help {
                inquiries {
                    an_inquiry_round_trips_and_can_be_resolved
                    the_newest_pending_inquiry_with_the_same_request_is_found
                    the_waiting_time_of_an_inquiry_lasts_from_the_drivers_message_until_staff_answer
                    messages_are_listed_newest_first_and_client_ids_are_unique
                }
                templates {
                    a_template_has_a_unique_title_and_an_increasing_version
                    changing_a_missing_template_fails
                }
            }
            requests {
                hardship {
                    a_hardship_request_for_each_need_and_kind_of_item_is_stored_and_answered
                    the_hardship_requests_about_an_item_can_be_moved_to_another_item
                    an_item_has_at_most_one_open_hardship_request
                }
                reports {
                    a_pending_report_is_found_by_driver_state_and_type
                    a_report_names_the_item_that_staff_found
                    reports_are_listed_newest_first_for_one_driver_or_all
                }
                text_requests {
                    a_driver_has_only_one_text_request_per_number
                }
            }
            imports {
                files {
                    an_import_round_trips_and_ending_it_deletes_its_file_and_lines
                    choices_and_progress_of_an_import_are_stored
                    lines_are_listed_in_file_order_by_page_and_outcome
                    no_line_is_staged_after_the_check_has_ended
                    an_import_of_only_its_valid_lines_stores_items_and_keeps_the_invalid_lines
                    an_import_is_undone_with_its_items_and_keys
                    the_new_citations_of_an_import_have_a_number_an_issuer_and_an_unknown_key
                    an_existing_item_is_not_created_again
                    closed_accounts_of_an_import_are_counted
                    stale_unconfirmed_imports_are_canceled_but_confirmed_imports_are_not
                }
                matching {
                    open_accounts_are_found_by_user_id_email_and_license
                    existing_items_of_a_day_are_listed_without_removed_items
                }
                plate_reviews {
                    the_list_of_plate_reviews_starts_empty
                }
                waiting {
                    lines_of_an_import_wait_for_staff_once_the_import_is_confirmed
                    a_later_identical_line_adds_a_driver_to_a_citation_unless_staff_declined_that_driver
                    a_verified_email_license_or_plate_makes_its_driver_the_candidate_of_matching_citations
                    a_citys_citation_is_queued_for_staff_once_per_driver
                }
            }
            sources {
                citations {
                    an_items_standing_includes_the_latest_data_from_its_city
                    other_drivers_with_the_same_citation_are_found
                    closing_an_account_keeps_the_citations_of_paid_items_without_the_plate
                    parking_tickets_get_the_citys_citation_number_once
                }
                runs {
                    a_source_has_only_one_open_run_and_its_fields_are_stored
                    the_run_history_has_the_last_complete_run_for_all_plates_and_a_later_failure
                    verified_plates_are_listed_by_user_until_they_were_queried
                }
            }
            notices {
                calendar {
                    appearances_are_listed_by_date_and_show_whether_each_is_waived_paid_or_removed
                    an_appearance_can_be_waived_and_required_again
                    a_driver_has_at_most_one_calendar_url
                }
                messages {
                    a_started_message_can_be_planned_again_until_it_is_sent
                    a_message_can_be_skipped_or_fail_before_it_is_sent
                    an_unsubscribe_token_is_stored_when_the_sending_of_its_email_starts
                    the_last_message_to_a_phone_is_the_newest_text_at_the_provider_that_is_not_a_code
                    a_driver_has_the_default_reminder_choices_until_they_change_them
                }
                numbers {
                    a_number_can_be_confirmed_and_deleted
                    the_owner_of_a_phone_number_is_the_driver_who_confirmed_it_last
                    a_code_replaces_the_previous_code_and_counts_invalid_attempts
                    a_planned_code_has_a_job_and_is_counted
                    texts_to_a_phone_can_be_stopped_and_resumed
                    pausing_and_resuming_paused_texts_leaves_stopped_texts_stopped
                }
                planning {
                    the_notices_of_a_day_are_marked_as_planned_by_time_zone_and_kind_of_notice
                    drivers_with_a_due_item_get_one_reminder_per_channel
                    a_reminder_is_planned_only_on_channels_that_are_confirmed_and_wanted
                    court_reminders_leave_out_waived_appearances
                    news_is_planned_once_a_day_and_can_be_postponed
                    news_that_was_passed_to_the_provider_is_not_postponed
                    news_of_a_changed_amount_includes_the_last_amount_in_a_message_to_the_driver
                    changes_of_an_item_share_one_message_per_channel
                    a_change_after_an_unsent_change_was_deleted_is_a_new_change
                    a_text_that_was_not_sent_in_time_is_merged_with_later_changes
                    the_removal_of_an_item_is_planned_as_a_change
                    drivers_with_changes_include_drivers_without_a_prepared_record
                }
                replies {
                    a_reply_is_stored_once_and_waits_until_staff_handle_it
                    replies_for_staff_are_listed_oldest_first_and_a_drivers_newest_first
                }
                unconfirmed {
                    messages_to_unconfirmed_addresses_are_counted_by_hour_day_channel_and_recipient
                    a_message_that_was_not_sent_is_not_counted
                }
            }
            back_office {
                desk {
                    records_of_each_kind_are_found_by_ranges_of_ids
                    items_are_found_by_the_start_of_their_citation_number_newest_first
                    hires_and_payments_are_found_by_the_start_of_their_confirmation_number
                    requests_of_all_queues_are_listed_longest_waiting_first
                    refunds_that_need_staff_are_listed
                    chargebacks_are_listed_while_evidence_is_accepted
                    waiting_citations_are_listed_once_per_driver
                    all_orphan_intents_are_one_desk_entry_and_all_unread_events_another_until_resolved
                    the_desk_entry_for_overdue_obligations_excludes_refunded_and_charged_back_payments
                    a_second_bill_is_listed_until_it_is_resolved
                }
                lists {
                    a_list_is_read_in_pages
                    a_list_finds_a_record_by_its_id
                    a_search_for_an_id_finds_the_record_with_this_id_first
                    merging_the_stored_count_increments_of_a_list_changes_no_total
                    users_are_filtered_and_sorted
                    hires_are_filtered_sorted_and_summed
                    transactions_are_filtered_sorted_and_summed
                    chargebacks_are_filtered_sorted_and_summed
                    inquiries_are_filtered_sorted_and_counted
                    reports_are_filtered_and_counted
                    vehicle_updates_and_status_requests_are_listed_only_for_open_accounts
                    text_requests_are_filtered_and_counted
                }
                monitoring {
                    all_monitoring_figures_of_an_empty_database_except_its_size_are_zero
                    monitoring_figures_include_work_by_age_book_faults_events_and_blocks
                }
                notes {
                    a_record_can_have_notes_only_if_its_kind_allows_them_and_the_account_is_open
                    notes_are_listed_by_record_or_driver_newest_first
                }
                overview {
                    money_is_summed_by_business_day_with_refunds_separate
                    charges_are_counted_by_type_and_refunds_reduce_only_amounts
                    open_work_is_counted_by_queue_and_age
                    hires_are_counted_by_status
                }
                queues {
                    each_queue_has_its_own_solved_flag
                    solving_a_status_request_erases_the_ssn_digits
                    users_are_in_a_queue_only_with_a_request_and_an_open_account
                    a_hire_that_is_marked_as_seen_stays_pending_and_unsolved
                    unsolved_records_are_counted_by_queue
                }
                timeline {
                    the_timeline_has_all_entries_of_one_driver_newest_first
                    the_timeline_has_audit_entries_about_texts_replies_and_second_bills
                    the_timeline_is_filtered_by_kind_and_read_in_pages
                }
            }
        }
    };
}
