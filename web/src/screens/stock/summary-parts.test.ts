/** Tests the sentences above the buffers of the safety stock screen. */
import { describe, expect, it } from 'vitest'
import { summaryParts } from './summary-parts.ts'

describe('the sentences above the buffers', () => {
  it('do not ask users to select buffers who may not, also in a list that is cut', () => {
    expect(summaryParts({ shown: 500, total: 900, chosen: undefined })).toEqual(['cut'])
    expect(summaryParts({ shown: 500, total: 500, chosen: undefined })).toEqual([])
  })

  it('state what is selected, or ask for it', () => {
    expect(summaryParts({ shown: 500, total: 900, chosen: 0 })).toEqual(['select', 'cut'])
    expect(summaryParts({ shown: 500, total: 500, chosen: 2 })).toEqual(['summary'])
  })
})
