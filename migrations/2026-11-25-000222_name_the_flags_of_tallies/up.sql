-- One column of tallies contains a flag whose meaning depends on the list. This view gives each list's flag its own name. Triggers
-- write the table; queries read the view.
CREATE VIEW list_tallies WITH (security_invoker = true) AS
SELECT list, kind, status, state, label, is_solved,
    CASE WHEN list = 'users' THEN is_marked END AS needs_update,
    CASE WHEN list = 'vehicle_updates' THEN is_marked END AS has_plate,
    CASE WHEN list = 'status_requests' THEN is_marked END AS has_license_number,
    CASE WHEN list IN ('hires', 'hire_labels') THEN is_marked END AS is_seen,
    CASE WHEN list = 'texts' THEN is_marked END AS is_sent,
    n, amount_cents, processing_fee_cents, our_fee_cents, refunded_cents
FROM tallies;
COMMENT ON VIEW list_tallies IS 'tallies, with each list''s own flag under its own name.';
