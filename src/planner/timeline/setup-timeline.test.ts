import { expect, it } from 'vitest'
import { alwaysOpen } from '../calendar/working-time.ts'
import { type Run, SetupTimeline } from './setup-timeline.ts'

const matrix = { duration: (from: string, to: string) => (from === to ? 0 : 2), cost: () => 0 }

const runAt = (start: number, begin: number): Run => ({
  start,
  begin,
  end: begin,
  setup: 'red',
  work: alwaysOpen,
  isFixed: false,
  notBefore: () => 0,
  onShift: () => {},
})

it('changes over once for runs that take no time and begin at one moment, whichever is put back last', () => {
  const timeline = new SetupTimeline('white')
  const first = runAt(7, 9)
  const second = runAt(9, 9)
  timeline.add(first, matrix)
  timeline.add(second, matrix)
  timeline.remove(first, matrix)
  expect(second.start).toBe(7)
  timeline.add(first, matrix)
  expect([first.start, second.start, timeline.flaws(matrix)]).toEqual([7, 9, 0])
})
