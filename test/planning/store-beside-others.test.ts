/** Tests what others read and do while a plan is stored, and what becomes of records that refer to proposals. */
import { describe, expect, it } from 'vitest'
import { defineField, type Field, type OnDelete } from '../../src/model/field.ts'
import { buildModel } from '../../src/model/model.ts'
import { runPlan } from '../../src/planning/run/run-plan.ts'
import { detail } from '../support/detail.ts'
import { loadModel, planScenario, storedPlan } from '../support/plans.ts'
import { processorClock } from '../support/processor-time.ts'
import { write } from '../support/records.ts'
import { until } from '../support/wait.ts'
import { openBench, parameter, row, workshop } from '../support/workshop.ts'

const { context, query, test } = openBench()

const promise = (onDelete: OnDelete): readonly Field[] => [
  defineField('promise', 'reference', {
    help: 'Order that was promised.',
    nullable: true,
    reference: { entity: 'input.purchaseorder', onDelete },
  }),
]

describe('what else refers to proposals', () => {
  it('loses the reference or goes, as its field says, and the change log tells', async () => {
    await loadModel(context(), workshop)
    await planScenario(context())
    const [proposal] = await query(
      `SELECT "reference" FROM "default"."operationplan" WHERE "type" = 'PO' LIMIT 1`,
    )
    for (const table of ['parameter', 'skill']) {
      await query(
        `ALTER TABLE "default"."${table}" ADD "promise" text COLLATE "C" REFERENCES "default"."operationplan" DEFERRABLE`,
      )
      await query(`INSERT INTO "default"."${table}" ("name", "promise") VALUES ('Promised', $1)`, [
        proposal?.['reference'],
      ])
    }
    const model = buildModel(
      new Map([
        ['common.parameter', promise('setNull')],
        ['input.skill', promise('cascade')],
      ]),
    )
    await planScenario({ ...context(), model })
    expect(
      await query(`SELECT "promise" FROM "default"."parameter" WHERE "name" = 'Promised'`),
      'a proposal that stays is still referred to',
    ).toEqual([{ promise: proposal?.['reference'] }])
    await write(context(), 'input.demand', [{ name: 'Soon', status: 'canceled' }])
    await query('DELETE FROM "default"."change"')
    await planScenario({ ...context(), model })
    expect(
      await query(`SELECT "name", "promise" FROM "default"."parameter" WHERE "name" = 'Promised'`),
    ).toEqual([{ name: 'Promised', promise: null }])
    expect(await query('SELECT "name" FROM "default"."skill"')).toEqual([])
    expect(await query('SELECT "entity", "action" FROM "default"."change" ORDER BY 1')).toEqual([
      { entity: 'common.parameter', action: 'change' },
      { entity: 'input.skill', action: 'delete' },
    ])
  })
})

/** Blocks the run when it locks sales orders, which is after planning. */
const beforeStoring = 'LOCK TABLE "default"."demand" IN ROW EXCLUSIVE MODE'
/** Blocks the run in the middle of storing. */
const whileStoring = `SELECT FROM "default"."demand" WHERE "name" = 'Soon' FOR UPDATE`

/** Runs the callback while a plan is blocked. */
async function whileHeldUp<Result>(
  where: string,
  run: () => Promise<Result>,
  meanwhile: () => Promise<unknown>,
): Promise<Result> {
  const blocker = await test().database.pool.connect()
  try {
    await blocker.query('BEGIN')
    await blocker.query(where)
    const running = run()
    // The caller awaits the same promise and receives its error.
    running.catch(() => undefined)
    await until('the run waits', async () => {
      const waiting = await query(
        `SELECT FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`,
      )
      return waiting.length > 0
    })
    await meanwhile()
    await blocker.query('COMMIT')
    return await running
  } finally {
    blocker.release()
  }
}

