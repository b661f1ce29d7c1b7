/** Tests when a sales order counts as delivered on time. */
import { describe, expect, it } from 'vitest'
import type { PeggedOrder } from '../../platform/api/pegging.ts'
import { isLateDelay } from './delay.ts'
import { isOnTime, missingOf } from './delivery.ts'

const delivery = (pegged: number, delay = '-1 00:00:00'): PeggedOrder => ({
  id: 1,
  parent: null,
  level: 0,
  reference: 'D-1',
  type: 'DLVR',
  status: 'proposed',
  owner: null,
  operation: null,
  item: 'chair',
  location: 'shop',
  origin: null,
  destination: null,
  supplier: null,
  demand: 'SO-1',
  pegged,
  quantity: pegged,
  startdate: '2026-03-02T00:00:00',
  enddate: '2026-03-02T00:00:00',
  due: '2026-03-03T00:00:00',
  delay,
  criticality: null,
  resources: null,
  resource_names: [],
  more: false,
})

describe('a sales order', () => {
  it('is on time if all of it is delivered by its due date, and no reason speaks against it', () => {
    const orders = [delivery(4), { ...delivery(6), id: 2 }]
    expect(missingOf(10, orders)).toBe(0)
    expect(isOnTime(orders, [], 0)).toBe(true)
  })

  it('is not called on time while its reasons or its quantity are unknown', () => {
    const orders = [delivery(10)]
    expect(isOnTime(orders, undefined, 0)).toBe(false)
    expect(isOnTime(orders, [], undefined)).toBe(false)
  })

  it('is short by what its deliveries do not cover', () => {
    const orders = [delivery(4)]
    expect(missingOf(10, orders)).toBe(6)
    expect(isOnTime(orders, [], 6)).toBe(false)
  })

  it('is late also by less than an hour', () => {
    expect(isLateDelay('00:45:00')).toBe(true)
    expect(isLateDelay('00:00:00')).toBe(false)
    expect(isLateDelay('-1 00:00:00')).toBe(false)
    expect(isOnTime([delivery(10, '00:45:00')], [], 0)).toBe(false)
  })
})
