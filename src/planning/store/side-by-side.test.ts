/** Tests that writing and calculating end together, whichever of them fails. */
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Steps } from '../../planner/pauses.ts'
import { sideBySide } from './side-by-side.ts'

function* counting(until: number, onStep: (step: number) => void = () => undefined): Steps<number> {
  for (let step = 1; step <= until; step += 1) {
    onStep(step)
    yield
  }
  return until
}

async function writingFor(turns: number, outcome: () => string): Promise<string> {
  for (let done = 0; done < turns; done += 1) await turn()
  return outcome()
}

const failing = (message: string) => (): string => {
  throw new Error(message)
}

const writingAfter = async (computing: Promise<number>): Promise<string> =>
  `${await writingFor(2, () => 'written')} after ${await computing}`

it('answers with what both have made', async () => {
  expect(await sideBySide(() => writingFor(3, () => 'written'), counting(5))).toEqual(['written', 5])
})

it('lets the writing wait for the result of the steps', async () => {
  expect(await sideBySide(writingAfter, counting(20))).toEqual(['written after 20', 20])
  await expect(sideBySide(writingAfter, counting(20, failing('no sense')))).rejects.toThrow('no sense')
})

it('does not go on with the steps where writing fails', async () => {
  let last = 0
  const steps = counting(1_000_000, (step) => (last = step))
  await expect(sideBySide(() => writingFor(3, failing('no room')), steps)).rejects.toThrow('no room')
  expect(last).toBeLessThan(100)
})

it('ends after the writing where the steps fail, or are canceled', async () => {
  const ends: string[] = []
  const writing = (): Promise<string> =>
    writingFor(20, () => {
      ends.push('written')
      return 'written'
    })
  await expect(sideBySide(writing, counting(5, failing('no sense')))).rejects.toThrow('no sense')
  expect(ends).toEqual(['written'])
  const canceled = AbortSignal.abort(new Error('canceled'))
  await expect(sideBySide(writing, counting(5), canceled)).rejects.toThrow('canceled')
  expect(ends).toEqual(['written', 'written'])
})
