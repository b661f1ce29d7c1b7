/**
 * Tests the task `runplan` as users start it: over HTTP, on the command line, as a step; and rejected, canceled,
 * killed.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestContext } from '../support/database.ts'
import type { DataContext } from '../../src/data/context.ts'
import { detail } from '../support/detail.ts'
import { planctl } from '../support/planctl.ts'
import { emptyFactory, salesOrders } from '../support/factory.ts'
import { loadModel, type ModelRow, storedPlan } from '../support/plans.ts'
import { scale } from '../support/scale.ts'
import { saveSchedule, stepsOf } from '../support/schedules.ts'
import { idIn, startTaskServer, type TaskServer } from '../support/task-server.ts'
import { until } from '../support/wait.ts'
import { row } from '../support/workshop.ts'

// Tasks are separate processes.
vi.setConfig({ testTimeout: 180_000 })

let server: TaskServer
let context: DataContext

beforeAll(async () => {
  server = await startTaskServer()
  context = createTestContext(server.database)
  await server.startWorker()
  await loadModel(context, [...emptyFactory, ...orders])
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

const current = '2026-01-05'

/** Returns sales orders that are equally urgent; a search across priorities takes most of the time of a plan. */
const ofOnePriority = (rows: readonly ModelRow[]): readonly ModelRow[] =>
  rows.map(({ model, fields }) => ({ model, fields: { ...fields, priority: 1 } }))

/** Twenty sales orders that can wait for all they need, and four that wait for parts longer than they can. */
const orders = ofOnePriority(
  salesOrders(
    24,
    (index) => `SO-${index}`,
    (index) => (index < 4 ? `2026-01-0${6 + index}` : `2026-0${2 + (index % 4)}-${10 + (index % 15)}`),
  ),
)

/** Sales orders that wait for the bench too. To look for a good sequence then takes two seconds of each plan. */
const rush = ofOnePriority(
  salesOrders(
    12,
    (index) => `Rush-${index}`,
    (index) => `2026-01-1${index % 6}`,
  ),
)

const summed =
  /^24 sales orders planned: \d+ on time, [1-9]\d* late, \d+ short, [\d,]+ quantity-days late; proposals: /

const launch = async (parameters: string) => {
  const answer = await server.request('POST', `/execute/api/runplan/?${parameters}`)
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"taskid"')])
  return server.ended(idIn(answer))
}

/** Returns the quantity-days in the message of a plan. */
const lateness = ({ message }: { readonly message: string | null }): number =>
  Number(/([\d,]+) quantity-days late/.exec(message ?? '')?.[1]?.replaceAll(',', ''))

