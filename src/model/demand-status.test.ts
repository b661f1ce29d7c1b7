/** Tests that the planner plans the sales orders whose status the model declares as planned. */
import { expect, it } from 'vitest'
import { plannable } from '../planner/network/plannable.ts'
import { demand } from './entities/demand.ts'
import { isPlannedStatus } from './demand-status.ts'

it('declares the statuses that the planner plans', () => {
  const choices = demand.fields.find(({ name }) => name === 'status')?.choices ?? []
  expect(choices.length).toBeGreaterThan(2)
  for (const status of [null, ...choices]) {
    const order = { name: 'SO', item: 'chair', quantity: 1, due: 0, priority: 1, status }
    expect([status, plannable([order], []).length === 1]).toEqual([status, isPlannedStatus(status)])
  }
})
