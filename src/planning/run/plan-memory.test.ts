import { describe, expect, it } from 'vitest'
import { modelSize, planningModel } from '../../../bench/planner/model.ts'
import { solve } from '../../planner/solve.ts'
import { checkLiveMemory, checkMemory, loadedSize, planSize } from './plan-memory.ts'

const input = planningModel(modelSize(1_000, 'usual'), 'usual')

describe('the size of a plan', () => {
  it('is known before it is made, within a factor of three', () => {
    const { orders, bytes } = planSize(input)
    const made = solve(input).plan.orders.length
    expect(orders).toBeGreaterThan(0.8 * made)
    expect(orders).toBeLessThan(3 * made)
    expect(bytes).toBeGreaterThan(made * 500)
  })

  it('counts items that are made of each other once', () => {
    const circle = {
      ...input,
      operations: ['a', 'b'].map((item) => ({ name: `make ${item}`, item, location: 'plant' })),
      materials: [
        { operation: 'make a', item: 'b', quantity: -1 },
        { operation: 'make b', item: 'a', quantity: -1 },
      ],
      demands: [{ name: 'A', item: 'a', quantity: 1, due: 0 }],
      orders: [],
    }
    expect(planSize(circle).orders).toBe(3)
  })

  it('is refused where there is not enough memory, with what it needs and what to do', () => {
    const size = { orders: 5_000_000, bytes: 4.5 * 2 ** 30 }
    expect(() => checkMemory(size, 6 * 2 ** 30)).not.toThrow()
    expect(() => checkMemory(size, 4 * 2 ** 30)).toThrow(
      /about 5,000,000 orders and take about 4\.5 GB of memory, and this process may use 4\.0 GB\. .*machine with more memory/,
    )
  })
  it('of a stored plan follows from its proposals, not from the demands', () => {
    const previous = ['1', '2', '3'].map((reference) => ({
      reference,
      type: 'PO',
      quantity: 1,
      resources: [],
    }))
    expect(loadedSize({ ...input, previous }).orders).toBe(input.orders.length + 3)
    expect(loadedSize(input)).toEqual(planSize(input))
  })

  it('is refused for trials where it does not fit, with the setting to raise', () => {
    const size = { orders: 5_000_000, bytes: 4.5 * 2 ** 30 }
    expect(() => checkLiveMemory(size, 4.5 * 2 ** 30)).not.toThrow()
    expect(() => checkLiveMemory(size, 2 * 2 ** 30)).toThrow(
      /about 5,000,000 orders and takes about 4\.5 GB of memory, and its process may use 2\.0 GB\. Raise LIVE_PLAN_MEMORY\./,
    )
  })
})
