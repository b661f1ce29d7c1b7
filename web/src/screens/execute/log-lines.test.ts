/** Tests the lines of a log that are kept. */
import { expect, it } from 'vitest'
import { addWaiting, mostLines, noLines, withWaiting } from './log-lines.ts'

it('keeps no more lines than it can show while nothing is shown, as in a hidden tab', () => {
  const waiting: string[] = []
  for (let line = 0; line < 5 * mostLines; line += 1) {
    addWaiting(waiting, String(line))
    expect(waiting.length).toBeLessThanOrEqual(2 * mostLines)
  }
  const { lines, dropped } = withWaiting(noLines, waiting)
  expect(lines).toHaveLength(mostLines)
  expect([lines[0], lines.at(-1), dropped]).toEqual([String(4 * mostLines), String(5 * mostLines - 1), true])
})

it('says that lines are dropped once there are too many', () => {
  const few = withWaiting(noLines, ['a', 'b'])
  expect(few).toEqual({ lines: ['a', 'b'], dropped: false })
  const many = withWaiting(few, Array.from({ length: mostLines - 1 }, String))
  expect([many.lines[0], many.lines.length, many.dropped]).toEqual(['b', mostLines, true])
  expect(withWaiting(many, []).dropped).toBe(true)
})
