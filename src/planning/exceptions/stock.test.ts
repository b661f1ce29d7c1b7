/** Tests exceptions of stock: what is missing, and names that contain the separator of names. */
import { expect, it } from 'vitest'
import { loadModel, type ModelRow, planScenario } from '../../../test/support/plans.ts'
import { openBench, parameter, row } from '../../../test/support/workshop.ts'
import { tablesOf } from '../../data/relation.ts'
import { foundExceptions } from './find-exceptions.ts'

const { context, query } = openBench()

const list = async (kind: string) =>
  (await query(`SELECT * FROM (${foundExceptions(tablesOf(context()))}) AS e ORDER BY "rank"`)).filter(
    (found) => found['kind'] === kind,
  )

const shop = (items: readonly string[], fields: object): readonly ModelRow[] => [
  parameter('currentdate', '2026-01-05'),
  row('location', { name: 'Shop' }),
  row('supplier', { name: 'Frames Inc' }),
  ...items.flatMap((name) => [
    row('item', { name, cost: 10 }),
    row('itemsupplier', { item: name, supplier: 'Frames Inc', location: 'Shop', leadtime: '14 00:00:00' }),
    row('buffer', { item: name, location: 'Shop', minimum: 10, ...fields }),
  ]),
]

it('an empty stock lacks its whole safety stock', async () => {
  await loadModel(context(), [
    ...shop(['Empty'], { onhand: 0 }),
    ...shop(['Low'], { onhand: 1 }).filter(({ fields }) => fields['name'] === 'Low' || 'item' in fields),
  ])
  await planScenario(context())
  expect((await list('shortage')).map(({ item, quantity, value }) => [item, quantity, value])).toEqual([
    ['Empty', 10, 100],
    ['Low', 9, 90],
  ])
})

it('names of items that contain the separator of names are one stock each', async () => {
  await loadModel(context(), [
    ...shop(['Bolt @ M8'], { onhand: 1 }),
    row('item', { name: 'Bolt' }),
    row('location', { name: 'M8' }),
  ])
  await planScenario(context())
  expect((await list('shortage')).map(({ id, item, location }) => [id, item, location])).toEqual([
    ['shortage:Bolt @ M8 @ Shop', 'Bolt @ M8', 'Shop'],
  ])
})
