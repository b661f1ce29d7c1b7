/** Tests how buffers are found that were read in portions. */
import { expect, it } from 'vitest'
import { buffersByPlace, type StockBuffer } from './buffers.ts'

const buffer = (id: number, item: string, location: string): StockBuffer => ({
  id,
  item,
  location,
  minimum: 10,
  minimum_calendar: null,
  lastmodified: '2026-01-01T00:00:00Z',
})

it('finds a buffer once that two portions of a list contain', () => {
  const [first, second] = [buffer(1, 'chair', 'east'), buffer(2, 'chair', 'west')]
  const buffersOf = buffersByPlace([[first, second], [second]])
  expect(buffersOf(['chair', 'west'])).toEqual([second])
  expect(buffersOf(['chair', 'east'])).toEqual([first])
  expect(buffersOf(['table', 'east'])).toEqual([])
})

it('finds all buffers of one place, which differ in their batches', () => {
  const both = [buffer(1, 'chair', 'east'), buffer(2, 'chair', 'east')]
  expect(buffersByPlace([both, both])(['chair', 'east'])).toEqual(both)
})
