/** Changes of a sales order are the same whether plans in memory or stored plans are compared. */
import { expect, it } from 'vitest'
import { changeOf } from '../../src/planner/live/consequences/demand-change.ts'
import type { DemandFacts } from '../../src/planner/live/consequences/facts.ts'
import { day } from '../../src/planner/time.ts'
import { compareDeliveries } from '../../src/planning/history/compare-deliveries.ts'
import { demandChange, isMissing, type PlannedDemand } from '../../src/planning/store/demand-change.ts'
import { createTestDatabase } from '../support/database.ts'

interface Plan {
  readonly planned: number
  /** Seconds after the due date; null if nothing is delivered. */
  readonly late: number | null
}

const due = 1_767_657_600
const quantity = 10

/** Returns the only delivery of a sales order, or undefined if the plan does not contain it. */
const factsOf = (plan: Plan | undefined): DemandFacts | undefined =>
  plan === undefined
    ? undefined
    : {
        name: 'SO 1',
        item: 'chair',
        customer: null,
        quantity,
        due,
        date: plan.late === null ? null : due + plan.late,
        planned: plan.planned,
        quantityDaysLate: (Math.max(0, plan.late ?? 0) * plan.planned) / day,
        reasons: [],
      }

const sqlOf = (plan: Plan | undefined): PlannedDemand => {
  const late = plan?.late ?? null
  const planned = plan === undefined ? 'NULL::float8' : `${plan.planned}::float8`
  return {
    isShort: isMissing(`${quantity}::float8`, planned),
    quantity: `${quantity}::float8`,
    planned,
    delivery: late === null ? 'NULL::timestamp' : `timestamp '2026-01-06' + interval '${late} seconds'`,
    delay: late === null ? 'NULL::interval' : `interval '${late} seconds'`,
  }
}

const lates = [-day, -30, 0, 30, 59, 61, 3_600, day, 2 * day]

const plans: readonly (Plan | undefined)[] = [
  undefined,
  { planned: 0, late: null },
  ...[quantity, quantity - 1e-7, 6].flatMap((planned) => lates.map((late) => ({ planned, late }))),
]

it('is one answer for plans in memory and stored plans', async () => {
  await using test = await createTestDatabase()
  const pairs = plans.flatMap((was) => plans.map((is) => ({ was, is })))
  const columns = pairs.map(({ was, is }) => `(${demandChange(sqlOf(was), sqlOf(is))})`)
  const { rows } = await test.database.query<{ changes: readonly (string | null)[] }>({
    text: `SELECT ARRAY[${columns.join(', ')}]::text[] AS "changes"`,
  })
  const expected = pairs.map(({ was, is }) =>
    was === undefined && is === undefined ? null : (changeOf(factsOf(was), factsOf(is)) ?? null),
  )
  const differing = pairs
    .map(({ was, is }, place) => ({ was, is, stored: rows[0]!.changes[place], tried: expected[place] }))
    .filter(({ stored, tried }) => stored !== tried)
  expect(differing).toEqual([])
  expect(new Set(expected)).toEqual(new Set([null, 'new', 'gone', 'late', 'recovered', 'later', 'earlier']))
})

it('is none if less is delivered on the same date because less is ordered', () => {
  const was = factsOf({ planned: quantity, late: 3 * day })!
  const is = { ...was, quantity: 8, planned: 8, quantityDaysLate: 3 * 8 }
  expect(changeOf(was, is)).toBeUndefined()
  expect(changeOf(was, { ...was, quantityDaysLate: 2.5 * quantity })).toBe('earlier')
  expect(changeOf({ ...was, quantity: 12 }, { ...is, quantity: 10 })).toBeUndefined()
})

it('is counted for the open sales orders of two scenarios', async () => {
  await using test = await createTestDatabase()
  const compare = () =>
    compareDeliveries(test.database, {
      from: 'default',
      to: 'scenario1',
      signal: new AbortController().signal,
    })
  expect(await compare()).toBeUndefined()
  const demands = (scenario: string, days: readonly number[]) =>
    test.database.query({
      text: `INSERT INTO ${scenario}."demand" ("name", "quantity", "due", "status", "plannedquantity", "deliverydate", "delay")
        SELECT 'SO ' || "place", 10, timestamp '2026-01-06', CASE "place" WHEN 4 THEN NULL WHEN 5 THEN 'closed' ELSE 'open' END, 10,
          timestamp '2026-01-06' + "days" * interval '1 day', "days" * interval '1 day'
        FROM unnest($1::integer[]) WITH ORDINALITY AS d("days", "place")`,
      values: [days],
    })
  await demands('"default"', [0, 2, 5, 3, 0])
  await demands('scenario1', [1, 0, 4, 7, 1, 9])
  expect(await compare()).toMatchObject({ late: 1, recovered: 1, earlier: 1, later: 1, worst: ['SO 1'] })
})

it('knows that an order was short although less of it is ordered since', async () => {
  await using test = await createTestDatabase()
  const full = { ...sqlOf({ planned: 6, late: 0 }), quantity: '6::float8' }
  const change = demandChange({ ...full, isShort: 'true' }, { ...full, isShort: 'false' })
  const { rows } = await test.database.query({ text: `SELECT ${change} AS "change"` })
  expect(rows).toEqual([{ change: 'recovered' }])
})