describe('runplan', () => {
  it('is launched over the web, sums the plan up in its log, and fills what the API gives out', async () => {
    const task = await launch(`constraint=capa,mfg_lt,po_lt&plantype=1&current=${current}&env=fcst,supply`)
    expect(task).toMatchObject({ status: 'Done', message: expect.stringMatching(summed) })
    const log = await server.log(task)
    for (const line of [
      /Constraints: capacity, manufacturing lead time, purchasing lead time\./,
      /Ignored in "env", since there are no such parts here: fcst\./,
      /Sales orders: \d+ on time \(\d+ %\), \d+ late, \d+ short/,
      /Lateness: [\d,]+ quantity-days\./,
      /Inventory value: [\d,]+ at the start, [\d,]+ on average\./,
      /Utilization: \d+ % of the capacity, at most \d+ % \(/,
      /Against the previous plan: [\d,]+ orders new, 0 moved, 0 dropped, 0 kept; inside the frozen horizon/,
    ]) {
      expect(log).toMatch(line)
    }
    for (const path of [
      'input/purchaseorder/?status=proposed',
      'input/manufacturingorder/?status=proposed',
      'input/workorder/?status=proposed',
      'input/distributionorder/?status=proposed',
      'input/deliveryorder/',
      'input/operationplanmaterial/',
      'input/operationplanresource/',
      'output/problem/',
      'output/constraint/',
      'output/resourcesummary/',
    ]) {
      const { json } = await server.request(
        'GET',
        `/api/${path}${path.includes('?') ? '&' : '?'}format=json&limit=2`,
      )
      expect([path, json]).toEqual([path, [expect.anything(), expect.anything()]])
    }
  })

  it('says which sales orders another plan makes late, and which it mends', detail, async () => {
    await launch(`current=${current}`)
    const { json } = await server.request(
      'GET',
      '/api/input/demand/?format=json&status=open&delay__lte=0&ordering=-due&limit=1&fields=name,due',
    )
    const [demand] = Array.isArray(json) ? json : []
    const path = `/api/input/demand/${encodeURIComponent(demand.name)}/`
    const told = async (due: string): Promise<string> => {
      const { status } = await server.request('PATCH', path, { body: { due } })
      expect(status).toBe(200)
      return server.log(await launch(`current=${current}`))
    }
    const against = 'Sales orders against the previous plan:'
    const urgent = await told('2026-01-05T00:00:00')
    expect(urgent).toMatch(
      new RegExp(`${against} \\d+ on time again, [1-9]\\d* newly late or short \\(.*${demand.name}`),
    )
    const moment = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d'
    expect(urgent).toMatch(
      new RegExp(`Delivered (earlier|later) than before: \\S+ \\(${moment} → ${moment}\\)`),
    )
    const asBefore = await told(demand.due)
    expect(asBefore).toMatch(new RegExp(`${against} [1-9]\\d* on time again, \\d+ newly late or short`))
    const same = await told(demand.due)
    expect(same).toContain(
      `${against} 0 on time again, 0 newly late or short; of the others 0 earlier, 0 later.`,
    )
    expect(same).not.toContain('than before')
  })

  it('says that a sales order is newly late or short if more of it was ordered since', detail, async () => {
    const before = await server.log(await launch(`current=${current}`))
    const [, onTime] = /Sales orders: ([1-9]\d*) on time/.exec(before) ?? []
    const { json } = await server.request(
      'GET',
      '/api/input/demand/?format=json&status=open&delay__lte=0&ordering=priority,due&limit=1&fields=name,quantity',
    )
    const [demand] = Array.isArray(json) ? json : []
    const path = `/api/input/demand/${encodeURIComponent(demand.name)}/`
    await server.request('PATCH', path, { body: { quantity: 5_000 } })
    const after = await server.log(await launch(`current=${current}`))
    const [, stillOnTime] = /Sales orders: (\d+) on time/.exec(after) ?? []
    const newlyLate = Number(onTime) - Number(stillOnTime)
    expect(newlyLate).toBeGreaterThan(0)
    expect(after).toContain(`0 on time again, ${newlyLate} newly late or short`)
    await server.request('PATCH', path, { body: { quantity: demand.quantity } })
    await launch(`current=${current}`)
  })

  it('gives the exports of the folder their content', async () => {
    const buckets = await server.ended(
      await server.launch('createbuckets', { start: '2025-12-01', end: '2027-12-31' }),
    )
    const task = await server.ended(await server.launch('exporttofolder'))
    expect([buckets.status, task.status]).toEqual(['Done', 'Done'])
    const folder = join(server.settings.UPLOADFILEFOLDER, 'default/export')
    for (const name of [
      'purchaseorder',
      'manufacturingorder',
      'deliveries',
      'problems',
      'operationplanmaterial',
    ]) {
      const lines = (await readFile(join(folder, `${name}.csv`), 'utf8')).split('\n')
      expect([name, lines.length > 3]).toEqual([name, true])
    }
  })

  it('takes former sums of constraints, and says which they are', detail, async () => {
    const sums = [
      [62, 'capacity, manufacturing lead time, purchasing lead time'],
      [6, 'capacity'],
      [0, 'none'],
      [1, 'manufacturing lead time, purchasing lead time'],
    ] as const
    for (const [sum, words] of sums.slice(0, scale({ short: 2, full: sums.length }))) {
      const task = await launch(`constraint=${sum}&current=${current}`)
      expect(await server.log(task)).toContain(`Constraints: ${words}.`)
    }
  })

  it('is refused while a parameter cannot be read, which nobody can save', async () => {
    const path = '/api/common/parameter/currentdate/'
    const before = (await server.request('GET', path)).json
    const refused = await server.request('PATCH', path, { body: { value: '01/12/2026' } })
    expect([refused.status, refused.json]).toMatchObject([
      400,
      { value: [expect.stringMatching(/^The parameter "currentdate" cannot be "01\/12\/2026"\. Write now/)] },
    ])
    const text = `UPDATE "default"."parameter" SET "value" = $1 WHERE "name" = 'currentdate'`
    await server.database.query({ text, values: ['01/12/2026'] })
    const launched = await server.request('POST', '/execute/api/runplan/')
    expect([launched.status, launched.text]).toEqual([
      400,
      expect.stringMatching(/currentdate.*01\/12\/2026.*now, today/),
    ])
    await server.database.query({ text, values: ['2026-01-05  00:00:00 AM'] })
    expect(await launch('plantype=1')).toMatchObject({ status: 'Done' })
    expect(await server.request('PATCH', path, { body: { value: 'today' } })).toMatchObject({ status: 200 })
    expect(before).toMatchObject({ name: 'currentdate' })
  })

  it('is a step of a schedule and a command', detail, async () => {
    await saveSchedule(server, {
      name: 'plan',
      steps: [{ task: 'runplan', arguments: { current, plantype: 2 } }],
    })
    const group = await server.ended(
      idIn(await server.request('POST', '/execute/api/scheduletasks/?schedule=plan')),
    )
    expect(group.status).toBe('Done')
    expect(await stepsOf(server, group.id)).toMatchObject([{ name: 'runplan', status: 'Done' }])
    const { exitCode, stdout } = await planctl(
      ['runplan', `--current=${current}`, '--constraints=capa,mfg_lt,po_lt'],
      {
        cwd: server.folder,
        env: { DATABASE_URL: server.url, PLANCTL_VAR: server.folder },
      },
    )
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(summed)])
  })

  it('spends a budget on making the plan better, and says what it has gained', detail, async () => {
    await loadModel(context, rush)
    const begun = Date.now()
    const task = await launch(`current=${current}&budget=2`)
    expect(Date.now() - begun).toBeGreaterThan(1_500)
    expect(await server.log(task)).toMatch(
      /Improved: [\d,]+ of [\d,]+ changes kept; late or short (\d+) → \d+, lateness [\d,]+ → [\d,]+ quantity-days/,
    )
  })

  it('tries so many changes, and a later plan keeps what they have gained', detail, async () => {
    const plain = await launch(`current=${current}`)
    const improved = await launch(`current=${current}&budget_steps=200`)
    expect(await server.log(improved)).toMatch(/Improved: [\d,]+ of (200|1\d\d) changes kept/)
    const again = await launch(`current=${current}`)
    expect(lateness(improved)).toBeLessThanOrEqual(lateness(plain))
    // A gain below half a percent does not justify another plan; both figures are rounded.
    expect(lateness(again)).toBeLessThanOrEqual(lateness(improved) * 1.005 + 1)
    expect(await server.log(again)).toMatch(
      /(The previous plan is kept and repaired|Planned anew): [\d,]+ quantity-days late/,
    )
  })

  it('is not later with more capacity', detail, async () => {
    const before = await launch(`current=${current}`)
    await server.database.query({ text: `UPDATE "default"."resource" SET "maximum" = "maximum" + 1` })
    const after = await launch(`current=${current}`)
    await server.database.query({ text: `UPDATE "default"."resource" SET "maximum" = "maximum" - 1` })
    expect(lateness(after)).toBeLessThanOrEqual(lateness(before) * 1.01)
    const back = await launch(`current=${current}`)
    expect(await server.log(back)).toMatch(
      /Later than the previous plan, which was [\d,]+ quantity-days late: [\d,]+ of its orders cannot be so early any more and [\d,]+ cannot be kept \(/,
    )
  })

  it.each([
    ['budget=1&budget-steps=5', /give one of budget and budget-steps/],
    ['constraint=speed', /"speed" is no constraint\. Write a list of capa, mfg_lt and po_lt, or none/],
    ['constraint=64', /"64" is not a sum of 4 \(capacity\)/],
    ['constraint=capa&constraints=po_lt', /the same as \\"constraints\\"|the same as "constraints"/],
    ['plantype=3', /plantype/],
    ['budget=-1', /budget/],
    ['current=monday', /"monday" is no date\. Write "now", "today" or a date such as/],
    ['speed=1', /Unknown parameter "speed"/],
  ])('refuses %s at once, and says what to write', detail, async (parameters, reason) => {
    const { status, json } = await server.request('POST', `/execute/api/runplan/?${parameters}`)
    expect([status, String(Object(json)['detail'])]).toEqual([400, expect.stringMatching(reason)])
  })
})

