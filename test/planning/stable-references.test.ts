/**
 * Tests the references of proposals over successive plans of a scenario. An order that a plan keeps, moves or resizes
 * keeps its reference and its row; its modification time changes only with its content. No reference is used twice,
 * and the stored plan equals a plan of an empty scenario.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DataContext } from '../../src/data/context.ts'
import { backupScenario } from '../../src/scenarios/dump/backup-scenario.ts'
import { restoreScenario } from '../../src/scenarios/dump/restore-scenario.ts'
import { copyScenario } from '../../src/scenarios/copy-scenario.ts'
import { promoteScenario } from '../../src/scenarios/promote-scenario.ts'
import { readFormerPlan } from '../../src/planning/store/former-plan.ts'
import { planTables } from '../../src/planning/store/plan-tables.ts'
import { createTestContext, createTestDatabase, type TestDatabase } from '../support/database.ts'
import { detail, mainCases } from '../support/detail.ts'
import { emptyFactory, salesOrders } from '../support/factory.ts'
import { loadModel, type ModelRow, planScenario, storedPlan, type StoredPlanRows } from '../support/plans.ts'
import { write } from '../support/records.ts'
import { scale } from '../support/scale.ts'
import { scenarioWork } from '../support/scenarios.ts'
import { seededNumbers } from '../support/seeded.ts'

let test: TestDatabase
let context: DataContext

beforeEach(async () => {
  test = await createTestDatabase()
  context = createTestContext(test.database, { actor: { userId: null, channel: 'task', origin: 'runplan' } })
})
afterEach(() => test[Symbol.asyncDispose]())

/** Sales orders of three months, all of which the factory can deliver in time. */
const factory: readonly ModelRow[] = [
  ...emptyFactory,
  ...salesOrders(
    24,
    (index) => `SO ${index}`,
    (index) => `2026-0${2 + (index % 4)}-${String(1 + index).padStart(2, '0')}`,
  ),
]

const query = async (text: string, values: readonly unknown[] = []) => {
  const { rows } = await test.database.query<Record<string, unknown>>({ text, values })
  return rows
}

/** Returns orders with all columns, as text by reference. */
async function orderTexts(scenario = 'default'): Promise<ReadonlyMap<string, string>> {
  const rows = await query(`SELECT "reference", t::text AS "text" FROM "${scenario}"."operationplan" AS t`)
  return new Map(rows.map((order) => [String(order['reference']), String(order['text'])]))
}

/** Key columns of the tables whose rows are compared without their modification time. */
const watchedTables: Readonly<Record<string, string>> = {
  operationplan: 'reference',
  operationplanmaterial: 'id',
  operationplanresource: 'id',
  demand: 'name',
  item: 'name',
  resource: 'name',
}

interface Moment {
  readonly content: string
  readonly changed: string
}

async function moments(table: string): Promise<ReadonlyMap<string, Moment>> {
  const key = watchedTables[table]!
  const rows = await query(
    `SELECT "${key}"::text AS "key", (to_jsonb(t) - 'lastmodified')::text AS "content", "lastmodified"::text AS "changed"
     FROM "default"."${table}" AS t`,
  )
  return new Map(
    rows.map((found) => [
      String(found['key']),
      { content: String(found['content']), changed: String(found['changed']) },
    ]),
  )
}

/** Returns the identity of an order, independent of its dates and quantity. */
const identity = (order: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    ['type', 'operation', 'item', 'location', 'origin', 'destination', 'supplier', 'batch', 'demand'].map(
      (field) => order[field],
    ),
  )

/** Returns the references of the orders that deliver a sales order. */
const delivering = (plan: StoredPlanRows, demand: string): readonly string[] =>
  plan.orders
    .filter((order) => order['demand'] === demand)
    .map((order) => String(order['reference']))
    .toSorted(textOrder)

const textOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns the plan with descriptive names in place of the references of its orders. */
function withoutReferences(plan: StoredPlanRows): string {
  const named = plan.orders
    .map((order) => {
      const detail = JSON.parse(JSON.stringify(order['plan']))
      const about = [
        identity(order),
        order['startdate'],
        order['enddate'],
        order['quantity'],
        detail['pegging'],
      ]
      return { reference: String(order['reference']), about: JSON.stringify(about) }
    })
    .toSorted((a, b) =>
      a.about < b.about ? -1 : a.about > b.about ? 1 : Number(a.reference) - Number(b.reference),
    )
  const names = new Map(named.map(({ reference }, index) => [reference, `order ${index}`]))
  const nameOf = (reference: unknown): unknown => names.get(String(reference)) ?? reference
  const renamed = JSON.stringify(plan, (field, value: unknown) =>
    ['reference', 'operationplan', 'owner', 'opplan'].includes(field) && typeof value === 'string'
      ? nameOf(value)
      : value,
  )
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value
          .map(sorted)
          .map((entry) => JSON.stringify(entry))
          .toSorted()
      : entriesOf(value)
  const entriesOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.entries(value)
          .map(([field, entry]) => [field, sorted(entry)])
          .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
      : value
  return JSON.stringify(sorted(JSON.parse(renamed)), undefined, 1)
}

/** Returns the manufacturing orders, work orders and deliveries of a sales order. */
const madeFor = async (demand: string) =>
  query(
    `SELECT "reference", "type", "operation", "owner", "quantity", "enddate"::text FROM "default"."operationplan"
     WHERE "plan"->'pegging' ? $1 AND "type" IN ('MO', 'WO', 'DLVR') ORDER BY "reference"`,
    [demand],
  )

/** Returns the numbers and the values of the movements of an order, by its reference and what it moves where. */
async function movementsOfOrders(): Promise<
  ReadonlyMap<string, { readonly numbers: unknown; readonly flow: string; readonly stock: string }>
> {
  const rows = await query(
    `SELECT concat_ws(' ', "operationplan", string_agg(concat_ws(' ', "item", "location"), ', ' ORDER BY "id")) AS "key",
       array_agg("id" ORDER BY "id") AS "numbers", string_agg(concat_ws(' ', "flowdate", "quantity"), ', ' ORDER BY "id") AS "flow",
       string_agg(concat_ws(' ', "onhand", "periodofcover"), ', ' ORDER BY "id") AS "stock"
     FROM "default"."operationplanmaterial" GROUP BY "operationplan"`,
  )
  return new Map(
    rows.map(({ key, numbers, flow, stock }) => [
      String(key),
      { numbers, flow: String(flow), stock: String(stock) },
    ]),
  )
}

/** Returns the number of rows of the tables of a plan, by their names in the digest. */
async function rowCounts(): Promise<Readonly<Record<string, unknown>>> {
  const [counts] = await query(
    `SELECT (SELECT count(*) FROM "default"."operationplan") AS "orders",
       (SELECT count(*) FROM "default"."operationplanmaterial") AS "movements",
       (SELECT count(*) FROM "default"."operationplanresource") AS "uses",
       (SELECT count(*) FROM "default"."resourcesummary") AS "resourceBuckets"`,
  )
  return counts!
}

async function loadsByNumber(): Promise<ReadonlyMap<unknown, string>> {
  const rows = await query(
    `SELECT "id", concat_ws(' ', "resource", "startdate", "available", "load", "free") AS "load" FROM "default"."resourcesummary"`,
  )
  return new Map(rows.map(({ id, load }) => [id, String(load)]))
}

