/** Tests which rows of its tables planning a scenario replaces, and which it keeps. */
import { describe, expect, it } from 'vitest'
import { detail } from '../support/detail.ts'
import { loadModel, type ModelRow, planScenario, storedPlan } from '../support/plans.ts'
import { write } from '../support/records.ts'
import { openBench, parameter, row, workshop } from '../support/workshop.ts'

const { context, query } = openBench()

describe('a plan', () => {
  it('tells what to do, when sales orders are delivered, and why one is late', async () => {
    await loadModel(context(), workshop)
    const { figures, changes, demands } = await planScenario(context())
    const plan = await storedPlan(context())
    expect(new Set(plan.orders.map(({ type }) => type))).toEqual(new Set(['MO', 'PO', 'DLVR', 'STCK']))
    expect(plan.demands).toMatchObject([
      { name: 'Later', plannedquantity: 2, delay: 0, deliverydate: '2026-02-20 00:00:00' },
      {
        name: 'Soon',
        plannedquantity: 10,
        plan: { pegging: expect.arrayContaining([expect.objectContaining({ level: 0 })]) },
      },
    ])
    expect(Number(plan.demands[1]!['delay'])).toBeGreaterThan(0)
    expect(plan.constraints).toEqual(
      expect.arrayContaining([expect.objectContaining({ demand: 'Soon', name: 'purchasing lead time' })]),
    )
    expect(plan.problems).toEqual(
      expect.arrayContaining([expect.objectContaining({ entity: 'demand', owner: 'Soon', name: 'late' })]),
    )
    expect([demands, figures.onTime, figures.late, figures.short]).toEqual([2, 1, 1, 0])
    expect(figures.lateness).toBeCloseTo((10 * Number(plan.demands[1]!['delay'])) / 86_400)
    expect(figures.inventoryValue.start).toBe(400)
    expect(figures.busiest?.resource).toBe('Bench')
    expect(changes).toEqual({ kept: 0, moved: 0, added: expect.any(Number), dropped: 0, churn: 0, frozen: 0 })
    expect(changes.added).toBe(plan.orders.filter(({ type }) => type === 'MO' || type === 'PO').length)
    expect(plan.items).toMatchObject([
      { name: 'Bicycle', latedemandcount: 1 },
      { name: 'Frame', latedemandcount: 0 },
    ])
  })

  it('says of resources by day where there are no time buckets, and by the finest bucket where there are', async () => {
    await loadModel(context(), workshop)
    await planScenario(context())
    const days = (await storedPlan(context())).resourceBuckets
    expect(days.length).toBeGreaterThan(30)
    expect(days.every(({ startdate }) => String(startdate).endsWith('00:00:00'))).toBe(true)
    await write(context(), 'common.bucket', [
      { name: 'month', level: 3 },
      { name: 'year', level: 1 },
    ])
    await write(context(), 'common.bucketdetail', [
      ...['2025-12', '2026-01', '2026-02', '2026-03'].map((month, index, all) => ({
        bucket: 'month',
        name: month,
        startdate: `${month}-01`,
        enddate: `${all[index + 1] ?? '2026-04'}-01`,
      })),
      { bucket: 'year', name: '2026', startdate: '2026-01-01', enddate: '2027-01-01' },
    ])
    await planScenario(context())
    const months = (await storedPlan(context())).resourceBuckets
    expect(months.map(({ startdate }) => startdate)).toEqual(
      ['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01'].map((day) => `${day} 00:00:00`),
    )
    const sum = (rows: typeof days): number => rows.reduce((total, { load }) => total + Number(load), 0)
    expect(sum(months)).toBeCloseTo(sum(days))
  })

  it('forgets a resource that is gone, and does not touch what it says of others', detail, async () => {
    await loadModel(context(), [
      ...workshop,
      row('resource', { name: 'Lathe', maximum: 1 }),
      row('operationresource', { operation: 'Assemble', resource: 'Lathe', quantity: 1 }),
    ])
    await planScenario(context())
    const rowsOf = () =>
      query('SELECT "resource", "id", xmin::text FROM "default"."resourcesummary" ORDER BY "id"')
    const before = await rowsOf()
    expect(new Set(before.map(({ resource }) => resource))).toEqual(new Set(['Bench', 'Lathe']))
    await query('DELETE FROM "default"."operationresource" WHERE "resource" = $1', ['Lathe'])
    await query('DELETE FROM "default"."operationplanresource" WHERE "resource" = $1', ['Lathe'])
    await query('DELETE FROM "default"."resource" WHERE "name" = $1', ['Lathe'])
    await planScenario(context())
    expect(await rowsOf()).toEqual(before.filter(({ resource }) => resource === 'Bench'))
  })

  it('is the same when it is made again, but for numbers and moments of records', async () => {
    await loadModel(context(), workshop)
    await planScenario(context())
    const first = await storedPlan(context())
    const { changes } = await planScenario(context())
    expect(await storedPlan(context())).toEqual(first)
    expect(changes).toMatchObject({ moved: 0, added: 0, dropped: 0, churn: 0 })
    expect(changes.kept).toBe(first.orders.filter(({ type }) => type === 'MO' || type === 'PO').length)
  })

  it('counts what is new, moved and dropped, and what of it lies within the frozen horizon', async () => {
    await loadModel(context(), workshop)
    await planScenario(context())
    await write(context(), 'input.demand', [
      { name: 'Later', due: '2026-02-27' },
      { name: 'New', item: 'Bicycle', location: 'Shop', quantity: 3, due: '2026-06-01' },
    ])
    const { changes } = await planScenario(context())
    expect(changes.added).toBeGreaterThan(0)
    expect(changes.moved).toBeGreaterThan(0)
    expect(changes.churn).toBe(0)
    await write(context(), 'input.demand', [{ name: 'New', status: 'canceled' }])
    const again = await planScenario(context())
    expect(again.changes.dropped).toBe(changes.added)
  })

  it('of no constraints is on time', detail, async () => {
    await loadModel(context(), workshop)
    const constraints = { capacity: false, manufacturingLeadTime: false, purchasingLeadTime: false }
    const { figures } = await planScenario(context(), { constraints })
    expect([figures.onTime, figures.late, figures.short]).toEqual([2, 0, 0])
    await planScenario(context(), { plantype: 2 })
    expect((await storedPlan(context())).problems.map(({ name }) => name)).not.toContain('late')
  })
})

