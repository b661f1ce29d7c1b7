/**
 * Loads the given cases as datasets, plans them and reads the plans back from their tables. The result must equal the
 * result of the pure planner for the same rows, order by order. The cases are in a folder next to the project.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Model } from '../../src/model/model.ts'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { solve } from '../../src/planner/solve.ts'
import { timestamp } from '../../src/planning/store/cells.ts'
import { type FixtureSettings, plannerInput } from '../planner/fixture-input.ts'
import { createTestContext, createTestDatabase } from '../support/database.ts'
import { mainCases } from '../support/detail.ts'
import { loadModel, type ModelRow, planScenario, storedPlan } from '../support/plans.ts'

const folder = join(import.meta.dirname, '../../../shared/planner/cases')
const cases = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []

/** One case for each kind of row that is read and stored; the pure planner has tests of all cases. */
const main: ReadonlySet<string> = new Set([
  'constraints_combined_1.1.json',
  'flow_alternate_1.1.json',
  'operation_dependency.2.json',
  'operation_split.1.json',
  'resource_pool.1.json',
  'setup_2.2.json',
])

interface Case {
  readonly model: readonly ModelRow[]
  readonly settings: {
    readonly current: string
    readonly autofence?: number
    readonly moveApprovedEarly?: number | boolean
  }
  readonly solver: Pick<FixtureSettings, 'constraints' | 'plantype'>
}

/**
 * Fields by which rows are sorted, as the planner receives them; `name` if not listed. Rows of unnamed models keep
 * their order.
 */
const keys: Readonly<Record<string, string>> = { 'input.operationplan': 'reference' }

const sorted = (rows: readonly ModelRow[]): readonly ModelRow[] =>
  rows.toSorted((a, b) => {
    const key = keys[a.model] ?? 'name'
    const named = !unnamed.has(a.model) && a.model === b.model
    const [one, other] = [String(a.fields[key]), String(b.fields[key])]
    return named ? Buffer.compare(Buffer.from(one), Buffer.from(other)) : 0
  })

const unnamed = new Set([
  'input.calendarbucket',
  'input.suboperation',
  'input.operationdependency',
  'input.operationmaterial',
  'input.operationresource',
  'input.setuprule',
  'input.resourceskill',
  'input.buffer',
  'input.itemsupplier',
  'input.itemdistribution',
])

const byModel = (rows: readonly ModelRow[]): readonly ModelRow[] =>
  [...Map.groupBy(rows, ({ model }) => model).values()].flatMap((group) => sorted(group))

const storedKey = ({ model, fields }: ModelRow, index: number): string =>
  model === 'input.operationmaterial'
    ? JSON.stringify([fields['operation'], fields['item'], fields['effective_start']])
    : String(index)

/**
 * Keeps the last row per operation, item and effective date, whatever the location of the item: the table stores one.
 */
function storable(rows: readonly ModelRow[]): readonly ModelRow[] {
  return [...new Map(rows.map((row, index) => [storedKey(row, index), row])).values()]
}

/** Removes fields that the service does not have. */
const withKnownFields = (known: Model, { model, fields }: ModelRow): ModelRow => {
  const { fieldByName } = known.byName.get(model) ?? {}
  const kept = Object.entries(fields).filter(([name]) => fieldByName?.has(name))
  return { model, fields: Object.fromEntries(kept) }
}

/** Names the folder among the skipped tests if it is missing. */
const missing = cases.length === 0 ? ['../shared/planner/cases'] : []

it.skipIf(missing.length > 0).each(missing)(
  'plans of the given cases are not tested, because %s is missing',
  () => {
    expect(existsSync(folder)).toBe(true)
  },
)

describe.skipIf(cases.length === 0)('plans of the given cases, read back from the tables', () => {
  it.each(mainCases(cases, (name) => main.has(name)))('%s', async (name) => {
    const { model: given, settings, solver }: Case = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    const model = storable(given)
    await using test = await createTestDatabase()
    const context = createTestContext(test.database)
    await loadModel(
      context,
      model.map((row) => withKnownFields(context.model, row)),
    )
    await context.home.query({
      text: `INSERT INTO "default"."parameter" ("name", "value") VALUES ('plan.autoFenceOperations', $1), ('plan.move_approved_early', $2)
        ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
      values: [String(settings.autofence ?? 0), String(Number(settings.moveApprovedEarly ?? 0))],
    })
    const bits = solver.constraints ?? 52
    await planScenario(context, {
      current: settings.current,
      plantype: solver.plantype ?? 1,
      constraints: {
        capacity: (bits & 4) !== 0,
        manufacturingLeadTime: (bits & 17) !== 0,
        purchasingLeadTime: (bits & 33) !== 0,
      },
    })
    const plan = await storedPlan(context)
    const pure = planResult(solve(plannerInput(byModel(model), { ...settings, ...solver })))
    const orders = [...pure.orders].map((order) => ({
      reference: order.reference,
      type: order.type,
      status: order.status,
      quantity: order.quantity,
      startdate: timestamp(order.startdate),
      enddate: timestamp(order.enddate),
      criticality: order.criticality,
      plan: JSON.parse(JSON.stringify(order.plan)),
    }))
    const wanted = new Set([
      'reference',
      'type',
      'status',
      'quantity',
      'startdate',
      'enddate',
      'criticality',
      'plan',
    ])
    const stored = plan.orders.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => wanted.has(column))),
    )
    expect(stored).toEqual(orders.toSorted((a, b) => (a.reference < b.reference ? -1 : 1)))
    expect(plan.movements).toHaveLength([...pure.movements].length)
    expect(plan.uses).toHaveLength([...pure.uses].length)
    const closed = new Set(
      model.flatMap(({ model: kind, fields }) =>
        kind === 'input.demand' && fields['status'] === 'closed' ? [fields['name']] : [],
      ),
    )
    expect(
      plan.demands
        .filter(({ name }) => !closed.has(name))
        .map(({ name, plannedquantity, deliverydate }) => [name, plannedquantity, deliverydate]),
    ).toEqual(
      [...pure.demands]
        .map((demand) => [
          demand.name,
          demand.plannedquantity,
          demand.deliverydate === null ? null : timestamp(demand.deliverydate),
        ])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    )
    expect(plan.problems).toHaveLength([...pure.problems].length)
    expect(plan.constraints).toHaveLength([...pure.constraints].length)
    expect(plan.resourceBuckets).toHaveLength([...pure.resourceBuckets].length)
  })
})
