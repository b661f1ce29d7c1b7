/** Tests the edits that deliver a part of a sales order on a date of its own. */
import { describe, expect, it } from 'vitest'
import { partName, splitEdits } from './split-order.ts'

const record = {
  name: 'SO-1',
  item: 'chair',
  customer: 'Radhaus',
  quantity: 100,
  due: '2026-03-02T00:00:00',
  priority: 3,
  minshipment: 60,
  description: null,
  delay: '5 00:00:00',
  lastmodified: '2026-01-01T00:00:00',
}
const writable = ['name', 'item', 'customer', 'quantity', 'due', 'priority', 'minshipment', 'description']

describe('a part of a sales order', () => {
  it('becomes an order like it, and the order keeps the rest', () => {
    const part = { quantity: 40, due: '2026-02-16T00:00:00' }
    expect(splitEdits({ record, writable, changed: {}, part, name: 'SO-1-2' })).toEqual([
      { entity: 'input.demand', action: 'update', key: 'SO-1', fields: { quantity: 60 } },
      {
        entity: 'input.demand',
        action: 'create',
        fields: {
          name: 'SO-1-2',
          item: 'chair',
          customer: 'Radhaus',
          quantity: 40,
          due: '2026-02-16T00:00:00',
          priority: 3,
          // No shipment is larger than its order.
          minshipment: 40,
        },
      },
    ])
  })

  it('has the other changes of the form too, and is taken from the new quantity', () => {
    const changed = { quantity: 50.3, priority: 1, due: '2026-04-01T00:00:00' }
    const part = { quantity: 0.1, due: '2026-02-16T00:00:00' }
    expect(splitEdits({ record, writable, changed, part, name: 'SO-1-2' })).toMatchObject([
      { fields: { quantity: 50.2, priority: 1, due: '2026-04-01T00:00:00', minshipment: 50.2 } },
      { fields: { quantity: 0.1, priority: 1, due: '2026-02-16T00:00:00' } },
    ])
  })

  it('does not wait for the other lines of its owner, and is not of the source of the order', () => {
    const line = { ...record, owner: 'SO-GROUP', policy: 'alltogether', source: 'erp' }
    const all = [...writable, 'owner', 'policy', 'source']
    const part = { quantity: 40, due: '2026-02-16T00:00:00' }
    const [rest, order] = splitEdits({ record: line, writable: all, changed: {}, part, name: 'SO-1-2' })
    expect(rest).toMatchObject({ fields: { quantity: 60 } })
    expect(order?.fields).toMatchObject({ owner: 'SO-GROUP', policy: 'independent' })
    expect(order?.fields).not.toHaveProperty('source')
    const whole = { ...line, owner: null }
    expect(splitEdits({ record: whole, writable: all, changed: {}, part, name: 'SO-1-2' })[1]).toMatchObject({
      fields: { policy: 'alltogether' },
    })
  })

  it('gets the first free name', () => {
    expect(partName('SO-1', [])).toBe('SO-1-2')
    expect(partName('SO-1', ['SO-1-2', 'SO-1-3', 'SO-1-20'])).toBe('SO-1-4')
  })
})
