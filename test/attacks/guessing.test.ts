import { expect, test } from 'vitest'
import { encodeBasic } from '../../src/auth/credentials/basic-header.ts'
import { startAttackedService } from '../support/attacks/attacked-service.ts'
import { expectUnaffected } from '../support/attacks/expectations.ts'
import { scale } from '../support/scale.ts'
import { until } from '../support/wait.ts'

test('a guesser at the same address locks nobody out who has signed in there', async () => {
  await using service = await startAttackedService()
  const answers = new Map<number, number>()
  const report = await service.measure(async (signal) => {
    let turn = 0
    async function guess(): Promise<void> {
      while (!signal.aborted) {
        turn += 1
        const authorization = encodeBasic({ name: `name ${turn}`, password: 'company2026' })
        const { status } = await fetch(`${service.url}/api/me/`, { headers: { authorization } })
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }
    const guessers = Array.from({ length: scale({ short: 4, full: 16 }) }, guess)
    // Checking passwords takes time on a busy machine; the pauses start afterwards.
    await until('guesses are refused', () => answers.has(429))
    return { [Symbol.asyncDispose]: async () => void (await Promise.all(guessers)) }
  })
  expectUnaffected('guessing at the same address', report)
  // The throttle is effective: a few guesses are checked, the others are rejected.
  expect(answers.get(401)).toBeLessThan(100)
  expect(new Set(answers.keys())).toEqual(new Set([401, 429]))
})