/** Returns enough sales orders for one machine to keep the planner busy for some seconds. */
function crowd(count: number): readonly ModelRow[] {
  return [
    row('location', { name: 'Hall' }),
    row('item', { name: 'Block' }),
    row('item', { name: 'Billet' }),
    row('supplier', { name: 'Mill' }),
    row('resource', { name: 'Press', maximum: 1 }),
    row('itemsupplier', { item: 'Billet', supplier: 'Mill', location: 'Hall', leadtime: '7 00:00:00' }),
    row('operation', {
      name: 'Press it',
      type: 'time_per',
      item: 'Block',
      location: 'Hall',
      duration_per: '00:07:00',
      sizemaximum: 3,
    }),
    row('operationmaterial', { operation: 'Press it', item: 'Block', quantity: 1, type: 'end' }),
    row('operationmaterial', { operation: 'Press it', item: 'Billet', quantity: -1 }),
    row('operationresource', { operation: 'Press it', resource: 'Press', quantity: 1 }),
    ...Array.from({ length: count }, (_, index) =>
      row('demand', {
        name: `Crowd ${index}`,
        item: 'Block',
        location: 'Hall',
        quantity: 1 + ((index * 7) % 11),
        due: new Date(Date.UTC(2026, 0, 12) + ((index * 7919) % 100_000) * 60_000).toISOString().slice(0, 19),
      }),
    ),
  ]
}

