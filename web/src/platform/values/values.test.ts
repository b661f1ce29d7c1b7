/** Tests parsing typed text to values of the API, and formatting them. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { apiDuration, durationText, parseDurationText } from './durations.ts'
import { editText, formatValue } from './format-value.ts'
import { createFieldFormats } from './field-formats.ts'
import { parseDateText } from './parse-dates.ts'
import { numberOf, parseValue, type Typed } from './parse-value.ts'

const en = createFieldFormats('en')
const de = createFieldFormats('de')
const field = (type: Typed['type'], more: Partial<Typed> = {}): Typed => ({
  type,
  choices: undefined,
  nullable: true,
  required: false,
  max_length: undefined,
  minimum: undefined,
  ...more,
})

describe('numbers', () => {
  it('are read as the reader writes them, and as computers do', () => {
    expect(numberOf('1,234.5', en)).toBe(1234.5)
    expect(numberOf('1.234,5', de)).toBe(1234.5)
    expect(numberOf('1234,5', de)).toBe(1234.5)
    expect(numberOf('1.5', de)).toBe(1.5)
    expect(numberOf('1.500', de)).toBe(1500)
    expect(numberOf('1e3', en)).toBe(1000)
    expect(numberOf('-7', en)).toBe(-7)
  })

  it('are read with the groups of two digits of the Indian format', () => {
    const india = createFieldFormats('en', { date_format: 'iso', number_format: 'en-IN' })
    for (const value of [1_234, 123_456, 123_456_789.5, -123_456])
      expect(numberOf(india.numbers.format(value), india)).toBe(value)
    expect(numberOf('123,456', india)).toBe(123_456)
    for (const text of ['12,34', '1,2,345', '1,23,45']) expect(numberOf(text, india), text).toBeUndefined()
    expect(numberOf('1,23,456', en)).toBeUndefined()
  })

  it('are refused when they could mean two things, or none', () => {
    for (const text of ['1,5', '12,34,5', 'abc', '1.2.3', ''])
      expect(numberOf(text, en), text).toBeUndefined()
    expect(parseValue(field('integer'), '1.5', en)).toMatchObject({ fault: { code: 'integer' } })
    expect(parseValue(field('time'), '24:00', en)).toEqual({ value: '24:00:00' })
    expect(parseValue(field('time'), '25:00', en)).toMatchObject({ fault: { code: 'time' } })
  })
})

describe('a minimum', () => {
  it('is the smallest number or duration that a field takes', () => {
    const none = { fault: { code: 'minimum', params: { minimum: 0 } } }
    expect(parseValue(field('number', { minimum: 0 }), '-4', en)).toEqual(none)
    expect(parseValue(field('integer', { minimum: 0 }), '-1', en)).toEqual(none)
    expect(parseValue(field('duration', { minimum: 0 }), '-2h', en)).toEqual(none)
    expect(parseValue(field('number', { minimum: 0 }), '0', en)).toEqual({ value: 0 })
    expect(parseValue(field('number'), '-4', en)).toEqual({ value: -4 })
  })
})

describe('dates', () => {
  const now = new Date(2026, 10, 21, 15, 30)
  it.each([
    ['2026-11-24', '2026-11-24T00:00:00'],
    ['2026-11-24 14:30', '2026-11-24T14:30:00'],
    ['20261124', '2026-11-24T00:00:00'],
    ['24/11', '2026-11-24T00:00:00'],
    ['24.11.27 8:05', '2027-11-24T08:05:00'],
    ['today', '2026-11-21T00:00:00'],
    ['today+7', '2026-11-28T00:00:00'],
    ['heute - 1w', '2026-11-14T00:00:00'],
    ['+2w', '2026-12-05T00:00:00'],
    ['today+1m', '2026-12-21T00:00:00'],
    ['eom', '2026-11-30T00:00:00'],
    ['now', '2026-11-21T15:30:00'],
  ])('are read from %s', (text, moment) => {
    expect(parseDateText(text, 'dmy', now)).toBe(moment)
  })

  it.each([
    ['+1m', new Date(2027, 0, 31), '2027-02-28T00:00:00'],
    ['-1m', new Date(2027, 2, 31), '2027-02-28T00:00:00'],
    ['now+1m', new Date(2026, 11, 31, 8, 15), '2027-01-31T08:15:00'],
    ['+13m', new Date(2027, 0, 31), '2028-02-29T00:00:00'],
    ['+1y', new Date(2028, 1, 29), '2029-02-28T00:00:00'],
  ])('stay in the month that %s names', (text, from, moment) => {
    expect(parseDateText(text, 'dmy', from)).toBe(moment)
  })

  it('start at midnight also where the clock of this computer has none', () => {
    vi.stubEnv('TZ', 'Africa/Cairo')
    try {
      const from = new Date(2026, 3, 23, 15, 30)
      expect(new Date(2026, 3, 24).getHours()).toBe(1)
      expect(parseDateText('today+1', 'dmy', from)).toBe('2026-04-24T00:00:00')
      expect(parseDateText('now+1', 'dmy', from)).toBe('2026-04-24T15:30:00')
      expect(parseDateText('bow', 'dmy', new Date(2026, 3, 24, 8))).toBe('2026-04-20T00:00:00')
      expect(parseDateText('today', 'dmy', new Date(2026, 3, 24, 8))).toBe('2026-04-24T00:00:00')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('are counted from the current date of the plan', () => {
    const formats = createFieldFormats('en', undefined, () => new Date(2026, 2, 2, 8))
    expect(parseValue(field('date'), 'today+7', formats)).toEqual({ value: '2026-03-09' })
    expect(parseValue(field('datetime'), 'now', formats)).toEqual({ value: '2026-03-02T08:00:00' })
  })

  it('are none that the calendar has not', () => {
    for (const text of ['2026-02-30', '31/11', '24:00', 'soon', '', 'constructor'])
      expect(parseDateText(text, 'dmy', now), text).toBeUndefined()
  })

  it('are shown in the order that the reader wants, midnight left out', () => {
    const shown = (formats: typeof en) =>
      formatValue({ type: 'datetime', choices: undefined }, '2026-11-24T12:00:00', formats)
    expect(shown(en)).toBe('2026-11-24 12:00')
    expect(shown(createFieldFormats('de', { date_format: 'language', number_format: '' }))).toBe(
      '24.11.2026 12:00',
    )
    expect(formatValue({ type: 'datetime', choices: undefined }, '2026-11-24T00:00:00', en)).toBe(
      '2026-11-24',
    )
  })
})

/** Parses a date that is typed in a browser of a language. */
const typed = (browser: string, text: string, date_format: 'iso' | 'language' = 'iso', language = 'en') => {
  vi.stubGlobal('navigator', { language: browser })
  return parseValue(
    field('date'),
    text,
    createFieldFormats(language, { date_format, number_format: '' }, () => new Date(2026, 10, 21)),
  )
}

