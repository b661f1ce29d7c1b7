/** Tests the list of uploads when more files are dropped. */
import { expect, it } from 'vitest'
import { type Upload, withBatch, withProgress } from './uploads.ts'

const upload = (id: number, name: string, state: Upload['state']): Upload => ({
  id,
  name,
  fraction: state === 'done' ? 1 : 0,
  state,
  message: state === 'failed' ? 'Too large.' : '',
})

it('keeps failures and running uploads of earlier files, and leaves out those that are done', () => {
  const known = [
    upload(1, 'item.csv', 'done'),
    upload(2, 'big.csv', 'failed'),
    upload(3, 'demand.csv', 'going'),
  ]
  expect(withBatch(known, [{ id: 4, name: 'supplier.csv' }]).map(({ name, state }) => [name, state])).toEqual(
    [
      ['big.csv', 'failed'],
      ['demand.csv', 'going'],
      ['supplier.csv', 'going'],
    ],
  )
})

it('replaces the failure of a file that is dropped again', () => {
  expect(withBatch([upload(2, 'big.csv', 'failed')], [{ id: 5, name: 'big.csv' }])).toEqual([
    upload(5, 'big.csv', 'going'),
  ])
})

it('notes the result at one of two files with the same name', () => {
  const both = [upload(1, 'item.csv', 'going'), upload(2, 'item.csv', 'going')]
  expect(withProgress(both, 1, { state: 'failed', message: 'No.' }).map(({ state }) => state)).toEqual([
    'failed',
    'going',
  ])
})
