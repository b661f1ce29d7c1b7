import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { never } from '../time.ts'
import type { StepFunction } from './step-function.ts'
import { workingTime } from './working-time.ts'

const size = 40
/** Returns a calendar of one-second slots, closed before and after the window unless its ends are open. */
const calendarOf = (slots: readonly boolean[]): StepFunction => ({
  dates: slots.map((_, index) => index),
  values: slots.map(Number),
})
const slots = fc
  .array(fc.boolean(), { minLength: size, maxLength: size })
  .map((given) => [false].concat(given, false))
const seconds = fc.integer({ min: 1, max: 30 })
const moment = fc.integer({ min: 0, max: size + 1 })

describe('working time counts as a clock that stands while it is closed', () => {
  it('forward', () => {
    fc.assert(
      fc.property(slots, moment, seconds, (open, from, work) => {
        let [at, done] = [from, 0]
        while (at < open.length && done < work) done += open[at++] ? 1 : 0
        expect(workingTime([calendarOf(open)]).finish(from, work)).toBe(done < work ? never : at)
      }),
    )
  })

  it('backward', () => {
    fc.assert(
      fc.property(slots, moment, seconds, (open, to, work) => {
        let [at, done] = [to, 0]
        while (at > 0 && done < work) done += open[--at] ? 1 : 0
        expect(workingTime([calendarOf(open)]).begin(to, work)).toBe(done < work ? -never : at)
      }),
    )
  })

  it('in between, and where it opens', () => {
    fc.assert(
      fc.property(slots, slots, moment, moment, (one, other, from, to) => {
        const both = one.map((open, index) => open && other[index]!)
        const time = workingTime([calendarOf(one), calendarOf(other)])
        expect(time.between(from, to)).toBe(both.filter((open, at) => open && at >= from && at < to).length)
        const opens = both.findIndex((open, at) => open && at >= from)
        expect(time.open(from)).toBe(opens < 0 ? never : opens)
      }),
    )
  })
})

describe('working time with open ends', () => {
  const weekend = workingTime([{ dates: [-10, 100, 200], values: [1, 0, 1] }])

  it('reaches beyond the window at both sides', () => {
    expect(weekend.begin(-50, 25)).toBe(-75)
    expect(weekend.begin(210, 30)).toBe(80)
    expect(weekend.finish(90, 20)).toBe(210)
    expect(weekend.finish(500, 20)).toBe(520)
  })

  it('begins as late and ends as early as it can at the edge of closed time', () => {
    expect(weekend.finish(90, 10)).toBe(100)
    expect(weekend.begin(200, 10)).toBe(90)
    expect(weekend.begin(210, 10)).toBe(200)
    expect(weekend.finish(150, 0)).toBe(150)
  })
})
