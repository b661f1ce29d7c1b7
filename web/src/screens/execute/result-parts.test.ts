import { expect, it } from 'vitest'
import { partsOf } from './result-parts.ts'

it('gives each kind of data of an import a line', () => {
  const told =
    'plan.xlsx: Nothing was stored. item: 1,200 created, 0 updated; demand: 2 created, 1 rejected. 2 sheets refused.'
  expect(partsOf(told)).toEqual({
    before: 'plan.xlsx: Nothing was stored.',
    lines: [
      { name: 'item', counts: '1,200 created, 0 updated' },
      { name: 'demand', counts: '2 created, 1 rejected' },
    ],
    after: '2 sheets refused.',
  })
  expect(partsOf('demand: 1 created. Left alone: photo.png.')).toEqual({
    before: '',
    lines: [{ name: 'demand', counts: '1 created' }],
    after: 'Left alone: photo.png.',
  })
})

it('leaves other messages alone', () => {
  expect(partsOf('backup.sql.gz: 12 records of 3 tables, 22 bytes.')).toBeUndefined()
  expect(partsOf('Planned 109 orders; 25 are late.')).toBeUndefined()
})
