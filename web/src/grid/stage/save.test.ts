/** Tests the requests for staged edits. */
import { expect, it } from 'vitest'
import { batchOf } from './save.ts'
import { createStage } from './stage.ts'

it('approves changed proposals in what is sent, and leaves the edits as they are', () => {
  const status = {
    name: 'status',
    editable: true,
    choices: [
      { value: 'proposed', label: 'proposed' },
      { value: 'approved', label: 'approved' },
    ],
  }
  const meta = { key: 'reference', fields: [status] }
  const stage = createStage()
  for (const [id, now] of [
    ['MO 1', 'proposed'],
    ['MO 2', 'confirmed'],
  ] as const) {
    const base = { reference: id, status: now, quantity: 1 }
    stage.edit([{ id, base, field: 'quantity', cell: { value: 2 } }])
  }
  const { update } = batchOf(stage, meta, { approving: true }).batch
  expect(update).toEqual([
    { reference: 'MO 1', quantity: 2, status: 'approved', original: { quantity: 1, status: 'proposed' } },
    { reference: 'MO 2', quantity: 2, original: { quantity: 1 } },
  ])
  expect(stage.row('MO 1')?.cells.has('status')).toBe(false)
  expect(batchOf(stage, meta).batch.update?.[0]).not.toHaveProperty('status')
})
