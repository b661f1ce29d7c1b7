/** Tests which of several constraints are named as the reasons of a delay. */
import { expect, it } from 'vitest'
import { bindingReasons } from '../../src/planner/improve/binding.ts'
import type { Candidate } from '../../src/planner/improve/constraint-candidates.ts'
import { solve } from '../../src/planner/solve.ts'
import { day } from '../../src/planner/time.ts'
import { plannerInput } from './fixture-input.ts'
import { current, date, row } from './random-network.ts'
import { demand, makes, plant } from './small-plans.ts'

const { plan } = solve(
  plannerInput([plant, row('item', { name: 'bike' }), makes({}), demand({ due: date(20), quantity: 1 })], {
    current,
  }),
)
const operation = plan.orders[0]?.operation

const candidates: readonly Candidate[] =
  operation === undefined
    ? []
    : ['paint', 'wheels', 'weld', 'build', 'test'].map((owner) => ({
        reason: { kind: 'capacity', owner, operation, from: 0, to: 100 * day },
        bound: operation,
        isUsual: false,
      }))

it('names all constraints that bind only together, also those that cost a little alone', () => {
  const together = ['paint', 'wheels', 'weld', 'build']
  const reasons = bindingReasons(
    {
      due: 0,
      base: 100 * day,
      isPartial: false,
      endWithout: (relaxed) => {
        const owners = new Set(relaxed.map(({ reason }) => reason.owner))
        if (together.every((owner) => owners.has(owner))) return 40 * day
        return (100 - (owners.has('test') ? 5 : owners.has('paint') ? 2 : 0)) * day
      },
    },
    candidates,
  )
  expect(reasons.map(({ owner, gain }) => [owner, gain / day])).toEqual([
    ['test', 5],
    ...together.map((owner) => [owner, 60]),
  ])
  for (const one of reasons.slice(1))
    expect(one.together?.map(({ owner }) => owner)).toEqual(together.filter((owner) => owner !== one.owner))
})

it.each([
  [true, []],
  [false, ['test']],
])('names nothing that explains little if some candidates were left out: %s', (isPartial, owners) => {
  const reasons = bindingReasons(
    {
      due: 0,
      base: 100 * day,
      isPartial,
      endWithout: (relaxed) => (relaxed.some(({ reason }) => reason.owner === 'test') ? 95 : 100) * day,
    },
    candidates,
  )
  expect(reasons.map(({ owner }) => owner)).toEqual(owners)
})

it('names together what costs nearly all of the delay, not only half of it', () => {
  const [first, second, third] = ['paint', 'wheels', 'weld'] as const
  const reasons = bindingReasons(
    {
      due: 0,
      base: 100 * day,
      isPartial: false,
      endWithout: (relaxed) => {
        const owners = new Set(relaxed.map(({ reason }) => reason.owner))
        if (!owners.has(first) || !owners.has(second)) return 100 * day
        return (owners.has(third) ? 2 : 40) * day
      },
    },
    candidates,
  )
  expect(reasons.map(({ owner, gain }) => [owner, gain / day])).toEqual(
    [first, second, third].map((owner) => [owner, 98]),
  )
})
