//! The contract of the store: what each method of the ports must do, whether PostgreSQL or the in-memory database
//! answers. The tests of both stores run every contract on an empty database.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a contract is a test: it fails by panicking"
)]

mod accounts;
mod back_office;
mod help;
mod notices;
mod requests;
mod security;
mod shared;
mod staff;
mod support;

/// Passes the list of all contracts to another macro. A contract that isn't in the list is unused code, so this
/// crate doesn't compile with it.
#[macro_export]
macro_rules! for_each_contract {
    ($then:ident) => {
        $then! {
            shared {
                jobs {
                    jobs_with_the_same_key_are_enqueued_once
                    a_key_can_be_enqueued_again_once_its_job_has_ended
                    waiting_jobs_are_counted_by_kind
                    due_jobs_are_claimed_once_longest_due_first
                    an_ended_job_is_never_claimed_again
                    a_postponed_job_keeps_its_payload
                    an_uncounted_attempt_does_not_increase_the_attempt_number
                    an_expired_claim_can_be_taken_over
                }
                limits {
                    a_transaction_can_lock_every_limit_more_than_once
                }
                retention {
                    records_that_expire_at_a_time_are_deleted_from_that_time_on
                    records_of_a_time_are_deleted_after_that_time
                    jobs_are_deleted_after_they_ended
                    csp_reports_are_deleted_by_day
                    digits_of_an_unsolved_request_are_erased
                }
            }
            security {
                csp_reports {
                    csp_reports_are_summed_by_day_directive_and_host
                }
                data_keys {
                    the_first_check_value_of_a_key_is_kept
                    values_of_an_earlier_key_are_found_and_replaced
                    keys_of_seals_are_encrypted_for_negative_ids
                }
                guard {
                    login_failures_are_counted_and_cleared_by_address_and_by_account
                    addresses_of_logins_are_recognized_per_user
                    a_block_expires_and_a_newer_one_for_the_address_replaces_it
                    blocks_are_listed_newest_first
                }
                seals {
                    seal_keys_are_stored_once_per_number
                    seals_are_read_in_the_order_of_their_numbers
                    entries_are_read_by_their_ids
                }
                trail {
                    security_events_are_filtered_and_counted_with_repeats
                    a_long_path_of_a_security_event_is_cut
                    entries_and_events_are_listed_by_time_and_not_by_id
                    changes_by_staff_are_security_events_grouped_by_minute
                    audit_entries_are_filtered_and_paged
                    password_hashes_are_found_by_email
                    the_connection_is_local_and_has_the_current_schema
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
                    an_email_in_use_is_refused_and_the_transaction_continues
                    sessions_are_listed_and_deleted_per_user
                    another_administrator_is_found_before_closing
                    a_closed_account_is_not_found_and_its_email_can_be_used_again
                    accounts_with_the_same_email_can_be_closed_one_after_the_other
                    personal_data_exists_for_each_user
                }
                links {
                    a_link_is_valid_from_its_sending_until_it_is_used_or_expires
                    a_newer_link_invalidates_only_older_ones_of_its_user_and_purpose
                    an_email_change_keeps_the_old_address_on_its_link
                }
                second_factor {
                    a_second_factor_is_confirmed_by_its_first_code
                    a_recovery_code_is_used_once
                    a_pending_login_ends_after_its_attempts_or_its_time
                    deleting_a_second_factor_deletes_codes_and_pending_logins
                }
                sessions {
                    a_session_is_found_by_its_token_with_its_user
                    renewing_or_deleting_a_session_does_not_affect_others
                    the_last_use_of_several_sessions_never_goes_back
                    wrong_codes_are_counted_per_session
                }
                users {
                    a_user_round_trips
                    every_state_and_province_can_be_stored
                    user_id_1_is_reserved_for_the_first_administrator
                    an_email_in_use_is_refused_ignoring_case
                    credentials_are_found_by_email_in_any_case
                    has_users_returns_whether_a_user_exists
                    only_open_accounts_have_names
                    a_new_plate_reopens_a_solved_vehicle_update
                    a_status_request_reopens_a_solved_request
                    staff_set_the_license_status_and_the_plate_dates
                    a_driver_can_have_only_one_profile_which_starts_with_default_values
                }
                verification {
                    a_plate_or_license_can_be_verified_for_only_one_driver
                    a_changed_plate_or_email_is_no_longer_verified
                    verifying_many_plates_skips_those_that_two_drivers_entered
                }
            }
            help {
                inquiries {
                    an_inquiry_round_trips_and_can_be_resolved
                    an_inquiry_waits_for_the_side_that_must_answer
                    messages_are_listed_newest_first_and_client_ids_are_unique
                }
                templates {
                    a_template_has_a_unique_title_and_an_increasing_version
                }
            }
            requests {
                hardship {
                    each_need_and_kind_of_item_is_stored_and_answered
                    the_requests_about_an_item_move_to_another_item
                    an_item_has_at_most_one_open_request
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
            notices {
                calendar {
                    appearances_are_listed_by_date_and_show_whether_each_is_waived_paid_or_removed
                    an_appearance_can_be_waived_and_required_again
                    a_driver_has_at_most_one_calendar_url
                }
                messages {
                    a_message_is_started_once_and_its_status_never_goes_back
                    a_message_can_be_skipped_or_fail_before_it_is_sent
                    an_unsubscribe_token_belongs_to_the_email_that_was_started
                    the_last_message_to_a_phone_is_the_newest_one_passed_to_the_provider
                    a_driver_gets_every_message_unless_they_choose_otherwise
                }
                numbers {
                    a_number_gets_texts_once_it_is_confirmed
                    the_owner_of_a_phone_confirmed_it_last
                    a_code_replaces_the_previous_one_and_counts_invalid_attempts
                    a_planned_code_has_a_job_and_is_counted
                    texts_to_a_phone_can_be_stopped_and_resumed
                }
                planning {
                    a_day_is_planned_once_per_zone_and_kind
                    drivers_with_a_due_item_get_one_reminder_per_channel
                    a_reminder_is_planned_only_where_the_driver_wants_it
                    court_reminders_leave_out_waived_appearances
                    news_is_sent_once_a_day_and_can_be_postponed
                    news_that_was_passed_to_the_provider_is_not_postponed
                    a_changed_amount_is_news_with_the_amount_before
                    changes_of_an_item_share_one_message_per_channel
                    a_text_that_is_late_is_merged_with_later_changes
                    a_removed_item_is_a_change
                }
                replies {
                    a_reply_is_stored_once_and_waits_until_staff_handle_it
                    replies_for_staff_are_listed_oldest_first_and_a_drivers_newest_first
                }
                unconfirmed {
                    messages_are_counted_by_hour_day_channel_and_recipient
                    a_message_that_was_not_sent_is_not_counted
                }
            }
            back_office {
                notes {
                    notes_belong_to_a_record_of_an_open_account
                    notes_are_listed_by_record_or_driver_newest_first
                }
            }
        }
    };
}

/// Makes every contract of the list public.
macro_rules! public {
    ($($room:ident { $($file:ident { $($contract:ident)+ })+ })+) => {
        /// All contracts, by room and file. Each panics if the database breaks it.
        pub mod contracts {
            $(pub mod $room {
                $(pub mod $file {
                    pub use crate::$room::$file::{$($contract),+};
                })+
            })+
        }
    };
}

for_each_contract!(public);
