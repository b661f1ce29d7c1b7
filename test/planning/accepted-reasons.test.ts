/** Tests that the causes of a delay stay the same when a trial is accepted that does not change the delivery. */
import { expect, it, vi } from 'vitest'
import { LiveScenario } from '../../src/planning/live/live-scenario.ts'
import type { PlanEdit, Trial } from '../../src/planning/live/questions.ts'
import { loadDemo, planScenario } from '../support/plans.ts'
import { openBench } from '../support/workshop.ts'

vi.setConfig({ testTimeout: 60_000 })

const current = '2026-01-05'
const { context, query } = openBench()

const moreTesters: PlanEdit = {
  entity: 'input.resource',
  action: 'update',
  key: 'Bram',
  fields: { maximum: 3 },
}

interface Late {
  readonly demand: string
  readonly date: string
  /** The causes by rank. */
  readonly causes: string
}

async function readLate(): Promise<readonly Late[]> {
  const rows = await query(`SELECT c."demand", d."deliverydate"::text AS "date",
      string_agg(concat_ws(' ', c."rank", c."name", c."owner", c."days"), ', ' ORDER BY c."rank", c."owner") AS "causes"
    FROM "default"."constraint" AS c JOIN "default"."demand" AS d ON d."name" = c."demand" GROUP BY 1, 2 ORDER BY 1`)
  return rows.map(({ demand, date, causes }) => ({
    demand: String(demand),
    date: String(date),
    causes: String(causes),
  }))
}

it('keeps the causes of all late sales orders that are delivered on the same date', async () => {
  await loadDemo(context(), 'manufacturing_demo')
  await planScenario(context(), { current })
  const before = await readLate()
  const live = new LiveScenario(Date.now, () => `${current}T00:00:00`)
  const trial: Trial = { edits: [moreTesters], mode: 'repair', displace: false }
  const { kept } = await live.answer(context(), { kind: 'trial', trial })
  await live.answer(context(), { kind: 'accept', ...kept! })
  const after = await readLate()
  const dates = new Map(after.map(({ demand, date }) => [demand, date]))
  const same = before.filter(({ demand, date }) => dates.get(demand) === date)
  expect(same.length).toBeGreaterThan(12)
  const names = new Set(same.map(({ demand }) => demand))
  expect(after.filter(({ demand }) => names.has(demand))).toEqual(same)
})
