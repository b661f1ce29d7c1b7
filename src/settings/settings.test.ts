import { readFile, stat, writeFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explainSettings, loadSettings } from './load-settings.ts'
import { createLogger } from './logger.ts'
import { sqlRole, uploadFolder } from './scenario-settings.ts'
import { installationSecret, jwtSecret } from './secrets.ts'
import { settingsFile } from './settings-file.ts'
import { settingKeys, type Settings } from './settings.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'))
})

afterAll(() => rm(folder, { recursive: true }))

/** Loads settings from the text of a file and an environment. */
async function load(toml: string, env: Record<string, string> = {}): Promise<Settings> {
  const cwd = await mkdtemp(join(folder, 'cwd-'))
  await writeFile(join(cwd, 'settings.toml'), toml)
  return loadSettings({ env, cwd })
}

const withEnv = (env: Record<string, string>): Settings => loadSettings({ env, cwd: folder })

describe('refused', () => {
  test.each([
    ['PORT', 'high', /PLANCTL_PORT: PORT must be integer, not "high"/],
    ['PORT', '70000', /must be <= 65535, not 70000/],
    ['POOL_SIZE', '1.5', /POOL_SIZE must be integer, not 1.5/],
    ['LANGUAGE_CODE', 'tlh', /must be one of "en", .*not "tlh"/],
    ['LOG_LEVEL', 'loud', /must be one of "trace", .*not "loud"/],
    ['TIME_ZONE', 'Mars/Olympus', /IANA name.*Europe\/Brussels/],
    ['TIME_ZONE', '+02:00', /IANA name/],
    ['CSV_CHARSET', 'klingon', /character encoding/],
    ['CORS_ORIGINS', 'https://a.example/path', /"https:\/\/a.example\/path" must be an origin/],
    ['FRAME_ANCESTORS', "'self'; script-src *", /separated by blanks/],
    ['TRUST_PROXY', '10.0.0.0/8,proxy', /"proxy" must be an IP address/],
    ['CREATE_MISSING_REFERENCES', 'location', /CREATE_MISSING_REFERENCES must have the form .* at 0/],
    ['DATABASE_URL', 'mysql://root@localhost/x', /DATABASE_URL must have the form \^postgres/],
    ['DATABASES', '{"scenario1": {"SQL_ROLL": "x"}}', /has an unknown key at scenario1.SQL_ROLL/],
    [
      'DATABASES',
      '{"Scenario1": {}}',
      /DATABASES "Scenario1" cannot name a scenario: use lower case letters/,
    ],
    ['DATABASES', '{"api": {}}', /DATABASES "api" cannot name a scenario/],
    ['POTR', '1', /unknown setting POTR. Do you mean PORT\?/],
  ])('%s=%s', (key, value, message) => {
    expect(() => withEnv({ [`PLANCTL_${key}`]: value })).toThrow(message)
  })

  test('a value of a secret is not repeated', () => {
    expect(() => withEnv({ PLANCTL_JWT_SECRET: 'too-short' })).toThrow(/must have at least 32 characters\.$/)
  })

  test('all problems at once, each with its place', async () => {
    const work = load('PORT = "x"\nUPLODFILEFOLDER = "y"\nPOOL_SIZE = 0', { PLANCTL_LOG_LEVEL: 'loud' })
    await expect(work).rejects.toMatchObject({ code: 'invalid_settings' })
    for (const part of [
      /settings.toml: PORT must/,
      /settings.toml: unknown setting UPLODFILEFOLDER. Do you mean UPLOADFILEFOLDER\?/,
      /settings.toml: POOL_SIZE must/,
      /PLANCTL_LOG_LEVEL: LOG_LEVEL must/,
    ]) {
      await expect(work).rejects.toThrow(part)
    }
  })

  test('contradictions together with invalid values, unless they concern one of these', async () => {
    const contradiction = 'EMAIL_HOST_PASSWORD = "secret"\n'
    await expect(load(`PORT = "x"\n${contradiction}`)).rejects.toThrow(/PORT must[^]*EMAIL_HOST_USER/)
    await expect(load(`EMAIL_HOST_USER = 1\n${contradiction}`)).rejects.toThrow(
      /valid:\n- [^\n]*EMAIL_HOST_USER must[^\n]*$/,
    )
    await expect(load(`EMAIL_HOST_USR = "planner"\n${contradiction}`)).rejects.toThrow(
      /valid:\n- [^\n]*Do you mean EMAIL_HOST_USER\?$/,
    )
    const variables = { PLANCTL_EMAIL_HOST_PASSWORD: 'secret' }
    await expect(load('EMAIL_HOST_USER = = 1', variables)).rejects.toThrow(
      /^(?![^]*EMAIL_HOST_PASSWORD needs)/,
    )
    const both = { PLANCTL_EMAIL_USE_TLS: '1', PLANCTL_EMAIL_USE_SSL: '1' }
    await expect(load('PORT = = 1', both)).rejects.toThrow(/EMAIL_USE_TLS and EMAIL_USE_SSL/)
  })

  test('a file that is not TOML, with the line, and one that was named but is missing', async () => {
    await expect(load('PORT = = 1')).rejects.toThrow(/settings.toml: [^]*PORT = = 1/)
    expect(() => withEnv({ PLANCTL_SETTINGS: 'nowhere.toml' })).toThrow(/nowhere.toml cannot be read/)
  })
})

