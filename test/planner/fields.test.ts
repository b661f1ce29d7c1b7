/**
 * Tests that every input field of the planner has an effect: if it is changed in a model where it matters, the plan
 * changes or a problem names the record. The fields are those of the loaded tables, so none can be left out.
 */
import { describe, expect, it } from 'vitest'
import * as tables from '../../src/planning/load/tables.ts'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { solve } from '../../src/planner/solve.ts'
import { type Fields, type Matter, matters, notOfThePlan, type Rows } from './field-matters.ts'
import { plannerInput } from './fixture-input.ts'
import { current } from './small-plans.ts'

const planOf = (rows: Rows): string => {
  const result = planResult(solve(plannerInput(rows, { current })))
  return JSON.stringify([
    [...result.orders].map(({ reference, name, type, quantity, startdate, enddate, plan }) => [
      reference,
      name,
      type,
      quantity,
      startdate,
      enddate,
      plan,
    ]),
    [...result.movements].map(({ item: what, location, quantity, flowdate }) => [
      what,
      location,
      quantity,
      flowdate,
    ]),
    [...result.uses].map(({ resource, quantity, setup }) => [resource, quantity, setup]),
    [...result.problems],
  ])
}

const changed = (rows: Rows, model: string, of: Fields, name: string, to: unknown): Rows => {
  const at = rows.findIndex(
    (each) =>
      each.model === `input.${model}` &&
      Object.entries(of).every(([key, value]) => each.fields[key] === value),
  )
  expect([model, name, at]).not.toEqual([model, name, -1])
  return rows.with(at, { ...rows[at]!, fields: { ...rows[at]!.fields, [name]: to } })
}

/** Every field that is loaded, as model and name. */
const loaded = Object.values(tables).flatMap(({ entity, columns }) => {
  const model = entity.slice('input.'.length)
  return Object.keys(columns).map((name) => [model, name] as const)
})
const matterOf = (model: string, name: string): Matter | undefined => matters[model]?.[name]
const isOfThePlan = ([model, name]: readonly [string, string]): boolean =>
  notOfThePlan[model]?.includes(name) !== true

describe('every field that is loaded', () => {
  it('has a model in which it matters', () => {
    const without = loaded.filter((field) => isOfThePlan(field) && matterOf(field[0], field[1]) === undefined)
    expect(without).toEqual([])
  })

  it.each(loaded.filter(isOfThePlan))('%s.%s changes the plan, or is reported', (model, name) => {
    const { rows, of, to } = matterOf(model, name)!
    expect(planOf(changed(rows, model, of, name, to))).not.toBe(planOf(rows))
  })
})
