/** The documentation page of all settings, generated from their declarations. */
import { scenarioSettings, secretKeys, settingsSchema } from './settings.ts'

const introduction = `# Settings

The service reads settings from \`settings.toml\` in the folder in which it is started, or from the file in the variable
\`PLANCTL_SETTINGS\`. The [packaged file](../settings.toml) contains all settings, commented out at their defaults. This page is generated
from their declaration (\`npm run docs\`).

- Environment variables override the file: \`PLANCTL_<SETTING>\`, such as \`PLANCTL_PORT=9000\`. An empty variable counts as unset.
  Write lists as \`a,b\` or as JSON, tables as JSON, yes and no as \`true\` and \`false\`.
- Relative paths are relative to the folder of the file; in a variable, to the working folder.
- \`planctl settings\` shows the effective values and their origins; secrets are masked. Invalid settings are all reported together, with
  their origins, before anything starts.
- Processes read the settings when they start: restart the server and the workers after a change.

Variables that are not settings: \`PLANCTL_SETTINGS\` (the file), \`PLANCTL_PASSWORD\` (for \`createsuperuser\` and \`changepassword\`),
\`PLANCTL_API_KEY\` (for \`mcp\`),
\`PLANCTL_ADMIN_PASSWORD\` (of the demo's administrator).`

/** Groups of settings in the sequence of the page. The page fails if a setting belongs to no group. */
const groups: readonly (readonly [title: string, keys: readonly string[]])[] = [
  [
    'Server',
    [
      'HOST',
      'PORT',
      'BASE_URL',
      'BASE_PATH',
      'ALLOWED_HOSTS',
      'TRUST_PROXY',
      'HSTS_MAX_AGE',
      'CORS_ORIGINS',
      'FRAME_ANCESTORS',
      'METRICS_TOKEN',
      'UPGRADE_GRACE',
      'LOG_LEVEL',
    ],
  ],
  [
    'State and folders',
    [
      'VAR',
      'LOGDIR',
      'UPLOADFILEFOLDER',
      'MAX_FILE_SIZE',
      'MAX_FOLDER_SIZE',
      'MIN_FREE_DISK',
      'FILES_URL',
      'FILES_ENDPOINT',
      'FILES_REGION',
      'FILES_PATH_STYLE',
      'FILES_ACCESS_KEY',
      'FILES_SECRET_KEY',
      'FILES_PRESIGNED',
    ],
  ],
  [
    'Database',
    [
      'DATABASE_URL',
      'DATABASE_DIRECT_URL',
      'DATABASE_READ_URL',
      'DATABASE_READ_WAIT',
      'SCENARIO_DATABASES',
      'DATABASE_ARCHIVE',
      'POOL_SIZE',
      'STREAM_POOL_SIZE',
      'STATEMENT_TIMEOUT',
      'SEARCH_TIMEOUT',
      'COUNT_TIMEOUT',
    ],
  ],
  [
    'Long answers and streams',
    [
      'SPOOL_SIZE',
      'SLOW_READER_TIMEOUT',
      'UNREAD_ANSWERS',
      'MAX_CONNECTIONS',
      'EVENT_STREAMS',
      'EVENT_STREAMS_PER_USER',
      'WEBHOOK_PRIVATE_ADDRESSES',
      'MCP_CALLS',
      'MCP_CALLS_PER_USER',
    ],
  ],
  ['Scenarios', ['DATABASES']],
  ['Language and time', ['LANGUAGE_CODE', 'TIME_ZONE']],
  ['Files', ['CSV_CHARSET', 'DATE_STYLE', 'CSV_ESCAPE_FORMULAS', 'CREATE_MISSING_REFERENCES']],
  [
    'Requests and records',
    [
      'UNKNOWN_FILTERS',
      'MAX_BODY_SIZE',
      'MAX_BODY_MEMORY',
      'MAX_RECORD_SIZE',
      'MAX_BODY_VALUES',
      'MIN_BODY_RATE',
      'MAX_BODIES_PER_USER',
      'IDEMPOTENCY_HOURS',
      'CHANGELOG_RETENTION',
    ],
  ],
  [
    'Users',
    [
      'SESSION_AGE',
      'API_KEY_MAX_AGE',
      'OIDC_PROVIDERS',
      'AUTH_PROXY_HEADER',
      'SECOND_FACTOR_REQUIRED_FOR',
      'BASIC_WITH_SECOND_FACTOR',
      'JWT_SECRET',
      'JWT_MAX_AGE',
      'JWT_AUDIENCE',
      'JWT_ISSUER',
      'SUPPORT_ACCOUNTS',
    ],
  ],
  [
    'Trials of plans',
    ['LIVE_PLANS', 'LIVE_PLAN_MEMORY', 'LIVE_PLAN_IDLE', 'LIVE_PLAN_TIMEOUT', 'LIVE_PLAN_QUESTIONS'],
  ],
  ['Proposals', ['PROPOSALS_REQUIRED_FOR']],
  ['Tasks', ['TASK_CONCURRENCY', 'TASK_TIMEOUT', 'TASK_GRACE', 'TASK_RETENTION', 'TASK_LOG_LIMIT']],
  [
    'Mail',
    [
      'EMAIL_HOST',
      'EMAIL_PORT',
      'EMAIL_USE_TLS',
      'EMAIL_USE_SSL',
      'EMAIL_HOST_USER',
      'EMAIL_HOST_PASSWORD',
      'EMAIL_CA_FILE',
      'EMAIL_TIMEOUT',
      'EMAIL_MAX_SIZE',
      'DEFAULT_FROM_EMAIL',
      'EMAIL_SENDERS',
      'EMAIL_RECIPIENTS',
    ],
  ],
  ['Extensions', ['EXTENSIONS']],
]

