/** Waits for conditions instead of sleeping. */
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks again and again until the answer is no longer undefined or false, and gives it. Fails after `timeoutMs`
 * milliseconds with what was waited for.
 */
export async function until<Result>(
  what: string,
  ask: () => Promise<Result | undefined | false> | Result | undefined | false,
  timeoutMs = 45_000,
): Promise<Result> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}.`)
    await delay(10)
  }
}