describe('others who work at the same time', () => {
  it('and delete what the plan refers to, are waited for: the plan is made again without it', async () => {
    await loadModel(context(), workshop)
    await whileHeldUp(
      `DELETE FROM "default"."itemsupplier" WHERE "supplier" = 'Frames Inc';
       DELETE FROM "default"."supplier" WHERE "name" = 'Frames Inc'`,
      () => planScenario(context()),
      () => Promise.resolve(),
    )
    expect(await query(`SELECT "type" FROM "default"."operationplan" WHERE "type" = 'PO'`)).toEqual([])
    expect(await query('SELECT FROM "default"."storedplan"')).toHaveLength(1)
  })

  it('read the previous plan, whole, until the new one is there', async () => {
    await loadModel(context(), workshop)
    await planScenario(context())
    const before = await storedPlan(context())
    await whileHeldUp(
      whileStoring,
      () => planScenario(context(), { current: '2026-02-01' }),
      async () => expect(await storedPlan(context())).toEqual(before),
    )
    expect(await storedPlan(context())).not.toEqual(before)
  })

  it('keep the previous plan when the run breaks in the middle of storing', async () => {
    await loadModel(context(), workshop)
    await planScenario(context())
    const before = await storedPlan(context())
    const broken = whileHeldUp(
      whileStoring,
      () => planScenario(context(), { current: '2026-02-01' }),
      () =>
        query(
          `SELECT pg_terminate_backend("pid") FROM pg_stat_activity
           WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`,
        ),
    )
    await expect(broken).rejects.toMatchObject({ code: 'database_unavailable' })
    expect(await storedPlan(context())).toEqual(before)
  })

  it('who cancel it in the middle of storing keep the previous plan, and are heard within a second', async () => {
    await loadModel(context(), workshop)
    await planScenario(context())
    const before = await storedPlan(context())
    const aborting = new AbortController()
    let processorMs: (() => number) | undefined
    const canceled = whileHeldUp(
      whileStoring,
      async () => {
        try {
          return await planScenario({ ...context(), signal: aborting.signal }, { current: '2026-02-01' })
        } finally {
          expect(processorMs?.()).toBeLessThan(1_000)
        }
      },
      async () => {
        processorMs = processorClock()
        aborting.abort()
        await until('nobody waits', async () => {
          const waiting = await query(
            `SELECT FROM pg_stat_activity WHERE "wait_event_type" = 'Lock' AND "datname" = current_database()`,
          )
          return waiting.length === 0
        })
      },
    )
    await expect(canceled).rejects.toMatchObject({ code: 'canceled' })
    expect(await storedPlan(context())).toEqual(before)
  })

  it(
    'who cancel it while the new plan is compared with the previous one keep the previous plan',
    detail,
    async () => {
      await loadModel(context(), workshop)
      await planScenario(context())
      const before = await storedPlan(context())
      const aborting = new AbortController()
      const canceled = runPlan(
        { ...context(), signal: aborting.signal },
        {
          plantype: 1,
          constraints: { capacity: true, manufacturingLeadTime: true, purchasingLeadTime: true },
          now: '2026-02-01T00:00:00',
          current: '2026-02-01',
        },
        {
          progress: (_, what) => {
            if (what === 'Comparing with the previous plan') aborting.abort()
          },
          log: () => undefined,
        },
      )
      await expect(canceled).rejects.toMatchObject({ code: 'canceled' })
      expect(await storedPlan(context())).toEqual(before)
    },
  )

  it('who delete what the plan refers to have it made again', detail, async () => {
    await loadModel(context(), [...workshop, row('item', { name: 'Bell' })])
    const { log } = await whileHeldUp(
      beforeStoring,
      () => planScenario(context()),
      () => query(`DELETE FROM "default"."item" WHERE "name" = 'Bell'`),
    )
    expect(log).toContain(
      'While the plan was made, others changed the data (1 item deleted): it is made again.',
    )
    expect((await storedPlan(context())).items).toHaveLength(2)
  })

  it('who approve a proposal of the previous plan keep it, and no other order gets its number', async () => {
    await loadModel(context(), workshop)
    await planScenario(context())
    const [proposal] = await query(
      `SELECT "reference", "quantity" FROM "default"."operationplan" WHERE "type" = 'PO' ORDER BY 1 DESC`,
    )
    const reference = String(proposal?.['reference'])
    const before = (await storedPlan(context())).orders
    await whileHeldUp(
      beforeStoring,
      () => planScenario(context()),
      () => write(context(), 'input.purchaseorder', [{ reference, status: 'approved' }]),
    )
    const { orders } = await storedPlan(context())
    expect(orders.find((order) => order['reference'] === reference)).toMatchObject({
      type: 'PO',
      status: 'approved',
      quantity: proposal?.['quantity'],
    })
    const others = orders.filter(({ status, type }) => status === 'proposed' || type === 'STCK')
    expect(others.map((order) => order['reference'])).not.toContain(reference)
    const largest = Math.max(...before.map((order) => Number(order['reference'])))
    const fresh = others.filter((order) => !before.some((old) => old['reference'] === order['reference']))
    expect(fresh).toMatchObject([{ type: 'PO' }])
    expect(Number(fresh[0]!['reference'])).toBeGreaterThan(largest)
  })

  it.each(['false', 'true'])(
    'who move an approved order keep its dates, whatever the plan does with it: moved late %s',
    async (late) => {
      const approved = {
        reference: 'PO 1',
        type: 'PO',
        status: 'approved',
        item: 'Frame',
        supplier: 'Frames Inc',
        location: 'Shop',
        quantity: 6,
        startdate: '2025-12-20',
        enddate: '2026-01-06',
      }
      await loadModel(context(), [
        ...workshop,
        parameter('plan.move_approved_late', late),
        row('operationplan', approved),
        row('operationplan', {
          ...approved,
          reference: 'PO 2',
          startdate: '2026-01-03',
          enddate: '2026-01-04',
        }),
      ])
      const { log } = await whileHeldUp(
        beforeStoring,
        () => planScenario(context(), { current: '2026-01-20' }),
        () =>
          write(context(), 'input.purchaseorder', [
            { reference: 'PO 1', startdate: '2026-02-01', enddate: '2026-02-24' },
          ]),
      )
      const { orders } = await storedPlan(context())
      expect(orders.find(({ reference }) => reference === 'PO 1')).toMatchObject({
        startdate: '2026-02-01 00:00:00',
        enddate: '2026-02-24 00:00:00',
      })
      expect(log.join('\n')).toContain('Approved orders that others moved while the plan was made: 1: PO 1.')
    },
  )
})
