/** Tests the removal of elements from long lists. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { removeFrom } from './remove-from.ts'

it('removes the elements, few or many, and keeps the sequence of the others', () => {
  const numbers = fc.integer({ min: 0, max: 300 })
  fc.assert(
    fc.property(fc.uniqueArray(numbers, { maxLength: 200 }), fc.uniqueArray(numbers), (all, some) => {
      const list = [...all]
      const gone = new Set(some)
      removeFrom(list, gone)
      expect(list).toEqual(all.filter((number) => !gone.has(number)))
    }),
    { numRuns: 300 },
  )
})