describe('a plan after small changes', () => {
  it.each(scale({ short: [1], full: [1, 2, 3, 4, 5, 6] }))(
    'keeps references, rows and moments of change, and gives no reference twice (%i)',
    async (seed) => {
      const random = seededNumbers(`references ${seed}`)
      await loadModel(context, factory)
      await planScenario(context)
      /** The identity of the order that each reference was given to. */
      const meanings = new Map<string, string>()
      const gone = new Set<string>()
      for (let round = 0; round < 4; round += 1) {
        const before = await storedPlan(context)
        const former = new Map(
          await Promise.all(
            Object.keys(watchedTables).map(async (table) => [table, await moments(table)] as const),
          ),
        )
        for (const order of before.orders) meanings.set(String(order['reference']), identity(order))
        const changed = [0, 1].map(() => `SO ${Math.floor(random() * 24)}`)
        await write(
          context,
          'input.demand',
          changed.map((name) => ({
            name,
            quantity: 1 + Math.floor(random() * 6),
            due: `2026-0${2 + Math.floor(random() * 4)}-1${Math.floor(random() * 9)}`,
            status: random() < 0.2 ? 'canceled' : 'open',
          })),
        )
        await planScenario(context)
        const after = await storedPlan(context)

        const references = new Set(after.orders.map((order) => String(order['reference'])))
        for (const order of after.orders) {
          const reference = String(order['reference'])
          expect(gone, `${reference} is used again`).not.toContain(reference)
          expect(meanings.get(reference) ?? identity(order), `${reference} means something else`).toBe(
            identity(order),
          )
        }
        for (const order of before.orders) {
          if (!references.has(String(order['reference']))) gone.add(String(order['reference']))
        }
        // Deliveries of a sales order keep their references unless they are split or joined.
        for (const { fields } of factory.filter(({ model }) => model === 'input.demand')) {
          const demand = String(fields['name'])
          const [old, fresh] = [delivering(before, demand), delivering(after, demand)]
          expect(old.length === fresh.length ? fresh : old).toEqual(old)
        }
        for (const [table, old] of former) {
          const touched = [...(await moments(table))].filter(([key, { content, changed: moment }]) => {
            const was = old.get(key)
            return was?.content === content && was.changed !== moment
          })
          expect(touched, `records of ${table} that are as they were`).toEqual([])
        }

        await using other = await createTestDatabase()
        const fresh = createTestContext(other.database)
        await loadModel(fresh, factory)
        const demands = await query(
          `SELECT "name", "quantity", "due"::text, "status" FROM "default"."demand" ORDER BY "name"`,
        )
        await write(fresh, 'input.demand', demands)
        await planScenario(fresh)
        expect(withoutReferences(after)).toBe(withoutReferences(await storedPlan(fresh)))
      }
    },
  )

  it('writes nothing where nothing has changed', async () => {
    await loadModel(context, factory)
    await planScenario(context)
    const before = await orderTexts()
    const ids = await query('SELECT "id" FROM "default"."operationplanmaterial" ORDER BY 1')
    const sets = await query('SELECT max("id") AS "last" FROM "default"."changeset"')
    const { changes } = await planScenario(context)
    expect(changes).toMatchObject({ moved: 0, added: 0, dropped: 0, churn: 0 })
    expect(await orderTexts()).toEqual(before)
    expect(await query('SELECT "id" FROM "default"."operationplanmaterial" ORDER BY 1')).toEqual(ids)
    expect(await query('SELECT max("id") AS "last" FROM "default"."changeset"')).toEqual(sets)
  })

  it('changes movements and loads in place', detail, async () => {
    await loadModel(context, factory)
    await planScenario(context)
    const [movements, loads] = [await movementsOfOrders(), await loadsByNumber()]
    await write(context, 'input.demand', [{ name: 'SO 4', quantity: 9 }])
    await planScenario(context)
    const [afterwards, loadsAfterwards] = [await movementsOfOrders(), await loadsByNumber()]
    let [moved, changed] = [0, 0]
    for (const [key, { numbers, flow, stock }] of movements) {
      const found = afterwards.get(key)
      if (found === undefined) continue
      expect(found.numbers, `movements of ${key}`).toEqual(numbers)
      if (found.flow !== flow) moved += 1
      if (found.stock !== stock) changed += 1
    }
    expect(moved).toBeGreaterThan(0)
    expect(changed).toBeGreaterThan(3)
    const known = [...loads].filter(([number]) => loadsAfterwards.has(number))
    expect(known.length).toBe(loads.size)
    expect(known.filter(([number, load]) => loadsAfterwards.get(number) !== load).length).toBeGreaterThan(0)
  })

  it('knows all rows of the plan before, after however many plans', detail, async () => {
    await loadModel(context, factory)
    for (const quantity of [3, 9, 1, 4]) {
      await write(context, 'input.demand', [{ name: 'SO 4', quantity }])
      await planScenario(context)
      const former = await test.database.withTransaction((client) =>
        readFormerPlan(client, planTables(context)),
      )
      const rows = Object.entries(former?.intact ?? {}).map(([name, written]) => [name, written?.count])
      expect(Object.fromEntries(rows)).toEqual(await rowCounts())
    }
  })

  it('moves and resizes orders under their references, steps with the order that owns them', async () => {
    await loadModel(context, factory)
    await planScenario(context)
    const before = await madeFor('SO 21')
    expect(before.map(({ type }) => String(type)).toSorted(textOrder)).toEqual([
      'DLVR',
      'MO',
      'WO',
      'WO',
      'WO',
    ])
    await write(context, 'input.demand', [{ name: 'SO 21', quantity: 9, due: '2026-08-20' }])
    await planScenario(context)
    const after = await madeFor('SO 21')
    const names = (rows: typeof after) =>
      rows.map(({ reference, operation, owner }) => ({ reference, operation, owner }))
    expect(names(after)).toEqual(names(before))
    expect(after.every(({ quantity }) => quantity === 9)).toBe(true)
    expect(after.some(({ enddate }) => String(enddate).startsWith('2026-08'))).toBe(true)
  })

  it('keeps what a user has noted at a proposal', async () => {
    await loadModel(context, factory)
    await planScenario(context)
    const [purchase] = await query(
      `SELECT "reference" FROM "default"."operationplan" WHERE "type" = 'PO' LIMIT 1`,
    )
    const reference = purchase?.['reference']
    await write(context, 'input.purchaseorder', [{ reference, remark: 'ask for a discount' }])
    await planScenario(context)
    expect(
      await query(`SELECT "remark" FROM "default"."operationplan" WHERE "reference" = $1`, [reference]),
    ).toEqual([{ remark: 'ask for a discount' }])
  })
})

