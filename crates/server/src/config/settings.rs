//! Declarations of all settings, and the document that `make gen` writes from them (docs/SETTINGS.md).

use adapters_twilio::TWILIO;

/// A setting, which is an environment variable.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Name of the environment variable.
    pub name: &'static str,
    /// What applies if the setting isn't set.
    pub default: DefaultValue,
    /// What to set in production, which doesn't start without the setting. `None` if the setting isn't required.
    pub required: Option<&'static str>,
    /// What the setting means, in Markdown.
    pub purpose: &'static str,
}

/// What applies if a setting isn't set.
#[derive(Clone, Copy, Debug)]
pub enum DefaultValue {
    /// This value.
    Value(&'static str),
    /// A value that depends on the environment.
    ByEnvironment {
        /// Value in production.
        production: &'static str,
        /// Value in development.
        development: &'static str,
    },
    /// No value. The Markdown text says what happens without a value.
    NoValue(&'static str),
}

impl DefaultValue {
    /// Returns the value in this environment; `None` if there is no value.
    pub const fn value(self, is_production: bool) -> Option<&'static str> {
        match self {
            Self::Value(value) => Some(value),
            Self::ByEnvironment { production, development } => {
                Some(if is_production { production } else { development })
            }
            Self::NoValue(_) => None,
        }
    }
}

/// Settings under one heading of the document.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// The heading. Other documents link to it.
    pub heading: &'static str,
    /// Text between the heading and the table, in Markdown with a blank line at its end. It may be empty.
    pub introduction: &'static str,
    /// The settings, in the order of the table.
    pub settings: &'static [Setting],
}

/// Declares each setting as a constant, and `SECTIONS`, which lists them all. `required "…"` after a name says what
/// to set in production.
macro_rules! sections {
    ($($heading:literal, $introduction:literal {
        $($name:ident $(required $required:literal)? = $default:expr, $purpose:literal;)+
    })+) => {
        $($(
            #[doc = $purpose]
            pub const $name: Setting = Setting {
                name: stringify!($name),
                default: $default,
                required: [$(Some($required),)? None][0],
                purpose: $purpose,
            };
        )+)+

        /// All settings, by heading.
        pub const SECTIONS: &[Section] = &[$(Section {
            heading: $heading,
            introduction: $introduction,
            settings: &[$($name),+],
        }),+];
    };
}

use DefaultValue::{ByEnvironment, NoValue, Value};

