/** Tests the quantities, dates and number of shipments of deliveries. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planResult } from '../../src/planner/result/plan-result.ts'
import { linesOf } from '../../src/planner/search/deliver-together.ts'
import { solve } from '../../src/planner/solve.ts'
import { day, hour } from '../../src/planner/time.ts'
import { type FixtureRow, plannerInput } from './fixture-input.ts'
import { current, networks } from './random-network.ts'
import { buys, date, demand, makes, plan, plant, planWith, row, shipped, stock } from './small-plans.ts'

const line = (name: string, fields: object) =>
  demand({ name, owner: 'customer order', policy: 'alltogether', minshipment: 0, ...fields })

const onBench = (operation: string) => row('operationresource', { operation, resource: 'bench', quantity: 1 })

describe('lines that are shipped together', () => {
  it('leave on the date of the slowest of them, and say for whom they wait', () => {
    const lines = [
      line('bike', { item: 'bike', due: date(3), quantity: 2 }),
      line('pump', { item: 'pump', due: date(3), quantity: 5 }),
    ]
    const solution = plan(plant, stock('bike', 2), buys({ item: 'pump', leadtime: 8 * day }), ...lines)
    expect(shipped(solution)).toEqual({ bike: [[8, 2]], pump: [[8, 5]] })
    const purchase = { kind: 'lead time', owner: 'Purchase pump @ plant from shop', gain: 5 * day }
    expect(solution.deliveries[0]!.reasons).toMatchObject([purchase, { kind: 'sync demand', owner: 'pump' }])
    expect(solution.deliveries[1]!.reasons).toMatchObject([purchase])
  })

  it('are explained by what delays them all, as far as the others are not late by themselves', () => {
    const solution = plan(
      plant,
      makes({ duration: 3 * day }),
      buys({ item: 'pump', leadtime: 5 * day }),
      line('bike', { item: 'bike', due: date(1), quantity: 10 }),
      line('pump', { item: 'pump', due: date(1), quantity: 10 }),
    )
    expect(shipped(solution)).toEqual({ bike: [[5, 10]], pump: [[5, 10]] })
    const purchase = { kind: 'lead time', owner: 'Purchase pump @ plant from shop', gain: 2 * day }
    const [bike, pump] = solution.deliveries.map(({ reasons }) => reasons)
    expect(bike).toMatchObject([purchase, { kind: 'sync demand', owner: 'pump' }])
    expect(pump).toMatchObject([purchase])
  })

  it('are explained by several constraints where each of them alone delays them all', () => {
    const solution = plan(
      plant,
      makes({ duration: 5 * day }),
      buys({ item: 'pump', leadtime: 5 * day }),
      line('bike', { item: 'bike', due: date(1), quantity: 10 }),
      line('pump', { item: 'pump', due: date(2), quantity: 10 }),
    )
    const [bike, pump] = solution.deliveries.map(({ reasons }) => reasons)
    expect(bike!.map(({ owner, gain }) => [owner, gain])).toEqual([
      ['make', 4 * day],
      ['Purchase pump @ plant from shop', 4 * day],
    ])
    expect(pump!.map(({ gain }) => gain)).toEqual([3 * day, 3 * day])
    expect(bike!.every(({ together }) => together?.length === 1)).toBe(true)
  })

  it('are explained by the resource for which they compete', () => {
    const solution = plan(
      plant,
      row('resource', { name: 'bench' }),
      makes({ name: 'make bike', item: 'bike', duration: 2 * day }),
      makes({ name: 'make pump', item: 'pump', duration: 2 * day }),
      onBench('make bike'),
      onBench('make pump'),
      line('bike', { item: 'bike', due: date(2) }),
      line('pump', { item: 'pump', due: date(2) }),
    )
    expect(shipped(solution)).toEqual({ bike: [[4, 1]], pump: [[4, 1]] })
    for (const { reasons } of solution.deliveries)
      expect(reasons).toMatchObject([{ kind: 'capacity', owner: 'bench', gain: 2 * day }])
  })

  it('wait for the slow one, not for another that is in stock too', () => {
    const solution = plan(
      plant,
      stock('bike', 2),
      buys({ item: 'pump', leadtime: 5 * day }),
      ...['bell', 'lamp', 'pump'].map((name) =>
        line(name, { item: name === 'pump' ? 'pump' : 'bike', due: date(1) }),
      ),
    )
    for (const { demand: of, reasons } of solution.deliveries)
      expect(reasons.flatMap(({ kind, owner }) => (kind === 'sync demand' ? owner : []))).toEqual(
        of.name === 'pump' ? [] : ['pump'],
      )
  })

  it('never wait for themselves, and are explained in a moment where there are thousands', () => {
    const lines = Array.from({ length: 1500 }, (_, at) =>
      line(`line ${at}`, { item: at === 700 ? 'pump' : 'bike', due: date(1), quantity: 1 }),
    )
    const solution = plan(plant, stock('bike', 1500), buys({ item: 'pump', leadtime: 5 * day }), ...lines)
    for (const { demand: of, reasons } of solution.deliveries) {
      expect(reasons.length, of.name).toBeGreaterThan(0)
      expect(reasons.filter(({ kind }) => kind === 'sync demand').map(({ owner }) => owner)).toEqual(
        of.name === 'line 700' ? [] : ['line 700'],
      )
    }
  })

  it('leave when each can be there, also where they are in the way of each other on that date', () => {
    const rows = fc.sample(networks, { numRuns: 112, seed: 2 }).at(-1)!
    const { 'demand 3': one, 'demand 4': other } = shipped(plan(...rows))
    expect([one, other]).toEqual([[[expect.closeTo(17.46), 17]], [[expect.closeTo(17.46), 17]]])
  })

  it('are on time if they are on time when they are made as soon as possible', () => {
    const solution = plan(
      plant,
      row('resource', { name: 'bench' }),
      makes({ name: 'make bike', item: 'bike', duration: 2 * day }),
      makes({ name: 'make pump', item: 'pump', duration: 3 * day }),
      makes({ name: 'service', item: 'report', duration: day / 2 }),
      ...['make bike', 'make pump', 'service'].map(onBench),
      row('operationplan', {
        reference: 'MO 1',
        type: 'MO',
        operation: 'service',
        status: 'confirmed',
        quantity: 1,
        startdate: date(2),
        enddate: date(2.5),
      }),
      line('bike', { item: 'bike', due: date(5.5) }),
      line('pump', { item: 'pump', due: date(5.5) }),
    )
    expect(shipped(solution)).toEqual({ bike: [[5.5, 1]], pump: [[5.5, 1]] })
  })

  it('leave as soon as all can be made, one after the other from now on', () => {
    const solution = plan(
      plant,
      row('resource', { name: 'bench' }),
      makes({ name: 'make bike', item: 'bike' }),
      makes({ name: 'make pump', item: 'pump', duration: 3 * day }),
      onBench('make bike'),
      onBench('make pump'),
      line('bike', { item: 'bike', due: date(2) }),
      line('pump', { item: 'pump', due: date(2) }),
    )
    expect(shipped(solution)).toEqual({ bike: [[4, 1]], pump: [[4, 1]] })
  })

  it('do not leave at all when one of them cannot', () => {
    const lines = [line('bike', { due: date(3) }), line('pump', { item: 'pump', due: date(3) })]
    const solution = plan(plant, stock('bike', 2), ...lines)
    expect(shipped(solution)).toEqual({ bike: [], pump: [] })
    // The bike is there: it only waits for the pump.
    const reasons = [...planResult(solution).constraints].map(({ demand: of, name, owner }) => [
      of,
      name,
      owner,
    ])
    expect(reasons).toEqual([
      ['bike', 'material shortage', 'pump @ plant'],
      ['bike', 'sync demand', 'pump'],
      ['pump', 'material shortage', 'pump @ plant'],
    ])
  })
})

describe('lines of which one is late and one cannot leave', () => {
  it('wait for the one that cannot', () => {
    const lines = ['bike', 'pump', 'rack'].map((item) => line(item, { item, due: date(3) }))
    const slow = makes({ name: 'make pump', item: 'pump', duration: 9 * day })
    const solution = plan(plant, stock('bike', 2), slow, ...lines)
    const { reasons } = solution.deliveries.find((one) => one.demand.name === 'bike')!
    expect(reasons).toMatchObject([
      { kind: 'no supply', owner: 'rack' },
      { kind: 'sync demand', owner: 'rack' },
    ])
  })
})

describe('a demand that cannot be shipped in full', () => {
  it('gets as much as there is, even when the rest would be too small a shipment', () => {
    const few = demand({ quantity: 10, minshipment: 5, due: date(5) })
    expect(shipped(plan(plant, stock('bike', 7), few))).toEqual({ order: [[5, 7]] })
  })

  it('gets nothing when that is less than the least that is shipped', () => {
    const few = demand({ quantity: 10, minshipment: 8, due: date(5) })
    expect(shipped(plan(plant, stock('bike', 7), few))).toEqual({ order: [] })
  })

  it('never gets less than the smallest shipment', () => {
    const small = demand({ quantity: 2, minshipment: 5, due: date(5) })
    const solution = plan(plant, stock('bike', 7), small)
    expect(shipped(solution)).toEqual({ order: [[5, 5]] })
    const { problems } = planResult(solution)
    expect([...problems].map(({ owner, name, description }) => [owner, name, description])).toContainEqual([
      'order',
      'invalid data',
      'Demand "order" has a minimum shipment of 5, more than its quantity of 2: the minimum shipment is shipped.',
    ])
  })

  it('gets no more parts than are sensible, and the rest at once', () => {
    const slow = makes({ type: 'time_per', duration: 0, duration_per: day, sizemaximum: 1 })
    const cell = [
      row('resource', { name: 'cell' }),
      row('operationresource', { operation: 'make', resource: 'cell', quantity: 1 }),
    ]
    const solution = plan(plant, slow, ...cell, demand({ quantity: 40, minshipment: 1, due: date(0) }))
    const shipments = shipped(solution)['order']!
    expect(shipments.reduce((sum, [, quantity]) => sum + quantity, 0)).toBe(40)
  })

  it('includes a rest below the minimum shipment in the last part', () => {
    // Until the due date, 6 are made at a time: the fifth time makes the last one.
    const solution = plan(
      plant,
      makes({ type: 'time_per', duration: 2 * day, duration_per: 7 * hour }),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1 }),
      buys({ item: 'frame', leadtime: 0, effective_start: date(8) }),
      demand({ quantity: 25, minshipment: 5, maxlateness: 0, due: date(12) }),
    )
    const shipments = shipped(solution)['order']!
    expect(shipments.reduce((sum, [, quantity]) => sum + quantity, 0)).toBe(25)
    expect(Math.min(...shipments.map(([, quantity]) => quantity))).toBeGreaterThanOrEqual(5)
  })
})

describe('what has been shipped', () => {
  it('is not shipped again', () => {
    const done = row('operationplan', {
      reference: 'shipment 1',
      type: 'DLVR',
      status: 'confirmed',
      demand: 'order',
      quantity: 4,
      startdate: date(2),
      enddate: date(2),
    })
    const solution = plan(plant, stock('bike', 20), done, demand({ quantity: 10, due: date(5) }))
    expect(shipped(solution)).toEqual({
      order: [
        [2, 4],
        [5, 6],
      ],
    })
  })
})

describe('the rest of a demand that cannot be shipped', () => {
  const done = row('operationplan', {
    reference: 'shipment 1',
    type: 'DLVR',
    status: 'confirmed',
    demand: 'order',
    quantity: 40,
    startdate: date(2),
    enddate: date(2),
  })

  it('stays open, whatever has been shipped already', () => {
    const solution = plan(plant, stock('bike', 40), done, demand({ quantity: 100, due: date(5) }))
    expect(shipped(solution)).toEqual({ order: [[2, 40]] })
    expect(solution.deliveries[0]!.reasons).not.toEqual([])
  })

  it('stays open beside a planned part', () => {
    const solution = plan(plant, stock('bike', 70), done, demand({ quantity: 100, due: date(5) }))
    expect(shipped(solution)['order']!.map(([, quantity]) => quantity)).toEqual([40, 30])
    expect(solution.deliveries[0]!.reasons).not.toEqual([])
  })
})

describe('a demand for which an operation is named', () => {
  it('is shipped in lots of its largest size', () => {
    const solution = plan(
      plant,
      stock('frame', 100),
      makes({ item: undefined, sizemaximum: 4 }),
      row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
      demand({ operation: 'make', quantity: 10, due: date(5), minshipment: 1 }),
    )
    expect(shipped(solution)).toEqual({
      order: [
        [5, 4],
        [5, 4],
        [5, 2],
      ],
    })
  })
})

describe('stock that is negative', () => {
  it('is brought to zero before anything else', () => {
    const solution = plan(
      plant,
      stock('bike', -3),
      buys({ leadtime: 4 * day }),
      demand({ quantity: 2, due: date(10) }),
    )
    expect(shipped(solution)).toEqual({ order: [[10, 2]] })
    const bought = solution.plan.orders.filter(({ operation }) => operation.kind === 'purchase')
    expect(bought.map(({ quantity }) => quantity)).toEqual([5])
  })

  it('is brought to zero with what is taken before that comes', () => {
    const taken = row('operationplan', {
      reference: 'MO 1',
      type: 'MO',
      status: 'confirmed',
      operation: 'make',
      quantity: 4,
      startdate: date(2),
      enddate: date(3),
    })
    const takes = row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' })
    const solution = plan(
      plant,
      makes({}),
      takes,
      stock('frame', -3),
      buys({ item: 'frame', leadtime: 5 * day, batchwindow: 0 }),
      taken,
      demand({ name: 'frames', item: 'frame', quantity: 2, due: date(20) }),
    )
    expect(shipped(solution)).toEqual({ frames: [[20, 2]] })
    expect(solution.network.buffers.map(({ stock: level }) => level.level(Infinity) >= 0)).not.toContain(
      false,
    )
  })
})

const part = (name: string): FixtureRow =>
  makes({ name, owner: 'ship', item: undefined, priority: 50, duration: 0 })

const takes = (operation: string, item: string): FixtureRow =>
  row('operationmaterial', { operation, item, quantity: -1, type: 'start' })

it('a late sales order whose delivery has several parts ships each of them once', () => {
  const { plan: made } = planWith(
    { autoFence: 999 * day },
    plant,
    row('item', { name: 'bike' }),
    row('item', { name: 'box' }),
    row('supplier', { name: 'shop' }),
    buys({ leadtime: 2 * day }),
    stock('bike', 0, { minimum: 10 }),
    stock('box', 100),
    makes({ name: 'ship', type: 'split', item: undefined, duration: undefined }),
    part('ship bike'),
    part('ship box'),
    takes('ship bike', 'bike'),
    takes('ship box', 'box'),
    row('operationplan', {
      reference: 'PO1',
      type: 'PO',
      status: 'confirmed',
      item: 'bike',
      location: 'plant',
      supplier: 'shop',
      quantity: 20,
      startdate: date(0),
      enddate: date(8),
    }),
    demand({ quantity: 20, due: date(1), minshipment: 20, operation: 'ship' }),
  )
  const shipments = made.orders.filter(({ operation }) => operation.name.startsWith('ship '))
  expect(shipments.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(20)
})

describe('late sales orders that ship by themselves', () => {
  // Longer than deliveries are closed at a weekend.
  const closed = 3 * day

  it.each([32, 87])('leave once their goods are in stock, in random network %i', (seed) => {
    const [rows] = fc.sample(networks, { numRuns: 1, seed })
    const { deliveries, network } = solve(plannerInput(rows!, { current }))
    const waiting = deliveries.flatMap(({ demand, shipments }) =>
      linesOf(demand, network.demands).length > 1
        ? []
        : shipments.flatMap(({ order: { locked, end, movements } }) =>
            movements.filter(
              ({ buffer, date, quantity }) =>
                locked === undefined &&
                end - closed > demand.due &&
                buffer.stock.firstBelow(date - closed, date, -quantity) >= date,
            ),
          ),
    )
    expect(waiting).toEqual([])
  })
})
