-- Counts of what browsers report as blocked by the Content-Security-Policy.
CREATE TABLE csp_reports (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    day date NOT NULL,
    directive text NOT NULL,
    host text NOT NULL,
    reports bigint NOT NULL,
    CONSTRAINT csp_reports_day_key UNIQUE (day, directive, host),
    CONSTRAINT csp_reports_directive_check CHECK (directive IN (
        'base-uri', 'connect-src', 'default-src', 'font-src', 'form-action', 'frame-ancestors',
        'frame-src', 'img-src', 'manifest-src', 'media-src', 'object-src', 'script-src',
        'script-src-attr', 'script-src-elem', 'style-src', 'style-src-attr', 'style-src-elem', 'worker-src',
        'other'
    )),
    CONSTRAINT csp_reports_host_check CHECK (length(host) BETWEEN 1 AND 253),
    CONSTRAINT csp_reports_reports_check CHECK (reports > 0)
);
COMMENT ON TABLE csp_reports IS 'Counts of CSP violation reports. Anyone can send such reports.';
COMMENT ON COLUMN csp_reports.day IS 'In UTC.';
COMMENT ON COLUMN csp_reports.host IS 'The blocked host, or a word for a source without a host.';
COMMENT ON COLUMN csp_reports.reports IS 'Number of reports.';