sections! {
    "Server and addresses", "" {
        LANEWISE_ENV = Value("development"), "`development` or `production`";
        HOST = Value("127.0.0.1"), "The address to listen on";
        PORT = Value("8080"), "The port to listen on";
        PUBLIC_URL required "the https address that browsers use" = NoValue("`http://HOST:PORT`"),
            "The URL that browsers use; https in production";
        OPS_ADDRESS = Value("127.0.0.1:9464"),
            "The [operators' address](product/running.md#operators-address) with `/metrics` and `/api/docs/`, or \
             `off`. In production it must be a loopback or private address. Each server on a machine needs its own";
        ALLOWED_HOSTS = NoValue("none"),
            "Additional [host names](product/security.md#host-names), separated by commas, that are accepted in \
             development and at `OPS_ADDRESS`. IP addresses, `localhost` and the host of `PUBLIC_URL` are always \
             accepted";
        TRUSTED_PROXIES = NoValue("none"),
            "Addresses and networks, separated by commas, whose `X-Forwarded-For` is trusted and which are never \
             blocked. Production rejects networks wider than /8 (IPv6: /16)";
        // Six seconds are enough for a proxy that checks every two seconds and needs two failures. Development has
        // no proxy.
        STOP_NOTICE_SECONDS = ByEnvironment { production: "6", development: "0" },
            "How long a server that is [stopping](product/running.md#stopping) reports \"not ready\" and still \
             serves, at most 15. Set it longer than the proxy needs to notice";
        PASSWORD_THREADS = NoValue("number of cores minus one"), "How many passwords are hashed at once";
        RATE_LIMITS = Value("on"),
            "`off` turns off rate limits and login throttling, for load tests. Production rejects it";
    }
    "Data", "" {
        DATABASE_URL required "the URL of production's own PostgreSQL" =
            NoValue("an embedded PostgreSQL in `DATA_DIR`"),
            "`postgres://…` with the role that serves. With [several hosts](DEPLOY.md#a-primary-with-standbys), the \
             server uses the primary. In production it needs `sslmode=verify-full` (at least `require`) unless the \
             database is on this machine";
        MIGRATION_DATABASE_URL =
            NoValue("`DATABASE_URL` in development; in production this process doesn't migrate"),
            "The [role](DEPLOY.md#database-roles) that owns the tables, for `server migrate` and `server \
             retire-audit`. TLS as above";
        DATABASE_REPLICA_URL = NoValue("none"),
            "A [replica](product/running.md#replica) that lists, exports, figures and timelines are read from. TLS \
             as above";
        REPLICA_LAG_SECONDS = Value("5"), "Maximum replication lag of that replica, 1 to 60";
        PGHOST = NoValue("none"),
            "PostgreSQL's own setting: the host of database URLs that name none. TLS as above";
        DATA_DIR = Value(".data"),
            "Directory of the embedded PostgreSQL, [files](#files), the payment stand-in's state, the development \
             key, and emails that development doesn't send";
        LANEWISE_DATA_KEY required "32 random bytes in base64" = NoValue("created once and stored in `DATA_DIR`"),
            "32 bytes in base64. It encrypts SSN digits, second-factor secrets, the keys that seal the audit trail, \
             and the keys of cases and files. During a [key change](DEPLOY.md#changing-the-data-key) it lists \
             several, as `2:…,1:…`; the first one encrypts";
        RETENTION_DAYS = NoValue("[by kind of data](product/running.md#how-long-things-are-kept)"),
            "Overrides for some kinds, such as `chats=365 security_events=30`";
    }
    "Files",
    "Without these settings, [photos, documents and files of cases](product/evidence.md#storage-of-files)
are stored in the folder `files` in `DATA_DIR`.

" {
        FILES_S3_BUCKET = NoValue("none"), "Name of an S3-compatible bucket for files";
        FILES_S3_ENDPOINT = NoValue("Amazon's address for the region"),
            "Another server's address, https or on this machine";
        FILES_S3_REGION = Value("us-east-1"), "The bucket's region";
        FILES_S3_KEY_ID = NoValue("none"),
            "Id of the access key; required with a bucket. The key needs `GetObject`, `PutObject` and `DeleteObject`";
        FILES_S3_SECRET = NoValue("none"), "The access key's secret; required with a bucket";
        CLAMD_ADDRESS = NoValue("none"),
            "Host and port of clamd, such as `127.0.0.1:3310`. It then [scans](product/evidence.md#malware) every \
             uploaded file. Its `StreamMaxLength` must be at least 15 MB";
    }
    "Payments", "" {
        STRIPE_SECRET_KEY required "the Stripe account's secret key" = NoValue("the payment stand-in"),
            "The account's secret key, or a restricted one. Live if the publishable key is live";
        STRIPE_PUBLISHABLE_KEY required "the Stripe account's publishable key" = NoValue("the payment stand-in"),
            "The account's publishable key. Both keys are live keys, or both are test keys";
        STRIPE_WEBHOOK_SECRET required "the signing secret of the webhook at Stripe" = NoValue("none"),
            "The webhook signing secret";
        STRIPE_API_BASE = NoValue("Stripe's address"),
            "Another address for the API. In production it must be https or on this machine";
        STRIPE_JS_URL = Value("https://js.stripe.com/endive/stripe.js"),
            "The address of Stripe.js. Production accepts only `https://js.stripe.com/`";
    }
    "Email and texts", "" {
        SMTP_URL = NoValue("none"),
            "The mail server, such as `smtps://user:password@host` (or `smtp://…?tls=required`). Without it, \
             development writes emails to `DATA_DIR/mail` and shows them at `/dev/mail`. In production, forgotten \
             passwords and new email addresses then need support";
        MAIL_FROM = NoValue("none"),
            "The sender of emails, such as `Lanewise <no-reply@…>`; required with `SMTP_URL`";
        TWILIO_ACCOUNT_SID = NoValue("none"),
            "The Twilio account for texts to drivers; also needs `TWILIO_AUTH_TOKEN` and `TWILIO_FROM`. Without them \
             no texts are sent; development shows them at `/dev/mail`";
        TWILIO_AUTH_TOKEN = NoValue("none"), "The account's secret";
        TWILIO_FROM = NoValue("none"),
            "The number that sends, or the id of a messaging service. In Twilio, send the number's replies to \
             `<PUBLIC_URL>/api/webhooks/twilio`";
        TWILIO_API_BASE = Value(TWILIO), "Another address, for a stand-in";
    }
    "Staff and drivers", "" {
        ADMIN_EMAIL = NoValue("none; in development the embedded PostgreSQL gets the demo administrator"),
            "Email address of the first administrator, who is created at a start if there is none";
        ADMIN_PASSWORD = NoValue("none"), "The first administrator's password; required with `ADMIN_EMAIL`";
        REQUIRE_STAFF_SECOND_FACTOR = Value("off"),
            "With `on`, staff without a second factor can only set one up";
        // This number can't exist, because no US number has a zero after the area code, so it belongs to no one.
        SUPPORT_PHONE = Value("(555) 010-0199"), "The phone number that drivers see";
        RECORD_READY_DAYS = Value("2"),
            "Business days after sign-up by which a new driver's record is promised";
        LEGAL_HELP_FILE = NoValue("off everywhere in production, on in the 50 states in development"),
            "JSON file that says for each state whether and how legal help is sold, and optionally the text of its \
             agreement ([Legal help](LEGAL.md#states))";
        LAWYER_ACCEPT_DAYS = Value("5"),
            "[Deadline](product/cases.md#deadlines) by which a lawyer must have accepted a case: business days \
             before the ticket's next date, from 1 to 30";
        LAWYER_ANSWER_DAYS = Value("1"), "Business days for a lawyer's answer to an offer, from 1 to 30";
        LAWYER_SIGN_DAYS = Value("2"), "Business days until the reminder to sign the agreement, from 1 to 30";
        CITATION_SOURCES = NoValue("none; in development a stand-in"),
            "[Cities](product/citation-sources.md) to query for citations by verified plate, separated by commas, \
             such as `nyc`; `off` for none";
        CITATION_SOURCES_APP_TOKEN = NoValue("none"),
            "A Socrata app token. Without one, a city allows fewer calls";
        CITATION_SOURCES_API_BASE = NoValue("the cities' addresses"), "Another address, for a stand-in";
        SECURITY_CONTACT = NoValue("none"),
            "Where to report vulnerabilities (`mailto:…` or `https://…`), for `/.well-known/security.txt`";
        SECURITY_CONTACT_EXPIRES = NoValue("none"),
            "The day this contact expires, such as `2027-06-30`; required with it";
        META_PIXEL_ID = NoValue("none"),
            "Meta's advertising pixel. It loads only after a visitor agrees, is an image rather than a script, and \
             never loads where a card is typed";
    }
    "Logs and traces",
    "The settings that begin with `OTEL_` are OpenTelemetry's own. They apply in a build with the feature
