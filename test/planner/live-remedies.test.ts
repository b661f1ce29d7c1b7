/** Tests remedies that make late sales orders earlier, and that each has its stated effect. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LivePlan } from '../../src/planner/live/live-plan.ts'
import type { Remedy } from '../../src/planner/live/remedies/remedy.ts'
import { needsOf } from '../../src/planner/live/remedies/needed.ts'
import { allRemedies, situationOf } from '../../src/planner/live/remedies/remedies-for.ts'
import { finish } from '../../src/planner/pauses.ts'
import { proposalsOf } from '../../src/planner/previous/proposals.ts'
import { solve } from '../../src/planner/solve.ts'
import { day, hour } from '../../src/planner/time.ts'
import { scale } from '../support/scale.ts'
import { type FixtureRow, plannerInput, secondsOf } from './fixture-input.ts'
import { prepare, snapshotOf, testTimeoutMs } from './live-support.ts'
import { current, date, networks, row } from './random-network.ts'
import { buys, days, demand, makes, plant, stock } from './small-plans.ts'

/** Returns a live plan in which all orders are stored. */
function stored(rows: readonly FixtureRow[]): LivePlan {
  const input = plannerInput(rows, { current })
  const { plan, deliveries } = solve(input)
  return prepare({ ...input, previous: proposalsOf(plan, deliveries) })
}

/** Returns the day of the delivery after a remedy was accepted; undefined if it is not delivered in full. */
function accepted(
  live: LivePlan,
  name: string,
  { next, touched, displace, mode }: Remedy,
): number | undefined {
  const attempt = finish(live.attempt(next, touched, { mode, displace }))
  const delivery = attempt.deliveryOf(name)!
  const end = Math.max(...delivery.shipments.map(({ order }) => order.end))
  const planned = delivery.shipments.reduce((sum, { quantity }) => sum + quantity, 0)
  attempt.close()
  return planned < delivery.demand.quantity - 1e-6 ? undefined : days(end)
}

const bench = (...rows: readonly FixtureRow[]): readonly FixtureRow[] => [
  plant,
  row('item', { name: 'bike' }),
  row('item', { name: 'frame' }),
  row('resource', { name: 'bench' }),
  makes({ duration: day }),
  row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
  ...rows,
]

const summaries = (remedies: readonly Remedy[]): readonly unknown[] =>
  remedies.map(({ kind, after, others }) => [kind, after.days_late, others.later])

/** Returns the remedies for bikes whose frames come too late, with another way to get frames that is used by hand. */
const elsewhere = (supply: FixtureRow['fields'], ...more: readonly FixtureRow[]): readonly Remedy[] =>
  allRemedies(
    stored(
      bench(
        row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
        buys({ item: 'frame', leadtime: 20 * day }),
        row('calendar', { name: 'open', defaultvalue: 1 }),
        row('calendarbucket', { calendar: 'open', value: 0, startdate: date(0), enddate: date(3) }),
        ...(supply['origin'] === undefined
          ? [buys({ item: 'frame', supplier: 'trader', leadtime: 2 * day, priority: 0, ...supply })]
          : [
              row('itemdistribution', {
                item: 'frame',
                location: 'plant',
                leadtime: 2 * day,
                priority: 0,
                ...supply,
              }),
            ]),
        ...more,
        demand({ name: 'A', due: date(4), quantity: 5, minshipment: 5 }),
      ),
    ),
    'A',
  ).filter(({ kind }) => kind === 'transfer' || kind === 'alternate')
/** Returns quantity, and days from now of start and end, of the order of the first remedy. */
const datesOf = ([remedy]: readonly Remedy[]): unknown =>
  remedy && [
    remedy.edits[0]!.fields['quantity'],
    ...['startdate', 'enddate'].map((name) => days(Number(remedy.edits[0]!.fields[name]))),
  ]

