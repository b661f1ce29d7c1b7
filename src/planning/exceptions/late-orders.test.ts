/** Tests which constraint is the bottleneck of a late sales order. */
import { expect, it } from 'vitest'
import { loadModel, planScenario } from '../../../test/support/plans.ts'
import { openBench, parameter, row } from '../../../test/support/workshop.ts'
import { tablesOf } from '../../data/relation.ts'
import { openExceptions } from './exceptions.ts'
import { foundExceptions } from './find-exceptions.ts'

const { context, query } = openBench()

it('the bottleneck is what costs weeks only together with others, rather than an hour that helps alone', async () => {
  const parts = ['fork', 'frame', 'saddle', 'wheel']
  await loadModel(context(), [
    parameter('currentdate', '2026-01-05'),
    row('location', { name: 'Shop' }),
    row('supplier', { name: 'Parts Inc' }),
    ...['bike', ...parts].map((name) => row('item', { name })),
    row('operation', {
      name: 'make',
      type: 'fixed_time',
      item: 'bike',
      location: 'Shop',
      duration: '01:00:00',
    }),
    ...parts.flatMap((item) => [
      row('operationmaterial', { operation: 'make', item, quantity: -1 }),
      row('itemsupplier', { item, supplier: 'Parts Inc', location: 'Shop', leadtime: '20 00:00:00' }),
    ]),
    row('demand', { name: 'order', item: 'bike', location: 'Shop', quantity: 1, due: '2026-01-06' }),
  ])
  await planScenario(context())
  const [late] = await query(`SELECT * FROM (${foundExceptions(tablesOf(context()))}) AS e`)
  expect(late).toMatchObject({ kind: 'late', subject: 'order', cause: 'purchasing lead time' })
  expect(late?.['bottleneck']).toContain('fork')
  const report = await openExceptions(context())
  const [shown] = await query(`SELECT * FROM (${report(tablesOf(context()))}) AS e`)
  expect(shown?.['together']).toMatch(/frame .*saddle .*wheel /)
  const [main] = await query(`SELECT * FROM "default"."constraint" ORDER BY "rank", "id" LIMIT 1`)
  expect(main).toMatchObject({ owner: late?.['bottleneck'], name: late?.['cause'], rank: 1 })
})
