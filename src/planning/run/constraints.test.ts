import { describe, expect, it } from 'vitest'
import { constraintText, parseConstraints } from './constraints.ts'

const parsed = (text: string): string => constraintText(parseConstraints('constraints', text))
const every = 'capacity, manufacturing lead time, purchasing lead time'

describe('constraints', () => {
  it.each([
    ['capa,mfg_lt,po_lt', every],
    [' CAPA , Po_lt', 'capacity, purchasing lead time'],
    ['lt', 'manufacturing lead time, purchasing lead time'],
    ['none', 'none'],
    ['', 'none'],
    ['0', 'none'],
    ['4', 'capacity'],
    ['16', 'manufacturing lead time'],
    ['32', 'purchasing lead time'],
    ['1', 'manufacturing lead time, purchasing lead time'],
    ['52', every],
    ['15', every],
    ['10', 'none'],
    ['mat,fence', 'none'],
  ])('%j means %s', (text, meaning) => expect(parsed(text)).toBe(meaning))

  it.each(['speed', 'capa,,po_lt', '64', '-4', '4.5', 'toString', 'capa;po_lt'])('%j is refused', (text) => {
    expect(() => parsed(text)).toThrow(expect.objectContaining({ code: 'invalid_parameter' }))
  })
})
