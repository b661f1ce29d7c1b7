/**
 * The settings of an installation: names, types, defaults and descriptions. File, environment, messages and
 * documentation are derived from this declaration.
 */
import { type Static, Type } from '../contract/type.ts'
import { languages } from '../model/labels/languages.ts'
import { homeSettings } from './home-settings.ts'
import { livePlanSettings } from './live-plan-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { defaultFolder } from './places.ts'
import { securitySettings } from './security-settings.ts'
import { signOnSettings } from './sign-on-settings.ts'
import { storeSettings } from './store-settings.ts'

const daySeconds = 24 * 3600

const approvalsText =
  'Entities whose proposals need an approval before they are applied, each with the group whose members may approve; "*" means all other entities. Authors cannot approve their own proposals.'

export const scenarioSettings = Type.Object(
  {
    PROPOSALS_REQUIRED_FOR: Type.Optional(
      Type.Record(Type.String(), Type.String({ minLength: 1 }), { description: approvalsText }),
    ),
    UPLOADFILEFOLDER: Type.Optional(
      Type.String({ minLength: 1, description: 'Folder for files of this scenario.' }),
    ),
    SQL_ROLE: Type.Optional(
      Type.String({ minLength: 1, description: 'Role under which .sql files of this scenario run.' }),
    ),
  },
  { additionalProperties: false },
)