describe('what others have touched since the last plan', () => {
  const touches: readonly (readonly [what: string, statements: readonly string[]])[] = [
    [
      'proposals',
      [
        `UPDATE "default"."operationplan" SET "quantity" = "quantity" + 1, "plan" = '{}', "startdate" = NULL WHERE "type" = 'PO'`,
        `UPDATE "default"."operationplan" SET "owner" = NULL WHERE "type" = 'WO'`,
      ],
    ],
    [
      'proposals that are gone or of somebody else',
      [
        `DELETE FROM "default"."operationplanmaterial" WHERE "operationplan" IN (SELECT "reference" FROM "default"."operationplan" WHERE "type" = 'DO')`,
        `DELETE FROM "default"."operationplan" WHERE "type" = 'DO'`,
        `INSERT INTO "default"."operationplan" ("reference", "type", "status", "quantity", "item", "location", "supplier")
         VALUES ('mine', 'PO', 'proposed', 3, 'Board', 'Shop', 'Parts Inc')`,
      ],
    ],
    ['movements', [`UPDATE "default"."operationplanmaterial" SET "onhand" = 0 WHERE "item" = 'Leg'`]],
    ['movements that are gone', [`DELETE FROM "default"."operationplanmaterial" WHERE "item" = 'Screw'`]],
    [
      'movements that came, and one that went',
      [
        `DELETE FROM "default"."operationplanmaterial" WHERE "id" = (SELECT min("id") FROM "default"."operationplanmaterial")`,
        `INSERT INTO "default"."operationplanmaterial" ("operationplan", "item", "location", "quantity", "flowdate")
         SELECT "operationplan", "item", "location", 1, "flowdate" FROM "default"."operationplanmaterial" LIMIT 3`,
      ],
    ],
    ['uses of capacity', [`UPDATE "default"."operationplanresource" SET "quantity" = 7`]],
    [
      'loads',
      [
        `UPDATE "default"."resourcesummary" SET "load" = 7`,
        `DELETE FROM "default"."resourcesummary" WHERE "id" IN (SELECT "id" FROM "default"."resourcesummary" LIMIT 3)`,
      ],
    ],
    [
      'problems and reasons',
      [`DELETE FROM "default"."problem"`, `UPDATE "default"."constraint" SET "item" = 'Leg'`],
    ],
    ['sales orders', [`UPDATE "default"."demand" SET "plannedquantity" = 0, "plan" = NULL`]],
    [
      'everything',
      [`TRUNCATE "default"."operationplan", "default"."problem", "default"."resourcesummary" CASCADE`],
    ],
  ]

  it.each(mainCases(touches, ([what]) => what === 'everything'))(
    'is put right: %s',
    async (_, statements) => {
      await loadModel(context, factory)
      await planScenario(context)
      const before = withoutReferences(await storedPlan(context))
      for (const statement of statements) await query(statement)
      await planScenario(context)
      expect(withoutReferences(await storedPlan(context))).toBe(before)
    },
  )

  it('is approved as it stands, with its movements', detail, async () => {
    await loadModel(context, factory)
    await planScenario(context)
    const purchases = await query(
      `SELECT "reference" FROM "default"."operationplan" WHERE "type" = 'PO' ORDER BY "reference" LIMIT 3`,
    )
    const references = purchases.map(({ reference }) => String(reference))
    await write(
      context,
      'input.purchaseorder',
      references.map((reference) => ({ reference, status: 'approved' })),
    )
    await planScenario(context)
    await query('DELETE FROM "default"."plandigest"')
    const plan = await storedPlan(context)
    await planScenario(context)
    expect(await storedPlan(context)).toEqual(plan)
    for (const reference of references) {
      expect(plan.orders.find((order) => order['reference'] === reference)).toMatchObject({
        status: 'approved',
      })
      expect(plan.movements.some(({ operationplan }) => operationplan === reference)).toBe(true)
    }
  })
})