describe('data that is incomplete', () => {
  it('is a problem that names what is missing, and stops nothing', async () => {
    await loadModel(context(), workshop)
    await query(`INSERT INTO "default"."demand" ("name", "item", "quantity", "due", "plannedquantity") VALUES
      ('No item', NULL, 1, '2026-02-01', 7), ('No quantity', 'Bicycle', NULL, '2026-02-01', NULL),
      ('No date', 'Bicycle', 1, NULL, NULL), ('Nothing', NULL, NULL, NULL, NULL), ('Negative', 'Bicycle', -1, '2026-02-01', NULL),
      ('Zero', 'Bicycle', 0, '2026-02-01', NULL), ('Huge', 'Bicycle', 1e13, '2026-02-01', NULL), ('Far', 'Bicycle', 1, '2250-02-01', NULL)`)
    await query(`INSERT INTO "default"."operationplan" ("reference", "type", "status", "quantity") VALUES
      ('lost', 'MO', 'confirmed', 1), ('lost 2', 'PO', 'approved', 1), ('lost 3', 'DLVR', 'confirmed', 1)`)
    await query(`INSERT INTO "default"."item" ("name") VALUES ('Orphan')`)
    await query(
      `INSERT INTO "default"."operation" ("name", "type", "location") VALUES ('Empty', 'routing', 'Shop'), ('Idle', 'alternate', 'Shop')`,
    )
    await query(`INSERT INTO "default"."demand" ("name", "item", "location", "quantity", "due", "operation") VALUES
      ('Orphan', 'Orphan', 'Shop', 1, '2026-02-01', NULL), ('Nowhere', 'Orphan', NULL, 1, '2026-02-01', NULL),
      ('By nothing', 'Bicycle', 'Shop', 1, '2026-02-01', 'Empty')`)
    const { incomplete, log, figures } = await planScenario(context())
    expect(incomplete).toBe(8)
    expect(
      log.filter((line) => /^Demand "(?:Zero|Huge|Far)" is not planned: it needs a /.test(line)),
    ).toHaveLength(3)
    expect(log).toContain('Demand "No date" is not planned: it has no due date. Fill in what is missing.')
    expect(log).toContain(
      'Demand "Nothing" is not planned: it has no item, quantity, and due date. Fill in what is missing.',
    )
    const plan = await storedPlan(context())
    const invalid = plan.problems.filter(({ name }) => name === 'invalid data').map(({ owner }) => owner)
    for (const owner of [
      'No item',
      'No quantity',
      'No date',
      'Nothing',
      'Negative',
      'Zero',
      'Huge',
      'Far',
      'lost',
      'lost 2',
      'Nowhere',
    ]) {
      expect(invalid).toContain(owner)
    }
    expect(plan.constraints).toContainEqual(
      expect.objectContaining({ demand: 'No item', item: null, name: 'invalid data' }),
    )
    expect(plan.demands).toContainEqual(
      expect.objectContaining({ name: 'No item', plannedquantity: null, deliverydate: null, plan: {} }),
    )
    expect(figures.onTime + figures.late).toBeGreaterThanOrEqual(2)
    expect(plan.orders.filter(({ reference }) => String(reference).startsWith('lost'))).toHaveLength(3)
  })

  it('of parameters ends the run with what to write instead, and leaves the plan as it was', async () => {
    await loadModel(context(), [...workshop.slice(1), parameter('plan.colour', 'red')])
    expect((await planScenario(context())).log.join('\n')).toMatch(/does not use: plan\.colour/)
    const orders = (await storedPlan(context())).orders
    await expect(loadModel(context(), [parameter('currentdate', 'next monday')])).rejects.toThrow(
      /value "next monday": The parameter "currentdate" cannot be "next monday"\. Write now, today or/,
    )
    // Values that were stored before validation existed.
    await context().home.query({
      text: `INSERT INTO "default"."parameter" ("name", "value")
        VALUES ('currentdate', 'next monday'), ('plan.autoFenceOperations', '12,5')
        ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
    })
    const refused = planScenario(context(), { now: '2026-01-07T08:00:00' })
    await expect(refused).rejects.toThrow(
      /"currentdate" cannot be "next monday".*"plan\.autoFenceOperations" cannot be "12,5"/,
    )
    expect((await storedPlan(context())).orders).toEqual(orders)
  })
})

describe('orders that exist', () => {
  const existing: readonly ModelRow[] = [
    ...workshop,
    row('resource', { name: 'Bench 2', maximum: 1 }),
    row('operationresource', { operation: 'Assemble', resource: 'Bench 2', quantity: 1 }),
    row('manufacturingorder', {
      reference: '7',
      operation: 'Assemble',
      status: 'confirmed',
      quantity: 1,
      startdate: '2026-01-06',
      enddate: '2026-01-07',
      remark: 'mine',
    }),
    row('purchaseorder', {
      reference: 'PO-9',
      item: 'Frame',
      location: 'Shop',
      supplier: 'Frames Inc',
      status: 'approved',
      quantity: 5,
      startdate: '2026-01-01',
      enddate: '2026-01-10',
    }),
    row('purchaseorder', {
      reference: '41',
      item: 'Frame',
      location: 'Shop',
      supplier: 'Frames Inc',
      status: 'closed',
      quantity: 5,
      startdate: '2026-01-01',
      enddate: '2026-01-02',
    }),
  ]

  it('stay, with what is computed of them; numbers of proposals continue after theirs', async () => {
    await loadModel(context(), existing)
    const before = await query(
      `SELECT "reference", "status", "quantity", "remark", "startdate"::text FROM "default"."operationplan" ORDER BY 1`,
    )
    await planScenario(context())
    const after = await query(
      `SELECT "reference", "status", "quantity", "remark", "startdate"::text FROM "default"."operationplan" WHERE "reference" IN ('7', '41', 'PO-9') ORDER BY 1`,
    )
    expect(after).toEqual(before)
    const { orders, movements } = await storedPlan(context())
    const proposals = orders
      .filter(({ status }) => status === 'proposed')
      .map(({ reference }) => Number(reference))
    expect(Math.min(...proposals)).toBeGreaterThan(41)
    const pegged = orders.find(({ reference }) => reference === 'PO-9')
    expect(pegged?.['plan']).toMatchObject({ pegging: { Soon: expect.any(Number) } })
    expect(movements.filter(({ operationplan }) => operationplan === 'PO-9')).toHaveLength(1)
    expect(movements.filter(({ operationplan }) => operationplan === '41')).toHaveLength(0)
  })

  it('keep the resource that a user has given to them', detail, async () => {
    await loadModel(context(), existing)
    await query(`UPDATE "default"."operationresource" SET "name" = 'either bench'`)
    await write(context(), 'input.operationplanresource', [
      { operationplan: '7', resource: 'Bench 2', quantity: 1 },
    ])
    await planScenario(context())
    await planScenario(context())
    const { uses } = await storedPlan(context())
    expect(uses.filter(({ operationplan }) => operationplan === '7').map(({ resource }) => resource)).toEqual(
      ['Bench 2'],
    )
  })
})

describe('the change log', () => {
  it('says how many records came and went, but not each of them', detail, async () => {
    await loadModel(context(), workshop)
    await query('DELETE FROM "default"."change"')
    await planScenario(context())
    expect(await query('SELECT * FROM "default"."change"')).toEqual([])
    const sets = await query(
      `SELECT e."entity", e."created", e."updated" FROM "default"."changesetentity" e JOIN "default"."changeset" s ON s."id" = e."changeset" WHERE s."origin" = 'runplan' ORDER BY 1`,
    )
    expect(sets.map(({ entity }) => entity)).toEqual(
      expect.arrayContaining([
        'input.operationplan',
        'input.operationplanmaterial',
        'input.demand',
        'output.problem',
      ]),
    )
  })
})
