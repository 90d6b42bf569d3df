-- Trails are read newest first by time, so that a filter by date uses the same index.
DROP INDEX security_events_kind_index, security_events_severity_index, security_events_address_id_index,
    security_events_created_at_index;
CREATE INDEX security_events_kind_index ON security_events (kind, created_at DESC, id DESC);
CREATE INDEX security_events_severity_index ON security_events (severity, created_at DESC, id DESC);
CREATE INDEX security_events_address_time_index ON security_events (address, created_at DESC, id DESC);
CREATE INDEX security_events_created_at_index ON security_events (created_at DESC, id DESC);

DROP INDEX audit_log_actor_id_index, audit_log_subject_index, audit_log_action_index, audit_log_created_at_index;
CREATE INDEX audit_log_actor_id_index ON audit_log (actor_id, created_at DESC, id DESC);
CREATE INDEX audit_log_subject_index ON audit_log (subject_kind, subject_id, created_at DESC, id DESC);
CREATE INDEX audit_log_action_index ON audit_log (action, created_at DESC, id DESC);
CREATE INDEX audit_log_created_at_index ON audit_log (created_at DESC, id DESC);
