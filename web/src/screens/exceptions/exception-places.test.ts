/** Tests the addresses to which exceptions lead. */
import { expect, it } from 'vitest'
import type { PlanException } from '../../platform/api/exceptions.ts'
import { bottleneckPlace, placeOf } from './exception-places.ts'

const exception = (given: Partial<PlanException>): PlanException => ({
  id: 'demand:SO-1',
  rank: 1,
  kind: 'short',
  subject: 'SO-1',
  type: null,
  item: null,
  location: null,
  customer: null,
  supplier: null,
  cause: null,
  bottleneck: null,
  entity: null,
  together: null,
  startdate: null,
  enddate: null,
  quantity: null,
  days: null,
  effect: 0,
  value: 0,
  count: 1,
  description: null,
  status: 'open',
  until: null,
  assignee: null,
  note: null,
  ...given,
})

it.each([
  ['never open', 'capacity', 'Saw', '/app/default/data/resource/Saw'],
  ['never open', 'operation', 'Make', '/app/default/data/operation/Make'],
  ['missing reference', 'demand', 'SO-1', '/app/default/data/demand/SO-1'],
  ['overload', 'capacity', 'Saw', '/app/default/reports/resource/Saw'],
  ['overload', null, 'Saw', undefined],
])('a bottleneck that is %s leads to its %s', (cause, entity, bottleneck, href) => {
  expect(bottleneckPlace('default', exception({ cause, entity, bottleneck }))).toBe(href)
})

it.each([
  ['demand', 'SO-1', '/app/default/data/demand/SO-1'],
  ['material', 'Frame @ Plant', '/app/default/reports/inventory/Frame~Plant'],
  ['operation', 'MO-1', undefined],
])('a data fault of %s leads to its record', (entity, subject, href) => {
  expect(placeOf('default', exception({ kind: 'data', cause: 'invalid data', entity, subject }))).toBe(href)
})
