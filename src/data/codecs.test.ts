import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defineField, type Field } from '../model/field.ts'
import { buildModel, requireEntity } from '../model/model.ts'
import { codecFor, isInvalid } from './codecs.ts'
import { formatDuration, parseDuration } from '../model/values/durations.ts'

const model = buildModel()
const options = { timeZone: 'Europe/Brussels' }
const field = (entity: string, name: string): Field => requireEntity(model, entity).fieldByName.get(name)!

function coerce(target: Field, value: unknown): unknown {
  const result = codecFor(model, target).parse(value, options)
  return isInvalid(result) ? `fault: ${result.message.code}` : result
}

/** Returns the parameters of the error of an infinite number. */
function limitsOf(target: Field): unknown {
  const result = codecFor(model, target).parse(JSON.parse('-1e400'), options)
  return isInvalid(result) ? result.message.params : result
}

const name = field('input.demand', 'name')
const description = field('input.demand', 'description')
const quantity = field('input.demand', 'quantity')
const priority = field('input.demand', 'priority')
const due = field('input.demand', 'due')
const status = field('input.demand', 'status')
const customer = field('input.demand', 'customer')
const maxlateness = field('input.demand', 'maxlateness')
const monday = field('input.calendarbucket', 'monday')
const starttime = field('input.calendarbucket', 'starttime')
const endtime = field('input.calendarbucket', 'endtime')
const effectiveStart = field('input.itemsupplier', 'effective_start')