`otlp` ([Traces for a collector](OPERATIONS.md#traces-for-a-collector)).

" {
        LOG_FORMAT = Value("text"), "`json` for log collectors";
        RUST_LOG = NoValue("`info`"), "The level, such as `warn`, or levels by module";
        LOG_READS_PER_SECOND = Value("20"),
            "Maximum number of fast, successful reads that each process \
             [logs](OPERATIONS.md#following-a-request) per second. Errors and slow responses have their own limits; \
             writes are always logged";
        OTEL_EXPORTER_OTLP_ENDPOINT = NoValue("none: no export"),
            "The collector's address, such as `http://127.0.0.1:4318`; `/v1/traces` is added";
        OTEL_EXPORTER_OTLP_HEADERS = NoValue("none"), "Headers to send, such as an API key";
        OTEL_SERVICE_NAME = Value("lanewise"), "The service name";
        OTEL_TRACES_SAMPLER = Value("always_on"),
            "`always_on`, `always_off`, or `traceidratio`. A `parentbased_` prefix is ignored";
        OTEL_TRACES_SAMPLER_ARG = Value("1"), "The share that `traceidratio` exports, from 0 to 1, such as `0.01`";
        OTEL_BSP_MAX_QUEUE_SIZE = NoValue("`2048`"), "Queue size in spans";
        OTEL_BSP_SCHEDULE_DELAY = NoValue("`5000`"), "Export interval in milliseconds";
    }
    "Development and tests", "" {
        LANEWISE_DEMO_DRIVERS = Value("0"),
            "Number of additional demo drivers with items to pay, for browser tests. Production rejects it";
        PG_BIN_DIR = NoValue("the included PostgreSQL, or one in `PATH`"),
            "The directory of the programs of the embedded PostgreSQL";
        CHROMIUM = NoValue("an installed browser, or Debian's"), "The browser for the tests";
        LARGE_DATA_DIR = NoValue("`.data-large`"), "Where `make seed-large` creates its database";
    }
}

const HEAD: &str = "# Settings

Written by `make gen` from `crates/server/src/config/settings.rs`. Don't edit it.

All settings are environment variables. Development needs none of them. With
`LANEWISE_ENV=production`, the server refuses to start without the ones marked *, and lists each
missing or invalid one. `server check` ([Checking](DEPLOY.md#checking)) tests them.
";

/// Returns the document with all settings as Markdown: a table for each heading.
pub fn document() -> String {
    SECTIONS.iter().fold(HEAD.to_owned(), |document, section| {
        let rows: String = section.settings.iter().map(format_row).collect();
        format!(
            "{document}\n## {}\n{}| Setting | Default | Purpose |\n|---|---|---|\n{rows}",
            section.heading, section.introduction
        )
    })
}

/// Formats a setting as a table row.
fn format_row(setting: &Setting) -> String {
    let mark = if setting.required.is_some() { " *" } else { "" };
    let default = match setting.default {
        Value(value) => format!("`{value}`"),
        ByEnvironment { production, development } => {
            format!("`{production}`; in development `{development}`")
        }
        NoValue(words) => words.to_owned(),
    };
    format!("| `{}`{mark} | {default} | {} |\n", setting.name, setting.purpose)
}