describe('loaded', () => {
  test('defaults without file and environment', () => {
    expect(withEnv({})).toMatchObject({
      PORT: 8000,
      HOST: '127.0.0.1',
      VAR: join(folder, 'var'),
      LOGDIR: join(folder, 'var/log'),
      UPLOADFILEFOLDER: join(folder, 'var/upload'),
      TIME_ZONE: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      DATABASES: {},
    })
    expect(withEnv({}).DATABASE_URL).toBeUndefined()
  })

  test('the environment before the file; empty variables and those that are no settings do not count', async () => {
    const settings = await load('PORT = 1\nPOOL_SIZE = 3', {
      PLANCTL_PORT: '2',
      PLANCTL_POOL_SIZE: '',
      PLANCTL_PASSWORD: 'x',
      PORT: '5',
    })
    expect(settings).toMatchObject({ PORT: 2, POOL_SIZE: 3 })
  })

  test('lists, tables and booleans from the environment', () => {
    expect(
      withEnv({
        PLANCTL_SUPPORT_ACCOUNTS: 'ann, bob ,',
        PLANCTL_EXTENSIONS: '["a,b"]',
        PLANCTL_CREATE_MISSING_REFERENCES: '[]',
        PLANCTL_DATABASES: '{"scenario1": {"SQL_ROLE": "importer"}}',
        PLANCTL_TRUST_PROXY: 'Yes',
      }),
    ).toMatchObject({
      SUPPORT_ACCOUNTS: ['ann', 'bob'],
      EXTENSIONS: ['a,b'],
      CREATE_MISSING_REFERENCES: [],
      DATABASES: { scenario1: { SQL_ROLE: 'importer' } },
      TRUST_PROXY: true,
    })
    expect(withEnv({ PLANCTL_TRUST_PROXY: '::1,10.0.0.0/8' }).TRUST_PROXY).toEqual(['::1', '10.0.0.0/8'])
  })

  test('the address of the database by its plain name, unless ours is set', () => {
    const plain = { DATABASE_URL: 'postgres://a@h/x' }
    expect(withEnv(plain).DATABASE_URL).toBe('postgres://a@h/x')
    expect(withEnv({ ...plain, PLANCTL_DATABASE_URL: 'postgres://b@h/x' }).DATABASE_URL).toBe(
      'postgres://b@h/x',
    )
  })

  test('relative paths from the folder of whoever wrote them', async () => {
    await mkdir(join(folder, 'etc'), { recursive: true })
    await writeFile(
      join(folder, 'etc/s.toml'),
      'VAR = "v"\nUPLOADFILEFOLDER = "up"\n[DATABASES.scenario1]\nUPLOADFILEFOLDER = "own"\nSQL_ROLE = "r"',
    )
    const settings = withEnv({ PLANCTL_SETTINGS: 'etc/s.toml', PLANCTL_LOGDIR: 'logs' })
    expect(settings).toMatchObject({ VAR: join(folder, 'etc/v'), LOGDIR: join(folder, 'logs') })
    expect(uploadFolder(settings, 'default')).toBe(join(folder, 'etc/up/default'))
    expect(uploadFolder(settings, 'scenario1')).toBe(join(folder, 'etc/own'))
    expect([sqlRole(settings, 'scenario1'), sqlRole(settings, 'constructor')]).toEqual(['r', undefined])
  })
})

