/** Waits for conditions instead of sleeping. */
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Repeats a check until it returns a value other than undefined or false, and returns that value. Fails after
 * `timeoutMs` milliseconds with the description of the condition.
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
