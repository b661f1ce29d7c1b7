import { expect, test, vi } from 'vitest'
import { Cancellation } from './cancellation.ts'

test('listeners are called once, with the reason known; those removed or added later are not', () => {
  const cancellation = new Cancellation()
  const [first, removed, late] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<() => void>()]
  cancellation.addEventListener('abort', first)
  cancellation.addEventListener('abort', removed)
  cancellation.removeEventListener('abort', removed)
  const reason = new Error('gone')
  cancellation.abort(reason)
  cancellation.abort(new Error('again'))
  cancellation.addEventListener('abort', late)
  expect([first, removed, late].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0])
  expect(cancellation).toMatchObject({ aborted: true, reason })
})
