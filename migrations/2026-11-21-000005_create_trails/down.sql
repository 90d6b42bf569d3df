DROP TABLE audit_log;
DROP FUNCTION refuse_change();
DROP TABLE blocked_ips;
DROP TABLE security_events;