export const settingsSchema = Type.Object(
  {
    PORT: Type.Integer({
      minimum: 0,
      maximum: 65535,
      default: 8000,
      description: 'TCP port of the web server; 0 selects any free port.',
    }),
    HOST: Type.String({
      minLength: 1,
      default: '127.0.0.1',
      description:
        'Address on which the web server listens. 0.0.0.0 opens it to the network: use a proxy with TLS.',
    }),
    DATABASE_URL: Type.Optional(
      Type.String({
        pattern: '^postgres(ql)?://',
        examples: ['postgres://user:password@host:5432/planning'],
        description:
          'PostgreSQL 16 or later. Without it the service runs an embedded server. The environment variable DATABASE_URL is read too. Separate several hosts by commas; the one that accepts writes is used.',
      }),
    ),
    DATABASE_DIRECT_URL: Type.Optional(
      Type.String({
        pattern: '^postgres(ql)?://',
        examples: ['postgres://user:password@host:5432/planning'],
        description:
          'Direct address of the PostgreSQL server, if DATABASE_URL is that of a pooler such as PgBouncer. Used for notifications and session locks.',
      }),
    ),
    DATABASE_READ_URL: Type.Optional(
      Type.String({
        pattern: '^postgres(ql)?://',
        examples: ['postgres://user:password@replica:5432/planning'],
        description:
          'Streaming replicas that serve lists and reports once they have applied all earlier writes; separate several hosts by commas. Use direct addresses, not those of a pooler.',
      }),
    ),
    DATABASE_READ_WAIT: Type.Number({
      minimum: 0,
      maximum: 60,
      default: 0.1,
      description: 'Seconds that a list waits for a replica to catch up; then the primary serves it.',
    }),
    DATABASE_ARCHIVE: Type.Optional(
      Type.String({
        minLength: 1,
        examples: ['/mnt/backup/planning'],
        description:
          'Folder, preferably on another disk, for the write-ahead log and base backups of the embedded database, for point-in-time recovery. It increases disk writes.',
      }),
    ),
    ...homeSettings,
    VAR: Type.String({
      minLength: 1,
      default: defaultFolder,
      description: 'Folder with all state of the installation: embedded database, logs, files, secrets.',
    }),
    LOGDIR: Type.Optional(
      Type.String({
        minLength: 1,
        examples: ['./var/log'],
        description: 'Folder for logs of tasks and for backups. Default: log under VAR.',
      }),
    ),
    UPLOADFILEFOLDER: Type.Optional(
      Type.String({
        minLength: 1,
        examples: ['./var/upload'],
        description:
          'Folder for files to import and exported files, with a sub-folder per scenario. Default: upload under VAR.',
      }),
    ),
    TIME_ZONE: Type.Optional(
      Type.String({
        minLength: 1,
        examples: ['Europe/Brussels'],
        description: 'IANA time zone of the plan. Default: the zone of the system.',
      }),
    ),
    LANGUAGE_CODE: Type.Enum(
      languages.map(({ code }) => code),
      { default: 'en', description: 'Language of users who have not chosen one.' },
    ),
    CSV_CHARSET: Type.String({
      minLength: 1,
      default: 'utf-8',
      description: 'Character encoding of CSV files, such as utf-8 or windows-1252.',
    }),
    DATE_STYLE: Type.Enum(['YYYY-MM-DD', 'DD-MM-YYYY', 'MM-DD-YYYY'], {
      default: 'YYYY-MM-DD',
      description: 'Order of day and month in imported files. YYYY-MM-DD is always accepted.',
    }),
    CSV_ESCAPE_FORMULAS: Type.Boolean({
      default: false,
      description:
        'Prefix text of exported CSV files with an apostrophe if a spreadsheet program would read it as a formula.',
    }),
    MAX_FILE_SIZE: Type.Integer({
      minimum: 1,
      default: 4 * 2 ** 30,
      description: 'Maximum size of a file uploaded to the folder of a scenario, in bytes.',
    }),
    MAX_FOLDER_SIZE: Type.Integer({
      minimum: 1,
      default: 32 * 2 ** 30,
      description:
        'Maximum total size of the files in the upload folder of a scenario, in bytes; further uploads are rejected.',
    }),
    SUPPORT_ACCOUNTS: Type.Array(Type.String(), {
      default: [],
      description: 'Names of the users who may create and download backups.',
    }),
    CREATE_MISSING_REFERENCES: Type.Array(Type.String({ pattern: '^[a-z]+\\.[a-z]+$' }), {
      default: ['input.location', 'input.customer', 'input.item', 'input.supplier'],
      description:
        'Entities whose missing records are created with only a name when another record refers to them and its writer may add them.',
    }),
    UNKNOWN_FILTERS: Type.Enum(['ignore', 'reject'], {
      default: 'ignore',
      description:
        'How a list handles an unknown query parameter, such as a misspelled filter: it is ignored and reported in the response, or rejected with 400.',
    }),
    MAX_BODY_SIZE: Type.Integer({
      minimum: 1024,
      default: 512 * 2 ** 20,
      description: 'Maximum size of a request body, in bytes.',
    }),
    MAX_BODY_MEMORY: Type.Integer({
      minimum: 1024,
      default: 256 * 2 ** 20,
      description:
        'Maximum bytes of request bodies in memory at a time, over all requests; one user may use half. One body at a time may exceed the half of its user, up to this limit. NDJSON uses none.',
    }),
    MAX_RECORD_SIZE: Type.Integer({
      minimum: 1024,
      default: 2 ** 20,
      description: 'Maximum size of a record, and of the body of a request about one object, in bytes.',
    }),
    MAX_BODY_VALUES: Type.Integer({
      minimum: 1000,
      default: 20_000_000,
      description: 'Maximum number of values and names in a JSON request body; NDJSON is not limited.',
    }),
    MAX_BODIES_PER_USER: Type.Integer({
      minimum: 1,
      default: 100,
      description:
        'Maximum number of request bodies that one user may send at a time; a fifth of that for bodies with files.',
    }),
    MIN_BODY_RATE: Type.Integer({
      minimum: 1,
      default: 1000,
      description:
        'Minimum transfer rate of a request body of a signed-in user, in bytes per second over 30 seconds; slower requests are canceled.',
    }),
    STATEMENT_TIMEOUT: Type.Number({
      minimum: 0,
      default: 300,
      description: 'Timeout of a reading query, in seconds; 0 = none.',
    }),
    COUNT_TIMEOUT: Type.Number({
      minimum: 0,
      default: 0.25,
      description:
        'Timeout for counting a list, in seconds; after it X-Total-Count is estimated, unless a request prefers an exact count; 0 = always exact.',
    }),
    POOL_SIZE: Type.Integer({
      minimum: 3,
      maximum: 1000,
      default: 10,
      description:
        'Connections to the database per process; requests of one user may use half of them at a time.',
    }),
    STREAM_POOL_SIZE: Type.Integer({
      minimum: 2,
      maximum: 1000,
      default: 6,
      description:
        'Additional connections to the database per process, for responses that are streamed because of their size; one user may use half of them.',
    }),
    SPOOL_SIZE: Type.Integer({
      minimum: 0,
      default: 2 * 2 ** 30,
      description:
        'Maximum bytes of responses buffered on disk (folder spool under VAR) for clients that read slowly, per process; one user may use a quarter.',
    }),
    WEBHOOK_PRIVATE_ADDRESSES: Type.Boolean({
      default: false,
      description:
        'Also send webhooks to addresses of this machine and of private networks, such as 127.0.0.1 and 10.0.0.0/8. Users who may create webhooks can then make the service send requests to machines behind the firewall.',
    }),
    SLOW_READER_TIMEOUT: Type.Integer({
      minimum: 1,
      default: 120,
      description:
        'Timeout in seconds for a client to read 64 KB of a pending response; then the connection is closed.',
    }),
    UNREAD_ANSWERS: Type.Integer({
      minimum: 1,
      default: 50,
      description:
        'Maximum number of unread responses per user, or per address without a user, at a time; beyond it the oldest is canceled.',
    }),
    MAX_CONNECTIONS: Type.Integer({
      minimum: 10,
      default: 12_000,
      description:
        'Maximum number of open client connections per process; a further connection closes the one that has been idle longest, or is closed itself if none is idle.',
    }),
    EVENT_STREAMS: Type.Integer({
      minimum: 1,
      default: 10_000,
      description: 'Maximum number of open event streams, and of requests that wait for a task, per process.',
    }),
    EVENT_STREAMS_PER_USER: Type.Integer({
      minimum: 1,
      default: 100,
      description: 'Maximum number of open event streams per user and process.',
    }),
    CORS_ORIGINS: Type.Array(Type.String(), {
      default: [],
      examples: [['https://portal.example.com']],
      description:
        'Origins of other web sites that may call the API. "*" means all; their pages may make changes only with an API key or token.',
    }),
    FRAME_ANCESTORS: Type.String({
      minLength: 1,
      default: "'self'",
      description:
        'Sites that may embed pages of the service in a frame, in the syntax of a content security policy.',
    }),
    METRICS_TOKEN: Type.Optional(
      Type.String({
        minLength: 16,
        examples: ['a random text of 16 characters or more'],
        description: 'Bearer token required by /metrics. Without it the metrics are public.',
      }),
    ),
    TRUST_PROXY: Type.Union([Type.Boolean(), Type.Array(Type.String())], {
      default: false,
      examples: [['127.0.0.1', '10.0.0.0/8']],
      description:
        'Proxies whose X-Forwarded headers are trusted: their addresses, or true if only proxies can reach the port.',
    }),
    SESSION_AGE: Type.Integer({
      minimum: 60,
      default: 7 * daySeconds,
      description:
        'Seconds without user activity after which a session expires: requests that a screen repeats by itself, and event streams, do not count.',
    }),
    API_KEY_MAX_AGE: Type.Integer({
      minimum: 1,
      default: 365,
      description: 'Maximum lifetime of an API key, in days.',
    }),
    JWT_SECRET: Type.Optional(
      Type.String({
        minLength: 32,
        examples: ['a random text of 32 characters or more'],
        description:
          'Secret that signs JSON web tokens. Without it a random secret is stored in the folder secrets under VAR.',
      }),
    ),
    LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      default: 'info',
      description: 'Minimum level of messages to log.',
    }),
    CHANGELOG_RETENTION: Type.Integer({
      minimum: 0,
      default: 365,
      description: 'Retention of the change log, in days; 0 = forever.',
    }),
    IDEMPOTENCY_HOURS: Type.Number({
      minimum: 1,
      default: 24,
      description: 'Retention of the response to a request with an Idempotency-Key, in hours.',
    }),
    TASK_CONCURRENCY: Type.Integer({
      minimum: 0,
      maximum: 64,
      default: 2,
      description:
        'Maximum number of tasks that a web server runs at the same time, each in its own process; 0 = none.',
    }),
    TASK_TIMEOUT: Type.Number({
      minimum: 0,
      default: 0,
      description: 'Timeout of a running task, in seconds; 0 = none.',
    }),
    TASK_GRACE: Type.Number({
      minimum: 0,
      default: 30,
      description: 'Seconds that running tasks have to finish when a worker stops.',
    }),
    TASK_RETENTION: Type.Integer({
      minimum: 0,
      default: 365,
      description: 'Retention of records and logs of tasks, in days; 0 = forever.',
    }),
    TASK_LOG_LIMIT: Type.Number({
      minimum: 0,
      default: 50,
      description:
        'Megabytes at which the log of a task is truncated, with a line that reports it; 0 = never.',
    }),
    ...securitySettings,
    ...livePlanSettings,
    ...signOnSettings,
    ...storeSettings,
    ...mailSettings,
    PROPOSALS_REQUIRED_FOR: Type.Record(Type.String(), Type.String({ minLength: 1 }), {
      default: {},
      examples: [{ 'input.supplier': 'purchasing', '*': 'planner' }],
      description: approvalsText,
    }),
    EXTENSIONS: Type.Array(Type.String(), {
      default: [],
      examples: [['./extensions/abc_classification', 'planning-extension-of-a-package']],
      description:
        'Extension modules: names of npm packages, or folders. "planctl migrate" creates their tables; "planctl extensions" lists them.',
    }),
    DATABASES: Type.Record(Type.String(), scenarioSettings, {
      default: {},
      description: 'Settings per scenario: UPLOADFILEFOLDER, SQL_ROLE and PROPOSALS_REQUIRED_FOR.',
    }),
  },
  { additionalProperties: false },
)

type Declared = Static<typeof settingsSchema>

/** Settings whose default depends on other settings or on the system. */
type Completed = 'LOGDIR' | 'UPLOADFILEFOLDER' | 'TIME_ZONE'

/** Effective settings; paths are absolute. */
export type Settings = Readonly<Declared & Required<Pick<Declared, Completed>>>

export const settingKeys: readonly string[] = Object.keys(settingsSchema.properties)

/** Settings that are masked in output. */
export const secretKeys: ReadonlySet<string> = new Set([
  'METRICS_TOKEN',
  'JWT_SECRET',
  'OIDC_PROVIDERS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SCENARIO_DATABASES',
  'EMAIL_HOST_PASSWORD',
  'FILES_SECRET_KEY',
])
