import { expect, it } from 'vitest'
import { modelSize, planningModel } from '../../../bench/planner/model.ts'
import { finish } from '../pauses.ts'
import { LivePlan } from './live-plan.ts'
import { LiveState } from './state.ts'

it('numbers all orders once, although the steps that number them were ended early before', () => {
  const { state } = finish(LivePlan.prepare(planningModel(modelSize(1_000, 'usual'), 'usual')))
  const { network, plan } = state
  const again = finish(LiveState.create(network, plan, [...state.deliveries.values()], new Map(), () => ''))
  {
    using ended = again.indexOrders()
    expect(ended.next().done).toBe(false)
  }
  const serials = new Set(plan.orders.map(({ serial }) => serial))
  expect([serials.size, again.index.serials]).toEqual([plan.orders.length, plan.orders.length])
})
