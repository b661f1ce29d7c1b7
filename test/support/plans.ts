/** Plans scenarios in tests: loads models as datasets, and reads plans from their tables. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { DataContext } from '../../src/data/context.ts'
import { loadFixture } from '../../src/files/fixtures/load-fixture.ts'
import { type PlanOutcome, type PlanRequest, runPlan } from '../../src/planning/run/run-plan.ts'

export interface ModelRow {
  readonly model: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Adds the records to the scenario without shifting dates. */
export async function loadModel(context: DataContext, rows: readonly ModelRow[]): Promise<void> {
  const source = Readable.from([JSON.stringify(rows)])
  await loadFixture(context, { name: 'model', source, shift: false, dryRun: false })
}

/** Loads a packaged dataset, such as `manufacturing_demo`, without shifting dates. */
export async function loadDemo(context: DataContext, name: string): Promise<void> {
  const source = createReadStream(join(import.meta.dirname, `../../fixtures/${name}.json`))
  await loadFixture(context, { name, source, shift: false, dryRun: false })
}

export interface Planned extends PlanOutcome {
  readonly log: readonly string[]
}

const allConstraints = { capacity: true, manufacturingLeadTime: true, purchasingLeadTime: true }

/** Plans the scenario in this process. */
export async function planScenario(
  context: DataContext,
  request: Partial<PlanRequest> = {},
): Promise<Planned> {
  const log: string[] = []
  const outcome = await runPlan(
    context,
    { plantype: 1, constraints: allConstraints, now: '2026-01-05T00:00:00', ...request },
    { progress: () => undefined, log: (message) => void log.push(message) },
  )
  return { ...outcome, log }
}

/** Queries for the tables of a plan, without ids and write times, which change with every run. */
const planQueries = {
  orders: `SELECT "reference", "type", "status", "quantity", "quantity_completed", "color", "startdate"::text,
      "enddate"::text, "criticality", extract(epoch FROM "delay")::float8 AS "delay", "plan", "operation", "owner",
      "batch", "item", "origin", "destination", "supplier", "location", "demand", "due"::text, "name"
    FROM $."operationplan" ORDER BY "reference"`,
  movements: `SELECT "operationplan", "item", "location", "quantity", "flowdate"::text, "onhand", "minimum",
      "periodofcover", "status"
    FROM $."operationplanmaterial" ORDER BY "operationplan", "item", "location", "flowdate", "quantity", "onhand"`,
  uses: `SELECT "operationplan", "resource", "quantity", "setup", "status" FROM $."operationplanresource"
    ORDER BY "operationplan", "resource"`,
  problems: `SELECT "entity", "owner", "name", "description", "startdate"::text, "enddate"::text FROM $."problem"
    ORDER BY 1, 2, 3, 4, 5, 6`,
  constraints: `SELECT "demand", "item", "entity", "owner", "name", "description", "startdate"::text, "enddate"::text
    FROM $."constraint" ORDER BY 1, 2, 3, 4, 5, 6, 7, 8`,
  resourceBuckets: `SELECT "resource", "startdate"::text, "available", "unavailable", "setup", "load", "free",
      "load_confirmed" FROM $."resourcesummary" ORDER BY 1, 2`,
  demands: `SELECT "name", extract(epoch FROM "delay")::float8 AS "delay", "plannedquantity", "deliverydate"::text, "plan"
    FROM $."demand" ORDER BY "name"`,
  items: `SELECT "name", "periodofcover", "latedemandcount", "unplanneddemandcount" FROM $."item" ORDER BY "name"`,
} as const

export type StoredPlanRows = Readonly<
  Record<keyof typeof planQueries, readonly Readonly<Record<string, unknown>>[]>
>

/** Names of the tables of {@link storedPlan}. */
export const storedTables: readonly (keyof StoredPlanRows)[] = [
  'orders',
  'movements',
  'uses',
  'problems',
  'constraints',
  'resourceBuckets',
  'demands',
  'items',
]

export async function storedPlan({ home, scenario }: DataContext): Promise<StoredPlanRows> {
  const read = async (name: keyof typeof planQueries) => {
    const { rows } = await home.query<Record<string, unknown>>({
      text: planQueries[name].replaceAll('$.', `"${scenario}".`),
    })
    return rows.map((row) =>
      typeof row['plan'] === 'string' ? Object.assign(row, { plan: JSON.parse(row['plan']) }) : row,
    )
  }
  return {
    orders: await read('orders'),
    movements: await read('movements'),
    uses: await read('uses'),
    problems: await read('problems'),
    constraints: await read('constraints'),
    resourceBuckets: await read('resourceBuckets'),
    demands: await read('demands'),
    items: await read('items'),
  }
}
