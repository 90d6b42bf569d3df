-- The overview counts open and recent records, and sums recent payments. With these indexes it reads few rows.
CREATE INDEX lawyer_hires_open_index ON lawyer_hires (created_at) WHERE NOT is_solved;
CREATE INDEX missing_ticket_reports_open_index ON missing_ticket_reports (reported_at) WHERE NOT is_solved;
CREATE INDEX help_inquiries_open_index ON help_inquiries (created_at) WHERE NOT is_solved;
CREATE INDEX text_notification_requests_open_index ON text_notification_requests (requested_at) WHERE NOT is_solved;
CREATE INDEX lawyer_hires_revenue_index ON lawyer_hires (created_at) INCLUDE (amount_cents, status);
CREATE INDEX payment_transactions_revenue_index ON payment_transactions (created_at)
    INCLUDE (payment_type, amount_cents, our_fee_cents, status);
DROP INDEX payment_transactions_created_at_index;