describe('codecs', () => {
  it.each<[string, Field, unknown, unknown]>([
    ['a number as text', quantity, '12.50', 12.5],
    ['the end of the day as its last second', endtime, '24:00', '23:59:59'],
    ['the end of the day with seconds', endtime, ' 24:00:00 ', '23:59:59'],
    ['the end of the day as spreadsheets hold it', endtime, '1 00:00:00', '23:59:59'],
    ['no time beyond the day', endtime, '24:01', 'fault: invalid_time'],
    ['no begin at the end of the day', starttime, '24:00', 'fault: invalid_time'],
    ['an exponent', quantity, '1e3', 1000],
    ['no boolean as number', quantity, true, 'fault: invalid_number'],
    ['no NaN', quantity, Number.NaN, 'fault: out_of_range'],
    ['no text as number', quantity, '12a', 'fault: invalid_number'],
    ['no number beyond double precision', quantity, '1e999', 'fault: number_too_large'],
    ['large numbers', quantity, -1e60, -1e60],
    ['no number with which nothing can be computed', quantity, 1e61, 'fault: number_too_large'],
    ['small numbers', quantity, '-1e-60', -1e-60],
    ['no number that vanishes in products', quantity, '1e-61', 'fault: out_of_range'],
    ['minus zero as zero', quantity, -0, 0],
    ['an integer as text', priority, '1', 1],
    ['an integer written with decimals of zero', priority, '1.0', 1],
    ['no fraction as integer', priority, 1.9, 'fault: invalid_integer'],
    ['no number of JSON that became infinite', quantity, JSON.parse('-1e400'), 'fault: number_too_large'],
    ['no infinite integer', priority, JSON.parse('1e400'), 'fault: number_too_large'],
    ['no integer beyond 32 bits', priority, 2 ** 31, 'fault: out_of_range'],
    ['no null where a default exists but null is not allowed', priority, null, 'fault: null'],
    ['a trimmed text', description, '  a b ', 'a b'],
    ['a number as text', description, 12, '12'],
    ['an empty text as null', description, '', null],
    ['no empty key', name, '  ', 'fault: blank'],
    ['no boolean as text', description, true, 'fault: invalid_text'],
    ['no NUL', description, 'a\0b', 'fault: nul_character'],
    ['no lone surrogate', description, 'a\ud800', 'fault: lone_surrogate'],
    ['a key of 1,500 characters', name, 'x'.repeat(1500), 'x'.repeat(1500)],
    ['no key that no index can hold', name, 'x'.repeat(2601), 'fault: too_long_to_index'],
    ['a choice', status, 'open', 'open'],
    ['no choice in another case', status, 'Open', 'fault: invalid_choice'],
    ['an empty choice as null', status, '', null],
    ['the key of a reference', customer, ' ACME ', 'ACME'],
    ['a date alone as its midnight', due, '2026-12-01', '2026-12-01T00:00:00'],
    ['a datetime with a blank', due, '2026-12-01 08:30', '2026-12-01T08:30:00'],
    ['a fraction without its zeros', due, '2026-12-01T08:30:00.2500', '2026-12-01T08:30:00.25'],
    ['a moment in winter', due, '2026-12-01T12:00:00Z', '2026-12-01T13:00:00'],
    ['a moment in summer', due, '2026-07-01T12:00:00+00:00', '2026-07-01T14:00:00'],
    ['a moment west of Greenwich', due, '2026-07-01T12:00:00.5-04:00', '2026-07-01T18:00:00.5'],
    ['no 30th of February', due, '2026-02-30', 'fault: invalid_datetime'],
    ['a leap day', due, '2028-02-29', '2028-02-29T00:00:00'],
    ['the midnight that ends a day', due, '2026-02-28T24:00:00', '2026-03-01T00:00:00'],
    ['the midnight that ends a year, loosely written', due, '2026/12/31 24:00', '2027-01-01T00:00:00'],
    ['no day after the last one', due, '9999-12-31T24:00:00', 'fault: invalid_datetime'],
    ['no moment after the last day', due, '9999-12-31T23:59:59-12:00', 'fault: invalid_datetime'],
    ['no moment before the first day', due, '0001-01-01T00:00:00+14:00', 'fault: invalid_datetime'],
    ['the first day in planning time', due, '0001-01-01T10:00:00+02:00', '0001-01-01T08:17:30'],
    ['no hour 24 but midnight', due, '2026-02-20T24:00:01', 'fault: invalid_datetime'],
    ['no number as datetime', due, 20260101, 'fault: invalid_datetime'],
    ['no date in another order', due, '01/12/2026', 'fault: invalid_datetime'],
    ['seconds as duration', maxlateness, 90_000, '1 days 01:00:00'],
    ['a duration with days', maxlateness, '2 03:04:05', '2 days 03:04:05'],
    ['an ISO duration', maxlateness, 'P1DT2H', '1 days 02:00:00'],
    ['ISO weeks', maxlateness, 'P2W', '14 days 00:00:00'],
    ['no ISO months', maxlateness, 'P1M', 'fault: invalid_duration'],
    ['the word null as no duration', maxlateness, 'null', null],
    ['a negative duration', maxlateness, '-1 02:00:00', '-1 days -02:00:00'],
    ['yes as boolean', monday, 'Yes', true],
    ['0 as boolean', monday, 0, false],
    ['no other number as boolean', monday, 2, 'fault: invalid_boolean'],
    ['a time without seconds', starttime, '08:00', '08:00:00'],
    ['null in a natural key as its default', effectiveStart, null, '1971-01-01T00:00:00'],
  ])('take %s', (_what, target, value, expected) => {
    expect(coerce(target, value)).toBe(expected)
  })

  it('name the smallest and the largest number that they take', () => {
    expect(limitsOf(quantity)).toEqual({ lowest: '-1e+60', highest: '1e+60' })
    expect(limitsOf(priority)).toEqual({ lowest: '-2147483648', highest: '2147483647' })
    expect(limitsOf(field('execute.task', 'id'))).toEqual({ lowest: '1', highest: '9007199254740991' })
  })

  it('take numbers as texts unless digits of them were lost', () => {
    const text = defineField('name', 'text', { help: '' })
    const numbers: readonly unknown[] = JSON.parse('[17, -0.5, 1e20, 1e400, -1e400]')
    expect(numbers.map((value) => coerce(text, value))).toEqual([
      '17',
      '-0.5',
      ...Array.from({ length: 3 }, () => 'fault: number_as_text'),
    ])
  })

  it('take JSON of any depth but no NUL', () => {
    const json = defineField('data', 'json', { help: '', nullable: true })
    expect(coerce(json, { a: [1, 'x'] })).toBe('{"a":[1,"x"]}')
    expect(coerce(json, JSON.parse('{"a": [1e400]}'))).toBe('fault: invalid_json')
    expect(coerce(json, 'a\0')).toBe('fault: nul_character')
    expect(coerce(json, { a: '\ud800' })).toBe('fault: lone_surrogate')
    expect(coerce(json, String.raw`\u0000 \ud800`)).toBe(String.raw`"\\u0000 \\ud800"`)
  })

  it('never throw and never return something between a value and a fault', () => {
    fc.assert(
      fc.property(fc.constantFrom(...model.entities), fc.anything(), (entity, value) => {
        for (const target of entity.fields) {
          const result = codecFor(model, target).parse(value, options)
          expect(
            result === null || ['string', 'number', 'boolean'].includes(typeof result) || isInvalid(result),
          ).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('durations', () => {
  it('read what they wrote', () => {
    fc.assert(
      fc.property(fc.integer({ min: -3e15, max: 3e15 }), (micros) => {
        expect(parseDuration(formatDuration(micros))).toBe(micros)
      }),
    )
  })
})
