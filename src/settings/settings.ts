/**
 * The settings of an installation: names, types, defaults and descriptions. File, environment, messages and
 * documentation are derived from this declaration.
 */
import { Type } from 'typebox'
import { languages } from '../model/labels/languages.ts'
import { livePlanSettings } from './live-plan-settings.ts'
import { mailSettings } from './mail-settings.ts'
import { defaultFolder } from './places.ts'
import { securitySettings } from './security-settings.ts'
import { signOnSettings } from './sign-on-settings.ts'

const daySeconds = 24 * 3600

const approvalsText =
  'Entities of which proposals need an approval before they are applied, each with the group whose members give it; "*" stands for all others. Authors never approve their own.'

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
      description: 'TCP port of the web server; 0 takes any free one.',
    }),
    HOST: Type.String({
      minLength: 1,
      default: '127.0.0.1',
      description: 'Address the web server listens on. 0.0.0.0 opens it to the network: put TLS in front.',
    }),
    DATABASE_URL: Type.Optional(
      Type.String({
        pattern: '^postgres(ql)?://',
        examples: ['postgres://user:password@host:5432/planning'],
        description:
          'PostgreSQL 16 or later. Without it the service brings and runs a server of its own. The environment variable DATABASE_URL works as well. Several hosts are separated by commas; the one that takes writes is used.',
      }),
    ),
    DATABASE_DIRECT_URL: Type.Optional(
      Type.String({
        pattern: '^postgres(ql)?://',
        examples: ['postgres://user:password@host:5432/planning'],
        description:
          'Address of the PostgreSQL server itself, where DATABASE_URL leads to a pooler such as PgBouncer. Notifications and session locks use it.',
      }),
    ),
    DATABASE_READ_URL: Type.Optional(
      Type.String({
        pattern: '^postgres(ql)?://',
        examples: ['postgres://user:password@replica:5432/planning'],
        description:
          'Streaming replicas that answer lists and reports once they have everything that was saved before; several hosts are separated by commas. Name them past a pooler.',
      }),
    ),
    DATABASE_READ_WAIT: Type.Number({
      minimum: 0,
      maximum: 60,
      default: 0.1,
      description: 'Seconds that a list waits for a replica to catch up; then the primary answers.',
    }),
    DATABASE_ARCHIVE: Type.Optional(
      Type.String({
        minLength: 1,
        examples: ['/mnt/backup/planning'],
        description:
          'Folder, best on another disk, in which the database that comes along keeps its log and base backups, so that it can be put back to any moment. More is then written to disk.',
      }),
    ),
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
          'Folder for files to import and exported ones, a sub-folder per scenario. Default: upload under VAR.',
      }),
    ),
    TIME_ZONE: Type.Optional(
      Type.String({
        minLength: 1,
        examples: ['Europe/Brussels'],
        description: 'IANA name of the zone of planning time. Default: the zone of the system.',
      }),
    ),
    LANGUAGE_CODE: Type.Enum(
      languages.map(({ code }) => code),
      { default: 'en', description: 'Language for those who have chosen none.' },
    ),
    CSV_CHARSET: Type.String({
      minLength: 1,
      default: 'utf-8',
      description: 'Character encoding of CSV files, such as utf-8 or windows-1252.',
    }),
    DATE_STYLE: Type.Enum(['YYYY-MM-DD', 'DD-MM-YYYY', 'MM-DD-YYYY'], {
      default: 'YYYY-MM-DD',
      description: 'Order of day and month in imported files. YYYY-MM-DD is always understood.',
    }),
    CSV_ESCAPE_FORMULAS: Type.Boolean({
      default: false,
      description:
        'Put an apostrophe before text of exported CSV files that a spreadsheet program would take for a formula.',
    }),
    MAX_FILE_SIZE: Type.Integer({
      minimum: 1,
      default: 4 * 2 ** 30,
      description: 'Largest file that may be uploaded into the folder of a scenario, in bytes.',
    }),
    MAX_FOLDER_SIZE: Type.Integer({
      minimum: 1,
      default: 32 * 2 ** 30,
      description:
        'Bytes that the files in the upload folder of a scenario may take together; beyond, uploads are refused.',
    }),
    SUPPORT_ACCOUNTS: Type.Array(Type.String(), {
      default: [],
      description: 'Names of the users who may make and download backups.',
    }),
    CREATE_MISSING_REFERENCES: Type.Array(Type.String({ pattern: '^[a-z]+\\.[a-z]+$' }), {
      default: ['input.location', 'input.customer', 'input.item', 'input.supplier'],
      description:
        'Entities whose records are created with just a name when another record refers to one that is missing.',
    }),
    UNKNOWN_FILTERS: Type.Enum(['ignore', 'reject'], {
      default: 'ignore',
      description:
        'What becomes of a parameter of a list that is no field and no option, such as a misspelt filter: ignored and named in the answer, or rejected with 400.',
    }),
    MAX_BODY_SIZE: Type.Integer({
      minimum: 1024,
      default: 512 * 2 ** 20,
      description: 'Largest body of a request, in bytes.',
    }),
    MAX_BODY_MEMORY: Type.Integer({
      minimum: 1024,
      default: 256 * 2 ** 20,
      description:
        'Bytes of bodies held in memory at a time, all requests together; one user has half of them. One body at a time may go beyond the half of its user, up to as many bytes as these. NDJSON needs none.',
    }),
    MAX_RECORD_SIZE: Type.Integer({
      minimum: 1024,
      default: 2 ** 20,
      description: 'Largest record, and largest body of a request about one object, in bytes.',
    }),
    MAX_BODY_VALUES: Type.Integer({
      minimum: 1000,
      default: 20_000_000,
      description: 'Most values and names in the JSON body of a request; NDJSON is not limited.',
    }),
    MAX_BODIES_PER_USER: Type.Integer({
      minimum: 1,
      default: 100,
      description: 'Bodies of one user that may be on their way at a time; a fifth as many with files.',
    }),
    MIN_BODY_RATE: Type.Integer({
      minimum: 1,
      default: 1000,
      description: 'Bytes per second, over 30 seconds, below which a body of a signed-in user is given up.',
    }),
    STATEMENT_TIMEOUT: Type.Number({
      minimum: 0,
      default: 300,
      description: 'Seconds after which a reading query is given up; 0 = never.',
    }),
    COUNT_TIMEOUT: Type.Number({
      minimum: 0,
      default: 0.25,
      description:
        'Seconds that counting a list may take before X-Total-Count is estimated, unless a request prefers an exact one; 0 = always exact.',
    }),
    POOL_SIZE: Type.Integer({
      minimum: 3,
      maximum: 1000,
      default: 10,
      description:
        'Connections to the database per process; requests of one user take half of them at a time.',
    }),
    STREAM_POOL_SIZE: Type.Integer({
      minimum: 2,
      maximum: 1000,
      default: 6,
      description:
        'Further connections to the database per process, for answers too large to be sent at once; one user has half of them at most.',
    }),
    SPOOL_SIZE: Type.Integer({
      minimum: 0,
      default: 2 * 2 ** 30,
      description:
        'Bytes of answers that may wait on the disk (folder spool under VAR) for clients that read slowly, per process; one user has a quarter at most.',
    }),
    WEBHOOK_PRIVATE_ADDRESSES: Type.Boolean({
      default: false,
      description:
        'Send webhooks to addresses of this machine and of private networks too, such as 127.0.0.1 and 10.0.0.0/8. Whoever may create webhooks can then make the service send requests to machines behind the firewall.',
    }),
    SLOW_READER_TIMEOUT: Type.Integer({
      minimum: 1,
      default: 120,
      description:
        'Seconds in which a client must read 64 KB of an answer that waits for it; otherwise the connection is closed.',
    }),
    UNREAD_ANSWERS: Type.Integer({
      minimum: 1,
      default: 50,
      description:
        'Answers that one user, or one address without a user, may leave unread at a time; beyond, the oldest is given up.',
    }),
    MAX_CONNECTIONS: Type.Integer({
      minimum: 10,
      default: 12_000,
      description:
        'Connections of clients open at a time, per process; one more ends the one that has been idle longest, or is closed if none is idle.',
    }),
    EVENT_STREAMS: Type.Integer({
      minimum: 1,
      default: 10_000,
      description: 'Streams of events open at a time, per process, and requests that wait for a task.',
    }),
    EVENT_STREAMS_PER_USER: Type.Integer({
      minimum: 1,
      default: 100,
      description: 'Streams of events that one user may have open at a time, per process.',
    }),
    CORS_ORIGINS: Type.Array(Type.String(), {
      default: [],
      examples: [['https://portal.example.com']],
      description: 'Origins of other web sites whose pages may call the API.',
    }),
    FRAME_ANCESTORS: Type.String({
      minLength: 1,
      default: "'self'",
      description: 'Sites that may show pages of the service in a frame, as in a content security policy.',
    }),
    METRICS_TOKEN: Type.Optional(
      Type.String({
        minLength: 16,
        examples: ['a random text of 16 characters or more'],
        description: 'Bearer token that /metrics asks for. Without it the metrics are open.',
      }),
    ),
    TRUST_PROXY: Type.Union([Type.Boolean(), Type.Array(Type.String())], {
      default: false,
      examples: [['127.0.0.1', '10.0.0.0/8']],
      description:
        'Proxies whose X-Forwarded headers are believed: their addresses, or true if nobody else can reach the port.',
    }),
    SESSION_AGE: Type.Integer({
      minimum: 60,
      default: 7 * daySeconds,
      description: 'Seconds without a request after which a login ends.',
    }),
    API_KEY_MAX_AGE: Type.Integer({
      minimum: 1,
      default: 365,
      description: 'Longest life of an API key, in days.',
    }),
    JWT_SECRET: Type.Optional(
      Type.String({
        minLength: 32,
        examples: ['a random text of 32 characters or more'],
        description:
          'Secret with which JSON web tokens are signed. Without it a random one is kept in the folder secrets under VAR.',
      }),
    ),
    LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      default: 'info',
      description: 'The least important messages to log.',
    }),
    CHANGELOG_RETENTION: Type.Integer({
      minimum: 0,
      default: 365,
      description: 'Days for which the log of changes is kept; 0 = for ever.',
    }),
    IDEMPOTENCY_HOURS: Type.Number({
      minimum: 1,
      default: 24,
      description: 'Hours for which the answer to a request with an Idempotency-Key is kept.',
    }),
    TASK_CONCURRENCY: Type.Integer({
      minimum: 0,
      maximum: 64,
      default: 2,
      description: 'Tasks that a web server runs at the same time, each in its own process; 0 = none.',
    }),
    TASK_TIMEOUT: Type.Number({
      minimum: 0,
      default: 0,
      description: 'Seconds after which a task that still runs fails; 0 = never.',
    }),
    TASK_GRACE: Type.Number({
      minimum: 0,
      default: 30,
      description: 'Seconds that running tasks have to finish when a worker stops.',
    }),
    TASK_RETENTION: Type.Integer({
      minimum: 0,
      default: 365,
      description: 'Days for which records and logs of tasks are kept; 0 = for ever.',
    }),
    TASK_LOG_LIMIT: Type.Number({
      minimum: 0,
      default: 50,
      description: 'Megabytes at which the log of a task is cut, with a line that says so; 0 = never.',
    }),
    ...securitySettings,
    ...livePlanSettings,
    ...signOnSettings,
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
        'Extension modules: names of npm packages, or folders. "planctl migrate" makes their tables; "planctl extensions" shows them.',
    }),
    DATABASES: Type.Record(Type.String(), scenarioSettings, {
      default: {},
      description: 'Settings per scenario: UPLOADFILEFOLDER, SQL_ROLE and PROPOSALS_REQUIRED_FOR.',
    }),
  },
  { additionalProperties: false },
)

type Declared = Type.Static<typeof settingsSchema>

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
  'EMAIL_HOST_PASSWORD',
])
