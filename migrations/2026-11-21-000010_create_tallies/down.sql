DROP INDEX help_inquiries_list_index, help_inquiries_search_index;
CREATE INDEX help_inquiries_status_index ON help_inquiries (status, id DESC);
CREATE INDEX help_inquiries_type_index ON help_inquiries (type, id DESC);
CREATE INDEX help_inquiries_unsolved_index ON help_inquiries (id) WHERE NOT is_solved;

DROP INDEX text_notification_requests_list_index, text_notification_requests_search_index;
CREATE INDEX text_notification_requests_unsolved_index ON text_notification_requests (id) WHERE NOT is_solved;

DROP INDEX missing_ticket_reports_list_index, missing_ticket_reports_list_by_state_index;
CREATE INDEX missing_ticket_reports_status_index ON missing_ticket_reports (status, id DESC);
CREATE INDEX missing_ticket_reports_unsolved_index ON missing_ticket_reports (id) WHERE NOT is_solved;

DROP INDEX payment_transactions_list_index, payment_transactions_list_by_amount_index,
    payment_transactions_list_by_creation_index, payment_transactions_violation_type_index,
    payment_transactions_confirmation_number_index;
CREATE INDEX payment_transactions_payment_type_index ON payment_transactions (payment_type, id DESC);

DROP INDEX lawyer_hires_list_index, lawyer_hires_list_by_amount_index, lawyer_hires_list_by_creation_index,
    lawyer_hires_violation_type_index, lawyer_hires_search_index, lawyer_hires_confirmation_number_index;
CREATE INDEX lawyer_hires_status_index ON lawyer_hires (status, id DESC);
CREATE INDEX lawyer_hires_unsolved_index ON lawyer_hires (id) WHERE NOT is_solved;

DROP INDEX users_list_index, users_list_to_update_index, users_list_by_name_index, users_list_by_update_index,
    users_list_by_creation_index, users_vehicle_updates_list_index, users_status_requests_list_index,
    users_status_requests_state_index, users_vehicle_license_plate_index;
CREATE INDEX users_vehicle_updates_unsolved_index ON users (id)
    WHERE vehicle_info_added_at IS NOT NULL AND NOT is_vehicle_update_solved;
CREATE INDEX users_status_requests_unsolved_index ON users (id)
    WHERE status_requested_at IS NOT NULL AND NOT is_status_request_solved;

DROP FUNCTION tally_users, tally_lawyer_hires, tally_payment_transactions, tally_missing_ticket_reports,
    tally_help_inquiries, tally_text_notification_requests CASCADE;
DROP TABLE tallies;