describe('dates of a user who states no order of day and month', () => {
  afterEach(() => vi.unstubAllGlobals())
  it('are read as in the region of the browser', () => {
    for (const [browser, text, value] of [
      ['en-US', '12/25/2026', '2026-12-25'],
      ['en-US', '12/08/2026', '2026-12-08'],
      ['en-US', '12/8', '2026-12-08'],
      ['en-GB', '08/12/2026', '2026-12-08'],
      ['de', '8.12.26', '2026-12-08'],
      ['de-CH', '25.12.', '2026-12-25'],
    ] as const)
      expect(typed(browser, text), `${browser} ${text}`).toEqual({ value })
    expect(typed('en-US', '25/12/2026')).toMatchObject({ fault: { code: 'date' } })
  })

  it('are refused if they could be two days and the region has no order of its own', () => {
    for (const browser of ['ja', 'zh-CN', 'en-US@posix'])
      expect(typed(browser, '12/08/2026'), browser).toEqual({
        fault: {
          code: 'dateOrder',
          params: { value: '12/08/2026', first: '2026-08-12', second: '2026-12-08' },
        },
      })
    expect(typed('ja', '12/25/2026')).toEqual({ value: '2026-12-25' })
    expect(typed('ja', '25/12/2026')).toEqual({ value: '2026-12-25' })
    expect(typed('ja', '5/5/2026')).toEqual({ value: '2026-05-05' })
    expect(typed('ja', '13/13/2026')).toMatchObject({ fault: { code: 'date' } })
  })

  it('are read in the stated order, whatever the browser', () => {
    expect(typed('en-US', '08.12.2026', 'language', 'de')).toEqual({ value: '2026-12-08' })
    expect(typed('en-GB', '12/08/2026', 'language', 'en')).toEqual({ value: '2026-12-08' })
    expect(typed('en-US', '12/08/2026', 'language', 'ja')).toEqual({ value: '2026-12-08' })
  })
})

