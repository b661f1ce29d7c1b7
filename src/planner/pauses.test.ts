import { expect, it } from 'vitest'
import { day } from './time.ts'
import { finish, pauses, pausing, type Steps } from './pauses.ts'
import { analyzePlanInSteps } from './result/plan-result.ts'
import { solveInSteps } from './solve.ts'
import { emptyRows, type PlannerInput } from './input.ts'

function* work(orders: number): Steps<string> {
  for (let order = 0; order < orders; order += 1) if (pauses(order)) yield
  return 'done'
}

it('pauses once in some thousand orders, and comes to the same result without', () => {
  expect(finish(work(20_000))).toBe('done')
  expect([...work(20_000)].length).toBeGreaterThanOrEqual(4)
  expect([...work(20)]).toEqual([])
})

it('says in every pause how far it is', () => {
  expect(new Set(pausing(0.5, work(20_000)))).toEqual(new Set([0.5]))
})

/** Returns purchases of one item, one for each demand. */
function shop(demands: number): PlannerInput {
  return {
    ...emptyRows(),
    locations: [{ name: 'Shop' }],
    items: [{ name: 'Bell' }],
    suppliers: [{ name: 'Bells Inc' }],
    itemSuppliers: [{ supplier: 'Bells Inc', item: 'Bell', location: 'Shop', leadtime: day }],
    demands: Array.from({ length: demands }, (_, index) => ({
      name: String(index),
      item: 'Bell',
      location: 'Shop',
      quantity: 1,
      due: (20_000 + (index % 1_000)) * day,
    })),
    settings: {
      current: 20_000 * day,
      plantype: 1,
      constraints: { capacity: true, manufacturingLeadTime: true, purchasingLeadTime: true },
      autoFence: 0,
      moveApprovedEarly: false,
      moveApprovedLate: false,
      administrativeLeadTime: 0,
      deliveryDuration: 0,
    },
  }
}

it('lets others have turns while a large plan is taken back in parts and told', () => {
  const solving = solveInSteps(shop(5_000))
  let atTheEnd = 0
  let step = solving.next()
  for (; step.done !== true; step = solving.next()) if (step.value === 1) atTheEnd += 1
  const solution = step.value
  expect(solution.plan.orders.length).toBeGreaterThan(4_096)
  // The orders are processed several times, with a pause each time.
  expect(atTheEnd).toBeGreaterThan(2)
  expect([...analyzePlanInSteps(solution)].length).toBeGreaterThan(5)
})
