DROP INDEX staff_invitations_email_index, staff_invitations_expires_at_index;
DROP FUNCTION make_months_ahead;
DROP FUNCTION trail_ends;