describe('durations', () => {
  it('of delays are days with one decimal', () => {
    const delay = { type: 'duration', name: 'delay', choices: undefined } as const
    const shown = (text: string, formats = en): string => formatValue(delay, text, formats)
    expect([shown('10 02:00:00'), shown('00:00:00'), shown('14 00:24:00')]).toEqual([
      '10.1 days',
      '0 days',
      '14 days',
    ])
    const de = createFieldFormats('de', { date_format: 'iso', number_format: '' })
    expect(shown('10 02:00:00', de)).toBe('10,1 Tage')
    expect(formatValue({ ...delay, name: 'duration' }, '10 02:00:00', en)).toBe('10d 2h')
    expect(formatValue({ type: 'number', choices: undefined, name: 'days' }, 10.985_428_24, en)).toBe('11')
    expect(formatValue({ type: 'number', choices: undefined, name: 'days' }, 5.84, en)).toBe('5.8')
  })

  it.each([
    ['2d 4h', 187_200],
    ['1:30', 5_400],
    ['1 04:00:00', 100_800],
    ['PT90M', 5_400],
    ['0', 0],
    ['-1.5h', -5_400],
    ['1w', 604_800],
  ])('are read from %s', (text, seconds) => {
    expect(parseDurationText(text)).toBe(seconds)
  })

  it('are refused without a unit, with the ways to write it', () => {
    for (const text of ['10', '1.5', '-3'])
      expect(parseValue(field('duration'), text, en)).toEqual({
        fault: { code: 'unit', params: { value: text } },
      })
    expect(parseValue(field('duration'), '0', en)).toEqual({ value: '00:00:00' })
    expect(parseValue(field('duration'), '10x', en)).toMatchObject({ fault: { code: 'duration' } })
  })

  it('are written so that they are read back', () => {
    for (const seconds of [0, 59, 3_600, 90_061, -187_200, 1.5]) {
      expect(parseDurationText(durationText(seconds)), durationText(seconds)).toBe(seconds)
      expect(parseDurationText(apiDuration(seconds)), apiDuration(seconds)).toBe(seconds)
    }
  })
})

describe('other values', () => {
  it('are choices by value or label, whatever the case', () => {
    const status = field('choice', { choices: [{ value: 'open', label: 'Open' }] })
    expect(parseValue(status, 'OPEN', en)).toEqual({ value: 'open' })
    expect(parseValue(status, 'shut', en)).toMatchObject({
      fault: { code: 'choice', params: { choices: 'Open' } },
    })
  })

  it('are shown as they are called, texts that the service writes too, and copied as they are stored', () => {
    const choices = [{ value: 'late', label: 'Auftrag verspätet' }]
    for (const type of ['choice', 'text'] as const) {
      expect(formatValue({ type, choices }, 'late', de)).toBe('Auftrag verspätet')
      expect(formatValue({ type, choices }, 'odd', de)).toBe('odd')
      expect(editText({ type, choices }, 'late', de)).toBe('late')
    }
  })

  it('are read as names and values where they are documents, and copied without loss', () => {
    const steps = [
      { name: 'runplan', arguments: { plantype: 1 } },
      { name: 'backup', arguments: {} },
    ]
    expect(formatValue(field('json'), ['planner', 'viewer'], en)).toBe('planner, viewer')
    expect(formatValue(field('json'), { 'SO 1': 6.4, 'SO 2': 2 }, en)).toBe('SO 1: 6.4, SO 2: 2')
    expect(formatValue(field('json'), steps, en)).toBe('name: runplan; arguments: plantype: 1; name: backup')
    expect([{}, [], null].map((value) => formatValue(field('json'), value, en))).toEqual(['', '', ''])
    expect(editText(field('json'), steps, en)).toBe(JSON.stringify(steps))
  })

  it('may be nothing only where that is allowed', () => {
    expect(parseValue(field('text'), ' ', en)).toEqual({ value: null })
    expect(parseValue(field('text', { nullable: false }), '', en)).toEqual({ fault: { code: 'required' } })
  })

  it('go to the clipboard without loss', () => {
    expect(editText({ type: 'number', choices: undefined }, 1234.5678, de)).toBe('1234,5678')
  })
})
