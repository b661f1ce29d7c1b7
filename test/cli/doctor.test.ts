import { once } from 'node:events'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkCertificates } from '../../src/http/doctor/certificate-checks.ts'
import {
  checkBackups,
  checkClock,
  checkReplication,
  checkSchema,
} from '../../src/http/doctor/database-checks.ts'
import { noAdditions } from '../../src/model/additions.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { planctl } from '../support/planctl.ts'
import { certificate, key } from '../support/smtp.ts'
import { withTempFolder } from '../support/temp-folder.ts'

let held: TestDatabase
beforeAll(async () => {
  held = await createTestDatabase()
})
afterAll(() => held[Symbol.asyncDispose]())

it('looks at everything, and says what to do', async () => {
  await withTempFolder(async (folder) => {
    const PLANCTL_DATABASES = '{"default": {}, "scenaro1": {}}'
    const env = { PLANCTL_VAR: folder, DATABASE_URL: held.url, PLANCTL_HOST: '0.0.0.0', PLANCTL_DATABASES }
    const { exitCode, stdout } = await planctl(['doctor', '--json'], { env, cwd: folder })
    const { findings } = JSON.parse(stdout)
    expect(new Set(findings.map(({ check }: { check: string }) => check))).toEqual(
      new Set([
        'installation',
        'settings',
        'disk',
        'database',
        'replication',
        'schema',
        'clock',
        'backup',
        'shared',
        'workers',
        'certificates',
      ]),
    )
    expect(findings).toContainEqual({ check: 'schema', state: 'ok', message: 'Up to date' })
    expect(findings).toContainEqual(
      expect.objectContaining({
        check: 'settings',
        state: 'warning',
        message: expect.stringMatching(
          /scenarios that do not exist: scenaro1\. Scenarios: default, scenario1/,
        ),
      }),
    )
    expect(findings).toContainEqual(expect.objectContaining({ check: 'backup', state: 'warning' }))
    expect(findings.filter(({ state }: { state: string }) => state === 'failed')).toEqual([])
    expect(exitCode).toBe(0)
  })
})

it('fails with what is wrong: a database that is not there, a folder that is none', detail, async () => {
  const env = { PLANCTL_VAR: '/dev/null/var', DATABASE_URL: 'postgres://nobody@127.0.0.1:9/planning' }
  const { exitCode, stdout, stderr } = await planctl(['doctor'], { env })
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(
    /FAILED +database +The database at 127\.0\.0\.1:9 cannot be reached: connect ECONNREFUSED/,
  )
  expect(stdout).toMatch(/FAILED +folders +VAR \/dev\/null\/var cannot be written .*Give the account/)
  expect(stdout).toContain('in DATABASE_URL. The other checks of the database were left out.')
  expect(stderr).toContain('checks have failed')
  const made = await planctl(['createdatabase'], { env })
  expect(made).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('connect ECONNREFUSED 127.0.0.1:9'),
  })
})

it('says what is wrong with the settings', async () => {
  const { exitCode, stdout } = await planctl(['doctor'], { env: { PLANCTL_PORT: 'many' } })
  expect(exitCode).toBe(1)
  expect(stdout).toMatch(/FAILED +settings .*PORT/s)
})

it('notices clocks that differ, old backups and missing schemas', async () => {
  const { database } = held
  expect((await checkClock(database))[0]).toMatchObject({ state: 'ok' })
  expect((await checkClock(database, () => Date.now() + 5_000))[0]).toMatchObject({ state: 'warning' })
  expect((await checkClock(database, () => Date.now() + 60_000))[0]).toMatchObject({ state: 'failed' })
  await database.query({
    text: `INSERT INTO control."task" ("name", "status", "submitted", "finished")
      VALUES ('backup', 'Done', LOCALTIMESTAMP - interval '3 days', LOCALTIMESTAMP - interval '3 days')`,
  })
  // Does not contain the data of production.
  await database.query({
    text: `INSERT INTO control."task" ("name", "status", "submitted", "finished", "scenario")
      VALUES ('backup', 'Done', LOCALTIMESTAMP, LOCALTIMESTAMP, 'scenario1')`,
  })
  expect((await checkBackups(database))[0]).toMatchObject({
    state: 'warning',
    message: { params: { days: '3.0' } },
  })
  await using empty = await createTestDatabase({ empty: true })
  expect(await checkSchema(empty.database, noAdditions)).toMatchObject([
    { state: 'failed', remedy: { code: 'check_create_database' } },
  ])
})

it('says when it may not read how far replicas are behind', () => {
  expect(checkReplication({ replicas: 0, lag: null })).toMatchObject({ state: 'ok' })
  expect(checkReplication({ replicas: 1, lag: 4_711 })).toMatchObject({ state: 'ok' })
  expect(checkReplication({ replicas: 1, lag: 2 ** 30 })).toMatchObject({ state: 'warning' })
  expect(checkReplication({ replicas: 1, lag: null })).toMatchObject({
    state: 'warning',
    remedy: { code: 'check_grant_stats' },
  })
})

it('notices certificates that end', async () => {
  const server = createServer({ key, cert: certificate }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = Object(server.address())
  const settings = { BASE_URL: `https://127.0.0.1:${address.port}`, OIDC_PROVIDERS: {} }
  const far = Date.now() + 200 * 365 * 24 * 3_600_000
  expect(await checkCertificates(settings, () => far)).toMatchObject([{ state: 'failed' }])
  expect(await checkCertificates(settings)).toMatchObject([
    { state: 'warning', message: { code: 'check_untrusted' } },
  ])
  server.close()
  expect(await checkCertificates(settings)).toMatchObject([
    { state: 'warning', message: { code: 'check_unreachable' } },
  ])
})
