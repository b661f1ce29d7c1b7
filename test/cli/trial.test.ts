/** Tests requests to the plan on the command line. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { loadModel, type ModelRow, planScenario } from '../support/plans.ts'
import { planctl } from '../support/planctl.ts'
import { warmPlanctl } from '../support/warm-planctl.ts'

// Commands with input start processes, and all of them plan, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const row = (model: string, fields: ModelRow['fields']): ModelRow => ({ model, fields })

let test: TestDatabase
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planctl-trial-'))
  test = await createTestDatabase()
  const context = createTestContext(test.database)
  await loadModel(context, [
    row('common.parameter', { name: 'currentdate', value: '2026-01-05' }),
    row('input.location', { name: 'shop' }),
    row('input.supplier', { name: 'Parts Inc' }),
    row('input.item', { name: 'chair' }),
    row('input.itemsupplier', {
      item: 'chair',
      supplier: 'Parts Inc',
      location: 'shop',
      leadtime: '5 00:00:00',
    }),
    row('input.demand', { name: 'SO 1', item: 'chair', location: 'shop', quantity: 3, due: '2026-02-01' }),
  ])
  await planScenario(context)
})
afterAll(async () => {
  await test[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const run = (args: readonly string[], input?: string) => {
  const options = { cwd: folder, env: { DATABASE_URL: test.url, PLANCTL_VAR: join(folder, 'var') } }
  return input === undefined ? warmPlanctl(args, options) : planctl(args, { ...options, input })
}

const soon = [
  { entity: 'input.demand', action: 'update', key: 'SO 1', fields: { due: '2026-01-06T00:00:00' } },
]

const dueOf = async (): Promise<string | undefined> => {
  const { rows } = await test.database.query<{ due: string }>({
    text: `SELECT "due"::text AS "due" FROM "default"."demand" WHERE "name" = 'SO 1'`,
  })
  return rows[0]?.due
}

it('tries edits of a file or of standard input, and stores them only when asked to', async () => {
  await writeFile(join(folder, 'edits.json'), JSON.stringify({ edits: soon }))
  const tried = await run(['trial', '--edits=edits.json'])
  expect([tried.exitCode, tried.stderr]).toEqual([0, ''])
  expect(JSON.parse(tried.stdout)).toMatchObject({ demands: [{ name: 'SO 1', change: 'late' }] })
  expect(await dueOf()).toBe('2026-02-01 00:00:00')
  const accepted = await run(['trial', '--edits=-', '--accept'], JSON.stringify(soon))
  expect(JSON.parse(accepted.stdout)).toMatchObject({ accepted: { changeset: expect.any(Number) } })
  expect(await dueOf()).toBe('2026-01-06 00:00:00')
  const plans = await run(['plans', '--limit=1'])
  expect(JSON.parse(plans.stdout)).toMatchObject({
    current: { changes: { records: 0 } },
    plans: [{ figures: { late: 1 } }],
  })
})

it('promises a date', async () => {
  const { exitCode, stdout } = await run(['promise', 'chair', '2', '2026-03-01', '--location=shop'])
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ days_late: expect.any(Number), confidence: 'conditional' })
})

it('reads no more of standard input than edits may have', async () => {
  const { exitCode, stdout, stderr } = await run(['trial', '--edits=-'], ' '.repeat(4 * 2 ** 20))
  expect([exitCode, stdout]).toEqual([1, ''])
  expect(stderr).toContain('Standard input is larger than 1048576 bytes.')
  const missing = await run(['trial', '--edits=nowhere.json'])
  expect([missing.exitCode, missing.stderr]).toEqual([
    1,
    expect.stringContaining('nowhere.json cannot be read'),
  ])
})
