import { describe, expect, it } from 'vitest'
import { alwaysOpen, type WorkingTime, workingTime } from '../../../planner/calendar/working-time.ts'
import { day, hour } from '../../../planner/time.ts'
import { moveSteps, type Step } from './move-steps.ts'

/** Friday, 2027-01-01 00:00. */
const friday = Date.UTC(2027, 0, 1) / 1000
/** Working time from 8 to 16 h from Thursday on, without weekends. */
const shifts: WorkingTime = (() => {
  const open = [-1, 0, 3, 4, 5, 6, 7, 10, 11, 12].map((place) => friday + place * day)
  const dates = open.flatMap((midnight) => [midnight + 8 * hour, midnight + 16 * hour])
  return workingTime([{ dates: [friday - 2 * day, ...dates], values: [0, ...open.flatMap(() => [1, 0])] }])
})()
/** Hours from Friday midnight. */
const at = (days: number, hours: number): number => friday + days * day + hours * hour
const step = (reference: string, start: number, end: number, more: Partial<Step> = {}): Step => ({
  reference,
  start,
  end,
  time: shifts,
  ...more,
})

describe('steps of an order', () => {
  const steps = [
    step('1', at(0, 8), at(0, 16)),
    step('2', at(3, 8), at(3, 16)),
    step('3', at(4, 8), at(4, 12)),
  ]

  it('follow its start in working time: two days around a weekend become two days in a row', () => {
    expect(moveSteps(steps, { date: 'start', from: at(0, 8), to: at(3, 8) })).toEqual([
      { start: at(3, 8), end: at(3, 16) },
      { start: at(4, 8), end: at(4, 16) },
      { start: at(5, 8), end: at(5, 12) },
    ])
  })

  it('follow its end', () => {
    expect(moveSteps(steps, { date: 'end', from: at(4, 12), to: at(5, 12) })).toEqual([
      { start: at(3, 8), end: at(3, 16) },
      { start: at(4, 8), end: at(4, 16) },
      { start: at(5, 8), end: at(5, 12) },
    ])
  })

  it('go back as they came', () => {
    const there = moveSteps(steps, { date: 'start', from: at(0, 8), to: at(3, 8) })
    const again = steps.map((one, place) => ({ ...one, ...there[place]! }))
    expect(moveSteps(again, { date: 'start', from: at(3, 8), to: at(0, 8) })).toEqual(
      steps.map(({ start, end }) => ({ start, end })),
    )
  })

  it('move by the same time where nothing closes', () => {
    const open = steps.map((one) => ({ ...one, time: alwaysOpen }))
    expect(moveSteps(open, { date: 'start', from: at(0, 0), to: at(1, 1) })).toEqual(
      steps.map(({ start, end }) => ({ start: start + day + hour, end: end + day + hour })),
    )
  })

  it('keep their calendar time where they never open', () => {
    const closed = workingTime([{ dates: [friday], values: [0] }])
    const never = steps.map((one) => ({ ...one, time: closed }))
    expect(moveSteps(never, { date: 'start', from: at(0, 8), to: at(1, 8) })).toEqual(
      steps.map(({ start, end }) => ({ start: start + day, end: end + day })),
    )
  })
})

describe('a step that is moved', () => {
  const steps = [
    step('1', at(0, 8), at(0, 16)),
    step('2', at(3, 8), at(3, 16)),
    step('3', at(4, 8), at(4, 12)),
  ]
  const moved = (place: number, start: number, end: number): readonly unknown[] =>
    moveSteps(
      steps.with(
        place,
        step(steps[place]!.reference, steps[place]!.start, steps[place]!.end, { fixed: { start, end } }),
      ),
      undefined,
    )

  it('pushes the steps behind it, in working time', () => {
    expect(moved(0, at(3, 12), at(4, 12))).toEqual([
      { start: at(3, 12), end: at(4, 12) },
      { start: at(4, 12), end: at(5, 12) },
      { start: at(5, 12), end: at(5, 16) },
    ])
  })

  it('leaves those behind it that have room', () => {
    expect(moved(0, at(0, 9), at(0, 16))).toEqual([
      { start: at(0, 9), end: at(0, 16) },
      { start: at(3, 8), end: at(3, 16) },
      { start: at(4, 8), end: at(4, 12) },
    ])
  })

  it('pushes the steps before it to earlier', () => {
    expect(moved(2, at(3, 8), at(3, 12))).toEqual([
      { start: at(-1, 8), end: at(-1, 16) },
      { start: at(0, 8), end: at(0, 16) },
      { start: at(3, 8), end: at(3, 12) },
    ])
  })

  it('leaves steps that ran beside it', () => {
    const beside = [step('1', at(0, 8), at(0, 16)), step('2', at(0, 8), at(0, 12))]
    expect(
      moveSteps([{ ...beside[0]!, fixed: { start: at(3, 8), end: at(3, 16) } }, beside[1]!], undefined)[1],
    ).toEqual({
      start: at(0, 8),
      end: at(0, 12),
    })
  })
})