const scenarioExample = `Some settings have values per scenario, in a section of the file:

\`\`\`toml
[DATABASES.scenario1]
UPLOADFILEFOLDER = "/srv/planning/scenario1"
SQL_ROLE = "planning_import"
PROPOSALS_REQUIRED_FOR = { "input.supplier" = "purchasing" }
\`\`\`

or \`PLANCTL_DATABASES='{"scenario1": {"SQL_ROLE": "planning_import"}}'\`, which replaces all sections of the file.`

interface Described {
  readonly type?: unknown
  readonly description?: string
  readonly default?: unknown
  readonly examples?: unknown
  readonly enum?: unknown
  readonly anyOf?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly minLength?: unknown
}

/** Returns the page as Markdown. */
export function settingsPage(): string {
  const declared = new Map<string, Described>(Object.entries(settingsSchema.properties))
  const grouped = groups.flatMap(([, keys]) => keys)
  const lost = [...declared.keys()].filter((key) => !grouped.includes(key))
  const unknown = grouped.filter((key) => !declared.has(key))
  if (lost.length + unknown.length > 0) {
    throw new Error(
      `Settings without a group, or groups without their setting: ${[...lost, ...unknown].join(', ')}.`,
    )
  }
  const own = new Map<string, Described>(Object.entries(scenarioSettings.properties))
  const sections = groups.map(([title, keys]) => {
    const rows = keys.map((key) => settingRow(key, declared.get(key)!, own.has(key)))
    const extra = keys.includes('DATABASES')
      ? ['', scenarioExample, '', table(ownRows(own), 'Setting of a scenario')]
      : []
    return [`## ${title}`, '', table(rows, 'Setting'), ...extra].join('\n')
  })
  return `${[introduction, ...sections].join('\n\n')}\n`
}

const table = (rows: readonly string[], first: string): string =>
  [`| ${first} | Type | Default | Meaning |`, '| --- | --- | --- | --- |', ...rows].join('\n')

const ownRows = (own: ReadonlyMap<string, Described>): readonly string[] =>
  [...own].map(([key, schema]) =>
    row(`\`${key}\``, typeOf(schema), ownDefaults[key] ?? '–', schema.description ?? ''),
  )

const ownDefaults: Readonly<Record<string, string>> = {
  UPLOADFILEFOLDER: 'the sub-folder of the setting of this name',
  SQL_ROLE: 'none: `.sql` files are refused',
  PROPOSALS_REQUIRED_FOR: 'the setting of this name',
}

function settingRow(key: string, schema: Described, perScenario: boolean): string {
  const remarks = [
    (schema.description ?? '').replace(describedDefault, ''),
    ...exampleOf(key, schema),
    ...(perScenario ? ['A [scenario](#scenarios) may have its own.'] : []),
    ...(secretKeys.has(key) ? ['Shown masked.'] : []),
  ]
  const variables = [`PLANCTL_${key}`, ...(key === 'DATABASE_URL' ? [key] : [])]
  const named = [`\`${key}\``, ...variables.map((variable) => `<br>\`${variable}\``)].join('')
  return row(named, typeOf(schema), defaultOf(schema), remarks.join(' '))
}

const row = (...cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  object: 'table',
}

function typeOf(schema: Described): string {
  if (Array.isArray(schema.enum))
    return `one of ${schema.enum.map((value) => `\`${String(value)}\``).join(', ')}`
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((one: Described) => typeOf(one)).join(', or ')
  if (schema.type === 'array') return 'list of texts'
  const name = typeNames[String(schema.type)]
  if (name === undefined) throw new Error(`There is no word for a setting of type ${String(schema.type)}.`)
  return `${name}${rangeOf(schema)}`
}

const shown = (value: unknown): string => Number(value).toLocaleString('en')

function rangeOf({ minimum, maximum, minLength }: Described): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${shown(minimum)} to ${shown(maximum)}`
  if (minimum !== undefined) return `, at least ${shown(minimum)}`
  return typeof minLength === 'number' && minLength > 1 ? `, ${minLength} characters or more` : ''
}

/** The form in which a description states a default that depends on other settings or on the system. */
const describedDefault = / ?\bDefault: ([^.]+)\.$/

function defaultOf({ default: value, description = '' }: Described): string {
  if (value !== undefined) return `\`${JSON.stringify(value)}\``
  return describedDefault.exec(description)?.[1] ?? '–'
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

function exampleOf(key: string, { examples, default: fallback }: Described): readonly string[] {
  if (!Array.isArray(examples) || examples.length === 0 || secretKeys.has(key)) return []
  return fallback === undefined || fallback === false || isEmpty(fallback)
    ? [`Such as \`${JSON.stringify(examples[0])}\`.`]
    : []
}
