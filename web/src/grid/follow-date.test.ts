/** Tests the dates that follow from pasted ones. */
import { expect, it } from 'vitest'
import { editAndFollow } from './follow-date.ts'
import { createStage } from './stage/stage.ts'
import type { CellEdit, StagedCell } from './stage/staged-rows.ts'

const choices = [{ value: 'proposed', label: 'proposed' }]
const meta = {
  entity: 'input.manufacturingorder',
  key: 'reference',
  fields: [
    { name: 'startdate', editable: true },
    { name: 'enddate', editable: true },
    { name: 'status', editable: true, choices },
  ],
}
const pasted = { value: '2030-03-06T08:00:00' }

/** Returns an edit of the start of an order, which has both dates. */
const startOf = (id: string, cell: StagedCell): CellEdit => ({
  id,
  base: { reference: id, startdate: '2030-03-04T08:00:00', enddate: '2030-03-05T08:00:00' },
  field: 'startdate',
  cell,
})

it('leaves the ends of later orders whose pasted start is empty, invalid or changed meanwhile', async () => {
  const stage = createStage()
  // The service is not there to compute those of the first orders.
  const first = Array.from({ length: 100 }, (_, index) => startOf(`first ${index}`, pasted))
  editAndFollow({ settings: { scenario: 'default', meta }, stage, edit: stage.edit }, [
    ...first,
    startOf('moved', pasted),
    startOf('empty', { value: null }),
    startOf('wrong', { value: 'x', text: 'x', fault: { code: 'date' } }),
    startOf('changed', pasted),
    startOf('reverted', pasted),
  ])
  stage.edit([
    startOf('changed', { value: '2030-03-09T08:00:00' }),
    { ...startOf('reverted', pasted), cell: undefined },
  ])
  await stage.settled()
  const withEnd = stage.rows().filter(({ cells }) => cells.has('enddate'))
  expect(withEnd.map(({ id }) => id)).toEqual(['moved'])
  expect(stage.row('moved')?.cells.get('enddate')).toEqual({ value: null })
})
