/** The plan of the demo: created once with the standard tasks; and one sales order that is late in it. */
import type { Database } from '../database/database.ts'
import { productionScenario } from '../model/production.ts'
import { isLateSql } from '../rules/late.ts'
import type { Service } from '../service/service.ts'
import { failureText } from '../tasks/runner/perform.ts'
import { runForeground } from '../tasks/runner/foreground.ts'
import { StartedTaskError } from '../tasks/runner/started-task-error.ts'
import { findDefinition } from '../tasks/registry.ts'
import type { CommandContext } from './command.ts'

/** The tasks with their arguments. Weeks have the numbers of ISO 8601, as in the calendars of most planners. */
const demoTasks = [
  ['createbuckets', { 'format-week': '%y W%V' }],
  ['runplan', {}],
] as const

/**
 * Creates buckets and a plan of the dataset unless a plan exists. If a task fails, the demo continues without a plan.
 */
export async function ensurePlan(
  service: Service,
  { terminal, signal }: CommandContext,
  dataset: string,
): Promise<void> {
  const { control } = service
  const { rows } = await control.query<{ wanted: boolean }>({
    text: `SELECT EXISTS (SELECT FROM "default"."changeset" WHERE "channel" = 'fixture' AND "origin" = $1)
      AND NOT EXISTS (SELECT FROM "default"."operationplan" WHERE "status" = 'proposed') AS "wanted"`,
    values: [dataset],
  })
  if (rows[0]?.wanted !== true) return
  for (const [name, args] of demoTasks) {
    const definition = await findDefinition(service.settings, name)
    if (definition === undefined) continue
    try {
      const message = await runForeground(service, {
        name,
        definition,
        scenario: productionScenario,
        args,
        nowait: false,
        onWait: (what) => terminal.say(`Waiting for ${what} …`),
        signal,
        progress: () => undefined,
        log: () => undefined,
        userId: null,
        operator: true,
      })
      if (name === 'runplan') terminal.say(`The dataset is planned: ${message}.`)
    } catch (error) {
      if (signal.aborted) throw error
      const failure = error instanceof StartedTaskError ? error.cause : error
      terminal.say(`The demo goes on without a plan, since ${name} has failed: ${failureText(failure)}`)
      return
    }
  }
}

export interface LateOrder {
  readonly name: string
  readonly item: string
  readonly quantity: number
  readonly due: string
  readonly deliverydate: string
  readonly reason: string
  readonly description: string
}

/**
 * Returns the sales order with the largest product of quantity and lateness, and the reason; undefined if none is
 * late.
 */
export async function latestOrder(database: Database): Promise<LateOrder | undefined> {
  const { rows } = await database.query<Record<keyof LateOrder, unknown>>({
    text: `SELECT d."name", d."item", d."quantity", d."due"::date::text AS "due",
        d."deliverydate"::date::text AS "deliverydate", c."name" AS "reason", c."description"
      FROM "default"."demand" AS d JOIN "default"."constraint" AS c ON c."demand" = d."name"
      WHERE ${isLateSql('d."delay"')}
      ORDER BY d."quantity" * extract(epoch FROM d."delay") DESC, d."name", c."rank", c."id" LIMIT 1`,
  })
  const [found] = rows
  if (found === undefined) return undefined
  const text = (column: keyof LateOrder): string => {
    const value = found[column]
    return typeof value === 'string' ? value : ''
  }
  return {
    name: text('name'),
    item: text('item'),
    quantity: Number(found.quantity),
    due: text('due'),
    deliverydate: text('deliverydate'),
    reason: text('reason'),
    description: text('description'),
  }
}
