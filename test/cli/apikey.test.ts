/** Tests API keys on the command line. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import type { Outcome } from '../support/planctl.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

let test: TestDatabase
let folder: string

beforeAll(async () => {
  test = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'planctl-apikey-'))
  await run(['createsuperuser', 'ann'])
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Outcome> =>
  warmPlanctl(args, {
    cwd: folder,
    env: {
      DATABASE_URL: test.url,
      PLANCTL_VAR: join(folder, 'var'),
      PLANCTL_PASSWORD: 'correct horse 42',
      ...env,
    },
  })

const keys = async (): Promise<readonly unknown[]> => {
  const list: unknown = JSON.parse((await run(['apikey', 'list', '--user=ann'])).stdout)
  return Array.isArray(list) ? list : []
}

it('creates a key, lists it without its secret, and revokes it', async () => {
  const made = await run(['apikey', 'create', 'erp', '--user=ann', '--scope=read', '--scenarios=default'])
  expect([made.exitCode, made.stdout]).toEqual([0, expect.stringMatching(/^plk_\S+\n$/)])
  expect(await keys()).toEqual([
    expect.objectContaining({ name: 'erp', scope: 'read', scenarios: 'default' }),
  ])
  const id = /^Key (\d+) of ann/.exec(made.stderr)?.[1] ?? ''
  expect(await run(['apikey', 'revoke', id])).toMatchObject({
    exitCode: 0,
    stderr: `Key ${id} is revoked.\n`,
  })
  expect(await keys()).toEqual([])
})

it('tells the end of a key in the time zone of the service, and rejects one that is too late', async () => {
  const zone = { PLANCTL_TIME_ZONE: 'Asia/Tokyo' }
  const made = await run(['apikey', 'create', 'night', '--user=ann', '--days=1'], zone)
  const end = /ends (\S+ \S+)\. /.exec(made.stderr)?.[1] ?? ''
  const hours = (Date.parse(`${end.replace(' ', 'T')}:00+09:00`) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(23.9)
  expect(hours).toBeLessThanOrEqual(24)
  await run(['apikey', 'revoke', /^Key (\d+) of ann/.exec(made.stderr)?.[1] ?? ''])
  const late = await run(['apikey', 'create', 'erp', '--user=ann', '--days=400'])
  expect([late.exitCode, late.stderr]).toEqual([
    2,
    expect.stringMatching(/--days=400 is more than the 365 days of the setting API_KEY_MAX_AGE/),
  ])
})

it('makes no key that is limited to what does not exist, and names it', async () => {
  const entity = await run(['apikey', 'create', 'erp', '--user=ann', '--entities=input.nothing'])
  expect([entity.exitCode, entity.stderr]).toEqual([
    1,
    expect.stringMatching(/^planctl: entities: .*"input\.nothing"/),
  ])
  const scenario = await run(['apikey', 'create', 'erp', '--user=ann', '--scenarios=default,scenari1'])
  expect([scenario.exitCode, scenario.stderr]).toEqual([
    2,
    'planctl: --scenarios must be some of default, scenario1, scenario2, scenario3, not "scenari1".\n',
  ])
  expect(await keys()).toEqual([])
})

it('says which key it cannot revoke', async () => {
  expect(await run(['apikey', 'revoke', '99'])).toMatchObject({
    exitCode: 1,
    stderr: 'planctl: There is no key 99. planctl apikey list shows the keys.\n',
  })
})
