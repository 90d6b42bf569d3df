//! Command-line settings of the embedded server.

/// Settings of every embedded server. These settings prevent access over the network and by other users. The
/// settings also keep personal data out of the log, for example the values of a unique violation.
pub(super) const ALWAYS: &[&str] = &[
    "listen_addresses=",
    "unix_socket_permissions=0700",
    "ssl=off",
    "logging_collector=off",
    "log_checkpoints=off",
    "log_error_verbosity=terse",
    "log_parameter_max_length_on_error=0",
];

/// Settings for a small machine with one Lanewise server. None of these settings makes losing data more likely.
pub(super) const SMALL: &[&str] = &[
    "max_connections=60",
    "shared_buffers=64MB",
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_wal_size=256MB",
    "max_worker_processes=4",
    "jit=off",
];
