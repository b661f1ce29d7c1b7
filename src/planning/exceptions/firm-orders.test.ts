/** Tests which confirmed orders the plan does not need, or needs later. */
import { expect, it } from 'vitest'
import { loadModel, type ModelRow, planScenario } from '../../../test/support/plans.ts'
import { openBench, parameter, row } from '../../../test/support/workshop.ts'
import { tablesOf } from '../../data/relation.ts'
import { foundExceptions } from './find-exceptions.ts'

const { context, query } = openBench()

/** A confirmed order of 10, which brings `pieces` of each unit, and a sales order that it may be needed for. */
const shop = (
  item: string,
  pieces: number,
  onhand: number,
  sold: number,
  fields: object = {},
): readonly ModelRow[] => [
  row('item', { name: item }),
  row('operation', {
    name: `make ${item}`,
    type: 'fixed_time',
    item,
    location: 'Shop',
    duration: '1 00:00:00',
  }),
  row('operationmaterial', { operation: `make ${item}`, item, quantity: pieces, type: 'end' }),
  row('buffer', { item, location: 'Shop', onhand }),
  row('operationplan', {
    reference: `MO ${item}`,
    type: 'MO',
    operation: `make ${item}`,
    status: 'confirmed',
    quantity: 10,
    startdate: '2026-01-06',
    enddate: '2026-01-07',
    ...fields,
  }),
  row('demand', { name: `sale of ${item}`, item, location: 'Shop', quantity: sold, due: '2026-01-13' }),
]

it('an order is compared with the stock by the pieces that it brings', async () => {
  await loadModel(context(), [
    parameter('currentdate', '2026-01-05'),
    row('location', { name: 'Shop' }),
    // Without the order 8 pieces are missing.
    ...shop('pair', 2, 0, 8),
    // The stock suffices without the 5 pieces, or without the 4 units that remain to be made.
    ...shop('scrap', 0.5, 20, 17),
    ...shop('part', 1, 20, 17, { quantity_completed: 6 }),
    // Without the order 2 pieces are missing.
    ...shop('bolt', 1, 10, 12),
  ])
  await planScenario(context())
  const found = await query(`SELECT * FROM (${foundExceptions(tablesOf(context()))}) AS e ORDER BY "id"`)
  expect(found.map(({ id }) => id).filter((id) => /^(?:cancel|postpone):/v.test(String(id)))).toEqual([
    'cancel:MO part',
    'cancel:MO scrap',
  ])
})
