import { describe, expect, it } from 'vitest'
import {
  downEntry,
  drawnOf,
  drawnOn,
  entryOf,
  ownCalendarEdits,
  ownName,
  winningPriority,
} from './new-entries.ts'

const spot = (date: string, minute: number) => ({ date, minute })
const given = { calendar: 'Shift', value: 1, priority: -1 }

describe('what is drawn', () => {
  // Backwards: from Wednesday afternoon to Monday morning.
  const selection = { anchor: spot('2026-01-07', 13 * 60), cursor: spot('2026-01-05', 6 * 60) }

  it('as downtime lasts from the first moment to the last one', () => {
    const drawn = drawnOf(selection, 'down')
    expect(drawnOn(drawn, '2026-01-06')).toEqual([0, 1440])
    expect(drawnOn(drawn, '2026-01-08')).toBeUndefined()
    expect(entryOf('down', drawn, { ...given, value: 0 }).fields).toEqual({
      calendar: 'Shift',
      value: 0,
      priority: -1,
      startdate: '2026-01-05T06:00:00',
      enddate: '2026-01-07T13:30:00',
    })
  })

  it('as overtime has the same hours on each day', () => {
    const drawn = drawnOf(selection, 'overtime')
    expect(drawnOn(drawn, '2026-01-06')).toEqual([360, 810])
    expect(entryOf('overtime', drawn, given).fields).toEqual({
      ...given,
      startdate: '2026-01-05T00:00:00',
      enddate: '2026-01-08T00:00:00',
      starttime: '06:00:00',
      endtime: '13:30:00',
    })
  })

  it('as working time is repeated on its days of the week, up to the end of a day', () => {
    const late = { anchor: spot('2026-01-09', 22 * 60), cursor: spot('2026-01-10', 23 * 60 + 30) }
    expect(entryOf('work', drawnOf(late, 'work'), given).fields).toMatchObject({
      startdate: '2026-01-09T00:00:00',
      starttime: '22:00:00',
      endtime: '23:59:59',
      thursday: false,
      friday: true,
      saturday: true,
    })
  })

  it('wins over every entry that there is', () => {
    expect([null, 10, 1, 0, -3].map(winningPriority)).toEqual([0, 0, 0, -1, -4])
  })
})

describe('a calendar for one record', () => {
  it('is a copy with what is staged, and leaves the other calendar alone', () => {
    const entries = [
      {
        id: 1,
        calendar: 'Shift',
        value: 1,
        starttime: '06:00:00',
        note: 'own field',
        source: null,
        lastmodified: 'x',
      },
      { id: 2, calendar: 'Shift', value: 0 },
      { id: 3, calendar: 'Shift', value: 2 },
    ]
    const edits = ownCalendarEdits({
      name: 'Shift, Saw',
      calendar: { name: 'Shift', defaultvalue: 0, description: null },
      entries,
      staged: [
        { entity: 'input.calendarbucket', action: 'delete', key: 2 },
        { entity: 'input.calendarbucket', action: 'update', key: 3, fields: { value: 3 } },
        downEntry('Shift', 0, '2026-01-05T06:00:00', '2026-01-06T06:00:00'),
        downEntry('Another', 0, '2026-01-07T06:00:00', '2026-01-08T06:00:00'),
        { entity: 'input.calendarbucket', action: 'update', key: 9, fields: { value: 4 } },
      ],
      reference: { entity: 'input.resource', field: 'available', key: 'Saw' },
    })
    expect(edits.map(({ entity, action, key, fields }) => [entity, action, key, fields])).toEqual([
      ['input.calendar', 'create', undefined, { name: 'Shift, Saw', defaultvalue: 0 }],
      [
        'input.calendarbucket',
        'create',
        undefined,
        { calendar: 'Shift, Saw', value: 1, starttime: '06:00:00', note: 'own field' },
      ],
      ['input.calendarbucket', 'create', undefined, { calendar: 'Shift, Saw', value: 3 }],
      [
        'input.calendarbucket',
        'create',
        undefined,
        {
          calendar: 'Shift, Saw',
          value: 0,
          priority: 0,
          startdate: '2026-01-05T06:00:00',
          enddate: '2026-01-06T06:00:00',
        },
      ],
      ['input.resource', 'update', 'Saw', { available: 'Shift, Saw' }],
    ])
  })

  it('has a name that no calendar has', () => {
    expect(ownName('Shift', 'Saw', ['Shift', 'Shift, Saw', 'Shift, Saw 2'])).toBe('Shift, Saw 3')
    expect(ownName('', 'Saw', [])).toBe('Saw')
  })
})
