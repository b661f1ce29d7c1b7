/** What findings name. */
import { expect, it } from 'vitest'
import { hrefOfFinding, objectOf } from './finding-links.ts'

it.each([
  ['capacity', 'Tube saw', { entity: 'input.resource', key: 'Tube saw' }],
  ['demand', 'SO-1', { entity: 'input.demand', key: 'SO-1' }],
  ['material', 'Frame @ Plant', { stock: ['Frame', 'Plant'] }],
  ['material', 'Frame @ Plant @ B1', { stock: ['Frame', 'Plant', 'B1'] }],
  ['material', 'Frame', { entity: 'input.item', key: 'Frame' }],
  ['operation', 'Weld frame', { entity: 'input.operation', key: 'Weld frame' }],
  ['operation', 'Purchase Tube 30 @ Plant from Steel & Co', { stock: ['Tube 30', 'Plant'] }],
  ['operation', 'Purchase Tube @ 30 @ Plant from Steel & Co', { stock: ['Tube', '30', 'Plant'] }],
  ['operation', 'Ship City from Plant to Store', { stock: ['City', 'Store'] }],
  ['operation', 'Ship City @ Store', { stock: ['City', 'Store'] }],
])('an owner of %s, %s', (entity, owner, found) => {
  expect(objectOf('owner', { entity, owner, name: 'overload' })).toEqual(found)
})

it('names nothing where nobody can say what it is', () => {
  expect(objectOf('owner', { entity: 'operation', owner: 'MO-1', name: 'invalid data' })).toBeUndefined()
  for (const owner of ['Ship City from Plant to Road to Lyon', 'Ship Kit from hall from Plant to Store'])
    expect(objectOf('owner', { entity: 'operation', owner, name: 'overload' })).toBeUndefined()
  expect(objectOf('description', { entity: 'demand', description: 'SO-1' })).toBeUndefined()
  expect(objectOf('demand', { demand: null })).toBeUndefined()
})

it.each([
  ['never open', 'capacity', '/app/default/data/resource/Saw'],
  ['missing reference', 'demand', '/app/default/data/demand/Saw'],
  ['missing reference', 'operation', '/app/default/data/operation/Saw'],
  ['invalid data', 'demand', '/app/default/data/demand/Saw'],
  ['overload', 'capacity', '/app/default/reports/resource/Saw'],
  ['overdue', 'demand', '/app/default/data/demand/Saw/plan'],
])('%s of %s leads to where it is mended', (name, entity, href) => {
  const row = { name, entity, owner: 'Saw' }
  const found = objectOf('owner', row)
  expect(found && hrefOfFinding('default', found, row)).toBe(href)
})
