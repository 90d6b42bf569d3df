ALTER TABLE audit_log DROP CONSTRAINT audit_log_past_check;
ALTER TABLE security_events DROP CONSTRAINT security_events_past_check;
