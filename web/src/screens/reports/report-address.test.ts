import { describe, expect, it } from 'vitest'
import { joinKey, keyHref, splitKey } from './report-address.ts'

describe('the address of a key', () => {
  it.each([
    [['Tube saw']],
    [['City 7 black', 'Utrecht plant']],
    [['', 'Utrecht plant']],
    [['', '', '']],
    [['a~b', 'c!d', '!1', '~~', '!0']],
    [['50 % / "x" & ?#+', 'ナット']],
  ])('is read back as it was: %j', (parts) => {
    expect(splitKey(joinKey(parts))).toEqual(parts)
    const path = new URL(keyHref('default', 'po', parts), 'http://host').pathname
    expect(path.split('/')).toHaveLength(6)
    expect(splitKey(decodeURIComponent(path.split('/')[5] ?? ''))).toEqual(parts)
  })

  it('keeps what is shown in its query', () => {
    expect(keyHref('what if', 'resource', ['Tube saw'], { bucket: 'day', start: '2026-01-05' })).toBe(
      '/app/what%20if/reports/resource/Tube%20saw?bucket=day&start=2026-01-05',
    )
  })
})