describe('remedies', () => {
  it('are none for an order that is in time', () => {
    expect(allRemedies(stored(bench(demand({ name: 'A', due: date(5) }))), 'A')).toEqual([])
  })

  it('expedite a purchase by as many days as it takes, and no more', () => {
    const live = stored(
      bench(
        row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
        buys({ item: 'frame', leadtime: 10 * day }),
        demand({ name: 'A', due: date(7) }),
      ),
    )
    // Frames arrive after 10 days and the bike is made on the day after: 4 days late.
    const [best, ...others] = allRemedies(live, 'A')
    expect(others).toEqual([])
    expect(best).toMatchObject({
      rank: 1,
      kind: 'expedite',
      summary: { code: 'expedite_purchase', values: { item: 'frame', supplier: 'shop', days: 4 } },
      before: { days_late: 4 },
      after: { date: secondsOf(date(7)), days_late: 0 },
      quantity_days: { before: 4, after: 0 },
      others: { later: 0, late: 0, days: 0, recovered: 0 },
    })
    expect(best!.edits).toEqual([
      {
        entity: 'input.purchaseorder',
        action: 'update',
        key: { reference: best!.summary.values['reference'] },
        fields: { status: 'approved', startdate: secondsOf(date(0)), enddate: secondsOf(date(6)) },
      },
    ])
    expect(accepted(live, 'A', best!)).toBe(7)
  })

  it('add a shift on the days that matter, or let others pay', () => {
    const live = stored(
      bench(
        demand({ name: 'A', due: date(1) }),
        demand({ name: 'B', due: date(1), priority: 2 }),
        demand({ name: 'C', due: date(1), priority: 3 }),
      ),
    )
    // One after the other on one bench: C is finished on day 3, two days late. With two at a time on the first day, C
    // is made in parallel with A, and B does not move.
    const remedies = allRemedies(live, 'C')
    expect(summaries(remedies)).toEqual([
      ['overtime', 0, 0],
      ['priority', 0, 2],
    ])
    expect(remedies[0]!.edits.map(({ entity, action }) => [entity, action])).toEqual([
      ['input.calendar', 'create'],
      ['input.calendarbucket', 'create'],
      ['input.resource', 'update'],
    ])
    expect(remedies[1]!.summary.values).toMatchObject({ demand: 'C', previous: 3 })
    for (const remedy of remedies) expect(accepted(live, 'C', remedy)).toBe(1 + remedy.after.days_late!)
  })

  it('open no day that the plant or the resource is declared closed on, and work no longer then', () => {
    const closed = { value: 0, startdate: date(4), enddate: date(7), priority: -5 }
    const live = stored(
      bench(
        row('calendar', { name: 'shift', defaultvalue: 0 }),
        row('calendarbucket', {
          calendar: 'shift',
          value: 1,
          starttime: '08:00:00',
          endtime: '16:00:00',
          saturday: false,
          sunday: false,
        }),
        row('calendarbucket', { calendar: 'shift', ...closed }),
        row('resource', { name: 'bench', available: 'shift' }),
        ...['A', 'B', 'C'].map((name, at) => demand({ name, due: date(6), priority: 1 + at })),
      ),
    )
    const days = [4, 5, 6].map((at) => secondsOf(date(at)))
    const remedies = allRemedies(live, 'C').filter(({ kind }) => kind === 'overtime')
    expect(remedies.length).toBeGreaterThan(0)
    const opened = remedies.flatMap(({ edits }) =>
      edits.flatMap(({ entity, fields }) =>
        entity === 'input.calendarbucket' && fields['value'] === 1 && fields['startdate'] !== undefined
          ? days.filter(
              (at) => Number(fields['startdate']) <= at && Number(fields['enddate'] ?? Infinity) > at,
            )
          : [],
      ),
    )
    expect(opened).toEqual([])
  })

  it('copy a night shift that other resources have too as one entry', () => {
    const night = { calendar: 'night', value: 1, saturday: false }
    const live = stored([
      plant,
      row('item', { name: 'bike' }),
      row('calendar', { name: 'night' }),
      // Hours past midnight are read as two entries.
      row('calendarbucket', { ...night, starttime: '22:00:00', friday: false }),
      row('calendarbucket', { ...night, endtime: '06:00:00', sunday: false }),
      row('resource', { name: 'bench', available: 'night' }),
      row('resource', { name: 'other bench', available: 'night' }),
      makes({ duration: 6 * hour }),
      row('operationresource', { operation: 'make', resource: 'bench', quantity: 1 }),
      ...[1, 2, 3, 4, 5, 6, 7].map((priority) =>
        demand({ name: `order ${priority}`, due: date(1), priority }),
      ),
    ])
    const found = allRemedies(live, 'order 7').find(({ kind }) => kind === 'overtime')
    const copied = found?.edits.filter(({ fields }) => fields?.['priority'] === 0)
    const days = { sunday: true, monday: true, tuesday: true, wednesday: true, thursday: true }
    expect(copied?.map(({ fields }) => fields)).toEqual([
      {
        calendar: 'night, bench',
        value: 1,
        priority: 0,
        starttime: 22 * 3600,
        endtime: 6 * 3600,
        ...days,
        friday: false,
        saturday: false,
      },
    ])
  })

  it('give a calendar a name that no other has', () => {
    const orders = ['A', 'B'].map((name) => demand({ name, due: date(1) }))
    const live = stored(bench(row('calendar', { name: 'Capacity, bench' }), ...orders))
    const found = allRemedies(live, 'B').find(({ kind }) => kind === 'overtime')
    expect(found?.edits[0]?.key).toEqual({ name: 'Capacity, bench 2' })
  })

  it('say which work and which supply the order would need on time', () => {
    const live = stored(
      bench(
        row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
        buys({ item: 'frame', leadtime: 10 * day }),
        demand({ name: 'A', due: date(7) }),
        demand({ name: 'B', due: date(7), priority: 2 }),
      ),
    )
    expect(needsOf(situationOf(live, 'A')!)).toEqual([
      { code: 'supply', owner: 'frame', amount: 1, by: secondsOf(date(6)) },
    ])
    const work = needsOf(situationOf(live, 'B')!).find(({ code }) => code === 'capacity')
    expect(work).toEqual({ code: 'capacity', owner: 'bench', amount: 24, by: secondsOf(date(7)) })
  })

  it('take an order out that would be safety stock, to make it sooner', () => {
    const live = stored(
      bench(
        stock('bike', 0, { minimum: 5 }),
        demand({ name: 'A', due: date(1) }),
        demand({ name: 'B', due: date(1), priority: 2 }),
        demand({ name: 'C', due: date(1), priority: 3 }),
      ),
    )
    const remedies = allRemedies(live, 'C')
    expect(new Set(remedies.map(({ kind }) => kind))).toEqual(new Set(['overtime', 'priority']))
    for (const remedy of remedies) expect(accepted(live, 'C', remedy)).toBe(1 + remedy.after.days_late!)
    const paid = remedies.find(({ kind }) => kind === 'priority')!.others
    expect(paid.paying.map(({ demand: name }) => name).toSorted()).toEqual(['A', 'B'])
  })

  it('buy from a supplier who is taken by hand only, and take stock from elsewhere', () => {
    const live = stored(
      bench(
        row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
        buys({ item: 'frame', leadtime: 10 * day }),
        buys({ item: 'frame', supplier: 'trader', leadtime: 2 * day, priority: 0 }),
        stock('frame', 3, { location: 'depot' }),
        row('itemdistribution', {
          item: 'frame',
          location: 'plant',
          origin: 'depot',
          leadtime: day,
          priority: 0,
        }),
        demand({ name: 'A', due: date(4) }),
      ),
    )
    const remedies = allRemedies(live, 'A')
    const codes = new Map(remedies.map((remedy) => [remedy.summary.code, remedy]))
    expect([...codes.keys()].toSorted()).toEqual(['alternate_supplier', 'expedite_purchase', 'transfer'])
    expect(codes.get('transfer')).toMatchObject({
      rank: 1,
      summary: { values: { item: 'frame', origin: 'depot', destination: 'plant', quantity: 1 } },
      after: { days_late: 0 },
    })
    expect(codes.get('alternate_supplier')).toMatchObject({ after: { days_late: 0 } })
    for (const remedy of remedies) expect(accepted(live, 'A', remedy)).toBe(4)
  })

  it('buy whole lots of the other supplier, also where the largest is no multiple', () => {
    const lots = { sizeminimum: 1, sizemultiple: 4, sizemaximum: 10 }
    const live = stored(
      bench(
        row('operationmaterial', { operation: 'make', item: 'frame', quantity: -11, type: 'start' }),
        buys({ item: 'frame', leadtime: 10 * day }),
        buys({ item: 'frame', supplier: 'trader', leadtime: 2 * day, priority: 0, ...lots }),
        stock('frame', 4),
        demand({ name: 'A', due: date(4) }),
      ),
    )
    const bought = allRemedies(live, 'A').filter(({ summary: { code } }) => code === 'alternate_supplier')
    expect(bought.map(({ summary: { values } }) => values['quantity'])).toEqual([8])
  })

  it('buy from another supplier only as he delivers: when he is open, after his fence, within his dates', () => {
    const closed = row('supplier', { name: 'trader', available: 'open' })
    expect(datesOf(elsewhere({}))).toEqual([5, 0, 2])
    expect(datesOf(elsewhere({}, closed))).toEqual([5, 3, 5])
    expect(datesOf(elsewhere({ fence: 4 * day }))).toEqual([5, 4, 6])
    expect(datesOf(elsewhere({ effective_start: date(7) }))).toEqual([5, 5, 7])
    expect(datesOf(elsewhere({ effective_end: date(1) }))).toBeUndefined()
    expect(datesOf(elsewhere({ hard_safety_leadtime: 18 * day }))).toBeUndefined()
  })

  it('buy from a supplier of the group of the item, or of the region of the location', () => {
    const groups = [row('item', { name: 'frames' }), row('item', { name: 'frame', owner: 'frames' })]
    expect(datesOf(elsewhere({ item: 'frames' }, ...groups))).toEqual([5, 0, 2])
    const region = [row('location', { name: 'plant', owner: 'north' }), row('location', { name: 'north' })]
    expect(datesOf(elsewhere({ location: 'north' }, ...region))).toEqual([5, 0, 2])
  })

  it('take stock from elsewhere only as it can come: when the location is open, after the fence, in lots', () => {
    const depot = stock('frame', 50, { location: 'depot' })
    const brought = (fields: FixtureRow['fields'], ...more: readonly FixtureRow[]): unknown =>
      datesOf(elsewhere({ origin: 'depot', ...fields }, depot, ...more))
    expect(brought({})).toEqual([5, 0, 2])
    expect(brought({}, row('location', { name: 'plant', available: 'open' }))).toEqual([5, 3, 5])
    expect(brought({ fence: 4 * day })).toEqual([5, 4, 6])
    expect(brought({ effective_start: date(7) })).toEqual([5, 5, 7])
    expect(brought({ effective_end: date(1) })).toBeUndefined()
    expect(brought({ sizeminimum: 12, sizemultiple: 8 })).toEqual([16, 0, 2])
    expect(brought({ sizeminimum: 60 })).toBeUndefined()
  })

  it('take stock above the safety stock of a location from which only other items come', () => {
    const live = stored(
      bench(
        row('location', { name: 'depot' }),
        row('item', { name: 'saddle' }),
        row('operationmaterial', { operation: 'make', item: 'frame', quantity: -1, type: 'start' }),
        buys({ item: 'frame', leadtime: 10 * day }),
        stock('frame', 7, { location: 'depot', minimum: 4 }),
        row('itemdistribution', { item: 'saddle', location: 'plant', origin: 'depot', leadtime: 2 * day }),
        demand({ name: 'A', due: date(4), quantity: 5 }),
      ),
    )
    const found = allRemedies(live, 'A').find(({ kind }) => kind === 'transfer')!
    expect(found).toMatchObject({
      summary: { values: { item: 'frame', origin: 'depot', destination: 'plant', quantity: 3 } },
      edits: [
        {
          entity: 'input.distributionorder',
          action: 'create',
          fields: { enddate: secondsOf(date(2)), quantity: 3 },
        },
      ],
    })
    // The other two frames are bought, and the bikes are not complete until then.
    expect(found.after.days_late).toBe(found.before.days_late)
  })

  it('do what they say, and leave the plan as it was', { timeout: testTimeoutMs }, () => {
    const kinds = new Map<string, number>()
    for (const rows of fc.sample(networks, { numRuns: scale({ short: 8, full: 12 }), seed: 31 })) {
      const live = stored(rows)
      const before = snapshotOf(live)
      for (const { name } of live.input.demands.slice(0, 3)) {
        const remedies = allRemedies(live, name)
        expect(snapshotOf(live)).toBe(before)
        for (const remedy of remedies.slice(0, 3)) {
          kinds.set(remedy.kind, (kinds.get(remedy.kind) ?? 0) + 1)
          const { date: told } = remedy.after
          expect(accepted(live, name, remedy)).toBe(told === null ? undefined : days(told))
        }
      }
    }
    expect(kinds.size).toBeGreaterThan(3)
  })
})
