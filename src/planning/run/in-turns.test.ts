import { expect, it } from 'vitest'
import { inTurns } from './in-turns.ts'

/** Work without waits: a millisecond per step, for minutes. */
function* busy(): Generator<number, string> {
  for (let step = 0; step < 100_000; step += 1) {
    const end = performance.now() + 1
    while (performance.now() < end);
    yield step
  }
  return 'done'
}

function* short(): Generator<number, string> {
  yield 1
  yield 2
  return 'done'
}

it('answers what the work has come to', async () => {
  const steps: number[] = []
  expect(await inTurns(short(), { onStep: (step) => void steps.push(step) })).toBe('done')
  expect(steps).toEqual([1, 2])
})

it('lets others have turns, and hears of a cancel among them', async () => {
  const aborting = new AbortController()
  setTimeout(() => aborting.abort(new Error('not wanted any more')), 10)
  let told = 0
  const work = inTurns(busy(), { signal: aborting.signal, onStep: (step) => (told = step) })
  await expect(work).rejects.toThrow('not wanted any more')
  expect(told).toBeLessThan(10_000)
})
