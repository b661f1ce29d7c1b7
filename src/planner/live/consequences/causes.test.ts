import { describe, expect, it } from 'vitest'
import { day } from '../../time.ts'
import { Causes } from './causes.ts'
import type { DemandConsequence, DemandState } from './consequences.ts'

const delivered = (days: number, short = 0): DemandState => ({ date: days * day, days_late: days, short })

const consequence = (
  name: string,
  before: DemandState | null,
  after: DemandState | null,
): DemandConsequence => ({
  name,
  item: 'chair',
  customer: null,
  quantity: 1,
  due: 0,
  change: 'later',
  before,
  after,
  reasons: [],
})

describe('the edit that causes a consequence', () => {
  it('is the one without which the sales order stays as it was', () => {
    const causes = new Causes([consequence('first', delivered(1), delivered(5))])
    causes.note(0, [consequence('first', delivered(1), delivered(5))])
    causes.note(1, [])
    expect(causes.of('first')).toBe(1)
  })

  it('is the one that makes the greatest difference, of equals the first', () => {
    const causes = new Causes([
      consequence('first', delivered(1), delivered(5)),
      consequence('second', delivered(1), delivered(5)),
    ])
    causes.note(0, [consequence('first', delivered(1), delivered(4))])
    causes.note(1, [consequence('first', delivered(1), delivered(2))])
    expect(causes.of('first')).toBe(1)
    expect(causes.of('second')).toBe(0)
  })

  it('is found for sales orders that come, go, or are not delivered in full', () => {
    const causes = new Causes([
      consequence('new', null, delivered(1)),
      consequence('gone', delivered(1), null),
      consequence('short', delivered(1), delivered(1, 2)),
      consequence('dropped', delivered(1), { date: null, days_late: null, short: 1 }),
    ])
    causes.note(0, [])
    expect(['new', 'gone', 'short', 'dropped'].map(causes.of)).toEqual([0, 0, 0, 0])
  })

  it('is not known where no single edit makes a difference', () => {
    const all = [consequence('first', delivered(1), delivered(5))]
    const causes = new Causes(all)
    causes.note(0, all)
    causes.note(1, all)
    expect(causes.of('first')).toBeNull()
    expect(causes.of('unknown')).toBeNull()
  })
})