describe('explained', () => {
  test('every setting with its value and origin, secrets masked', async () => {
    await writeFile(
      join(folder, 'settings.toml'),
      'HOST = "0.0.0.0"\nMETRICS_TOKEN = "0123456789abcdef"\nTIME_ZONE = "UTC"',
    )
    const env = {
      PLANCTL_PORT: '9000',
      DATABASE_URL: 'postgres://ann:secret@db/x?sslmode=require',
      PLANCTL_JWT_SECRET: 'a secret that is long enough, at last',
    }
    const lines = explainSettings({ env, cwd: folder }).map(({ key, value, origin }) =>
      `${key} = ${value}  (${origin})`.replaceAll(folder, '<cwd>'),
    )
    await rm(join(folder, 'settings.toml'))
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('expected/effective-settings.txt')
  })

  test('further servers with masked passwords', () => {
    const PLANCTL_SCENARIO_DATABASES = JSON.stringify({ second: 'postgres://ann:secret@db2/x' })
    const found = explainSettings({ env: { PLANCTL_SCENARIO_DATABASES }, cwd: folder }).find(
      ({ key }) => key === 'SCENARIO_DATABASES',
    )
    expect(found?.value).toBe('{"second":"postgres://ann:********@db2/x"}')
  })

  test.each([
    [{ Second: 'postgres://db2/x' }, /small letters, digits and hyphens/],
    [{ main: 'postgres://db2/x' }, /not "main"/],
    [{ second: 'postgres://db2' }, /names no database/],
    [{ second: 'postgres://u@db/x' }, /SCENARIO_DATABASES.second is the same database as DATABASE_URL/],
    [{ a: 'postgres://db2/x', b: 'postgres://u@db2:5432/x' }, /SCENARIO_DATABASES.b is the same database/],
  ])('further servers %o are refused', (given, message) => {
    const PLANCTL_SCENARIO_DATABASES = JSON.stringify(given)
    const env = { DATABASE_URL: 'postgres://ann:secret@db/x', PLANCTL_SCENARIO_DATABASES }
    expect(() => loadSettings({ env, cwd: folder })).toThrow(message)
  })

  test('the documented file names every setting at its default and says what it is', async () => {
    const text = settingsFile()
    await expect(text).toMatchFileSnapshot('../../settings.toml')
    const uncommented = text.replaceAll(/^#(?! |$)/gm, '')
    expect(Object.keys(parse(uncommented))).toEqual(settingKeys)
    const optional =
      /^(METRICS_TOKEN|JWT_SECRET|JWT_AUDIENCE|JWT_ISSUER|BASE_URL|AUTH_PROXY_HEADER|DATABASE_URL|DATABASE_DIRECT_URL|DATABASE_ARCHIVE|DATABASE_READ_URL|DEFAULT_FROM_EMAIL|EMAIL_(HOST|PORT|CA_FILE)|FILES_(ENDPOINT|REGION|PATH_STYLE|ACCESS_KEY|SECRET_KEY)).*\n/gm
    const settings = await load(uncommented.replaceAll(optional, ''))
    const { VAR, LOGDIR, UPLOADFILEFOLDER, TIME_ZONE, TRUST_PROXY, DATABASES, ...plain } = settings
    const {
      VAR: _v,
      LOGDIR: _l,
      UPLOADFILEFOLDER: _u,
      TIME_ZONE: _t,
      DATABASES: _d,
      ...expected
    } = withEnv({})
    expect({ TRUST_PROXY, ...plain }).toEqual(expected)
    expect([LOGDIR, UPLOADFILEFOLDER]).toEqual([join(VAR, 'log'), join(VAR, 'upload')])
    expect([TIME_ZONE, Object.keys(DATABASES)]).toEqual(['Europe/Brussels', ['scenario1']])
  })
})

describe('secrets of the installation', () => {
  test('are made once, also by many at once, for their owner only', async () => {
    const VAR = join(folder, 'secrets-test')
    const many = await Promise.all(Array.from({ length: 20 }, () => installationSecret({ VAR }, 'thing')))
    expect(new Set(many).size).toBe(1)
    expect(many[0]!.length).toBeGreaterThanOrEqual(43)
    expect((await stat(join(VAR, 'secrets/thing'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(VAR, 'secrets'))).mode & 0o777).toBe(0o700)
    expect(await readFile(join(VAR, 'secrets/thing'), 'utf8')).toBe(many[0])
    expect(await installationSecret({ VAR }, 'other')).not.toBe(many[0])
  })

  test('are never empty: the file is named', async () => {
    const VAR = join(folder, 'empty-secret')
    await mkdir(join(VAR, 'secrets'), { recursive: true })
    await writeFile(join(VAR, 'secrets/jwt'), '\n')
    const file = join(VAR, 'secrets/jwt')
    await expect(installationSecret({ VAR }, 'jwt')).rejects.toMatchObject({
      code: 'invalid_settings',
      message: expect.stringContaining(`The file ${file} of a secret is empty.`),
    })
  })

  test('give way to the setting', async () => {
    expect(await jwtSecret({ VAR: folder, JWT_SECRET: 'given' })).toBe('given')
  })
})

test('the log is one JSON object per line, from the level on that was set', () => {
  const lines: string[] = []
  const logger = createLogger({ LOG_LEVEL: 'warn' }, { write: (line) => void lines.push(line) })
  logger.info('not important')
  logger.child({ request: 'r1' }).error({ err: new Error('boom') }, 'failed\nbadly')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 'error',
    message: 'failed\nbadly',
    request: 'r1',
    err: { message: 'boom' },
  })
})