/** Returns the largest number that is used as a reference. */
const largest = async (scenario = 'default'): Promise<number> => {
  const [found] = await query(
    `SELECT max("reference"::bigint)::float8 AS "last" FROM "${scenario}"."operationplan"`,
  )
  return Number(found?.['last'])
}

const smallest = async (scenario = 'default'): Promise<number> => {
  const [found] = await query(
    `SELECT min("reference"::bigint)::float8 AS "first" FROM "${scenario}"."operationplan"`,
  )
  return Number(found?.['first'])
}

describe('numbers are never given again', () => {
  it('when the orders that had them are gone', async () => {
    await loadModel(context, factory)
    await planScenario(context)
    const before = await largest()
    await query('TRUNCATE "default"."operationplan" CASCADE')
    await planScenario(context)
    expect(await smallest()).toBe(before + 1)
  })

  it('when a run fails', async () => {
    // One sales order is late from this day on, and is a problem.
    const firstLate = '2026-01-31'
    await loadModel(context, factory)
    await planScenario(context)
    const before = await orderTexts()
    await query(`ALTER TABLE "default"."problem" ADD CONSTRAINT "broken" CHECK (false) NOT VALID`)
    await query('DELETE FROM "default"."problem"')
    await expect(planScenario(context, { current: firstLate })).rejects.toThrow('broken')
    expect(await orderTexts()).toEqual(before)
    await query(`ALTER TABLE "default"."problem" DROP CONSTRAINT "broken"`)
    await planScenario(context, { current: firstLate })
    expect((await orderTexts()).size).toBeGreaterThan(0)
  })

  it('after the data of another scenario was promoted, or an older backup restored', detail, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'references-'))
    try {
      await loadModel(context, factory)
      const work = scenarioWork(test.database)
      await copyScenario(work, { source: 'default', destination: 'scenario1', user: null, force: true })
      const { path } = await backupScenario(work, { scenario: 'default', folder })
      await planScenario(context)
      const production = await largest()
      await planScenario({ ...context, scenario: 'scenario1' })
      await query('TRUNCATE "scenario1"."operationplan" CASCADE')

      await promoteScenario(work, { source: 'scenario1', destination: 'default', user: null })
      await planScenario(context)
      expect(await smallest()).toBe(production + 1)
      const promoted = await largest()

      await restoreScenario(work, { path, scenario: 'default', user: null })
      await planScenario(context)
      expect(await smallest()).toBe(promoted + 1)

      await copyScenario(work, { source: 'default', destination: 'scenario2', user: null, force: false })
      await query('TRUNCATE "scenario2"."operationplan" CASCADE')
      const copied = await largest()
      await planScenario({ ...context, scenario: 'scenario2' })
      expect(await smallest('scenario2')).toBe(copied + 1)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
