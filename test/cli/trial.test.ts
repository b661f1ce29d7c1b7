/** Tests requests to the plan on the command line. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail } from '../support/detail.ts'
import { loadModel, type ModelRow, planScenario } from '../support/plans.ts'
import { planctl } from '../support/planctl.ts'
import { planctlOnTerminal } from '../support/planctl-terminal.ts'
import { isInstalled } from '../support/programs.ts'
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

const options = () => ({ cwd: folder, env: { DATABASE_URL: test.url, PLANCTL_VAR: join(folder, 'var') } })

const run = (args: readonly string[], input?: string) =>
  input === undefined ? warmPlanctl(args, options()) : planctl(args, { ...options(), input })

const onTerminal = (...args: readonly string[]): Promise<string> => planctlOnTerminal(args, options())

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

it('reads no more of standard input than edits may have', detail, async () => {
  const { exitCode, stdout, stderr } = await run(['trial', '--edits=-'], ' '.repeat(4 * 2 ** 20))
  expect([exitCode, stdout]).toEqual([1, ''])
  expect(stderr).toContain('Standard input is larger than 1048576 bytes.')
  const missing = await run(['trial', '--edits=nowhere.json'])
  expect([missing.exitCode, missing.stderr]).toEqual([
    1,
    expect.stringContaining('nowhere.json cannot be read'),
  ])
})

it('names the file that holds no JSON, and the fields of a promise without an edit', detail, async () => {
  await writeFile(join(folder, 'broken.json'), 'a;b')
  const broken = await run(['trial', '--edits=broken.json'])
  expect([broken.exitCode, broken.stderr]).toEqual([
    1,
    expect.stringContaining(`broken.json holds no JSON: Unexpected token 'a'`),
  ])
  const unknown = await run(['promise', 'sofa', '2', '2026-03-01'])
  expect([unknown.exitCode, unknown.stdout]).toEqual([1, ''])
  expect(unknown.stderr).toMatch(/^planctl: item: Invalid pk "sofa"/)
})

describe.runIf(isInstalled('script'))('on a terminal', () => {
  it(
    'a trial is tables of key figures, sales orders and orders, and says what was stored',
    detail,
    async () => {
      await writeFile(
        join(folder, 'more.json'),
        JSON.stringify([{ entity: 'input.demand', action: 'update', key: 'SO 1', fields: { quantity: 5 } }]),
      )
      const shown = await onTerminal('trial', '--edits=more.json', '--accept')
      expect(shown).toMatch(
        /^KEY FIGURE +BEFORE +AFTER +CHANGE\r\nOrders on time +0 +0\r\nOrders late +1 +1\r\n/,
      )
      expect(shown).toContain('No sales order changes its delivery date.')
      expect(shown).toMatch(/ORDER +CHANGE +OPERATION OR ITEM +BEFORE +AFTER\r\n/)
      expect(shown).toMatch(
        /Saved in the plan\. Change set \d+\. Orders moved: \d · added: \d · dropped: \d\r\n$/,
      )
      expect(shown).not.toContain('{')
    },
  )

  it('a trial lists the sales orders that change, with dates, lateness and reasons', detail, async () => {
    await writeFile(
      join(folder, 'later.json'),
      JSON.stringify([
        { entity: 'input.demand', action: 'update', key: 'SO 1', fields: { due: '2026-02-01T00:00:00' } },
      ]),
    )
    expect(await onTerminal('trial', '--edits=later.json')).toMatch(
      /Sales orders \(1\)\r\n +SALES ORDER +CHANGE +ITEM +DUE +DELIVERY +LATENESS\S* +WHY\r\n +SO 1 +on time again +chair +2026-02-01 +2026-01-10 → 2026-02-01 +4 days late → on time/,
    )
  })

  it('a promise is sentences and deliveries', detail, async () => {
    const shown = await onTerminal('promise', 'chair', '2', '2026-01-07', '--location=shop')
    expect(shown).toMatch(/^Delivered 2026-01-\d\d, \d days after the due date\.\r\nConditional: /)
    expect(shown).toMatch(/Deliveries\r\n +DATE +QUANTITY\r\n +2026-01-\d\d +2\r\n/)
    expect(shown).toContain('What prevents an earlier delivery\r\n  purchasing lead time: ')
    expect(shown).toContain('No other sales order is delayed.')
  })

  it('remedies are a numbered list, the best first, with the limits', detail, async () => {
    const shown = await onTerminal('remedies', 'SO 1')
    expect(shown).toContain('Searching for remedies …')
    expect(shown).toMatch(/SO 1: 2026-01-\d\d, \d days late\r\n/)
    expect(shown).toMatch(/Limited by:\r\n {2}purchasing lead time: /)
    expect(shown).not.toContain('{')
  })

  it('prints JSON on request', detail, async () => {
    const args = ['promise', 'chair', '2', '2026-03-01', '--location=shop', '--json']
    expect(JSON.parse(await onTerminal(...args))).toMatchObject({ confidence: 'conditional' })
    const lines = (await onTerminal('remedies', 'SO 1', '--json')).trim().split('\r\n')
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ demand: 'SO 1', ranks: expect.any(Array) })
  })
})