describe('a run that does not come to its end', () => {
  it('is canceled soon while it plans, and leaves the previous plan', detail, async () => {
    const scenario = createTestContext(server.database, { scenario: 'scenario1' })
    await loadModel(scenario, crowd(6_000))
    const before = await storedPlan(scenario)
    const id = await server.launch('runplan', { current }, 'scenario1')
    await server.untilTask(id, 'plans', ({ step }) => step === 'Planning')
    const asked = Date.now()
    const { status } = await server.request('POST', `/scenario1/execute/api/cancel/?id=${id}`)
    expect(status).toBe(202)
    const task = await server.ended(id)
    expect(task.status).toBe('Canceled')
    expect(Date.now() - asked).toBeLessThan(20_000)
    expect(await storedPlan(scenario)).toEqual(before)
  })

  it('is killed in the middle of storing, and leaves the previous plan', detail, async () => {
    const text = `UPDATE "default"."demand" SET "status" = 'canceled' WHERE "name" LIKE 'Rush-%'`
    await server.database.query({ text })
    expect((await launch(`current=${current}`)).status).toBe('Done')
    const before = await storedPlan(context)
    const blocker = await server.database.pool.connect()
    try {
      await blocker.query('BEGIN')
      await blocker.query(`SELECT FROM "default"."demand" FOR UPDATE`)
      const id = await server.launch('runplan', { current: '2026-01-08' })
      const waits = async (): Promise<boolean> => {
        const { rows } = await server.database.query({
          text: `SELECT FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`,
        })
        return rows.length > 0
      }
      await until('the run waits', waits, 90_000)
      process.kill(await server.processOf(id), 'SIGKILL')
      expect((await server.ended(id)).status).toBe('Failed')
    } finally {
      await blocker.query('ROLLBACK')
      blocker.release()
    }
    expect(await storedPlan(context)).toEqual(before)
    expect((await launch(`current=2026-01-08`)).status).toBe('Done')
    expect(await storedPlan(context)).not.toEqual(before)
  })
})
