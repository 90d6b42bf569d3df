DROP INDEX audit_log_actor_id_index, audit_log_subject_index, audit_log_action_index, audit_log_created_at_index;
CREATE INDEX audit_log_actor_id_index ON audit_log (actor_id, id DESC);
CREATE INDEX audit_log_subject_index ON audit_log (subject_kind, subject_id, id DESC);
CREATE INDEX audit_log_action_index ON audit_log (action, id DESC);
CREATE INDEX audit_log_created_at_index ON audit_log (created_at DESC);

DROP INDEX security_events_kind_index, security_events_severity_index, security_events_address_time_index,
    security_events_created_at_index;
CREATE INDEX security_events_kind_index ON security_events (kind, id DESC);
CREATE INDEX security_events_severity_index ON security_events (severity, id DESC);
CREATE INDEX security_events_address_id_index ON security_events (address, id DESC);
CREATE INDEX security_events_created_at_index ON security_events (created_at DESC, severity);
