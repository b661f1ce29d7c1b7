/** Waits for conditions instead of sleeping. */
import { setTimeout as delay } from 'node:timers/promises'

/** Pauses between two checks. */
const shortestPauseMs = 10
const longestPauseMs = 100
/** Part of the time so far that the next pause may take. */
const growth = 0.05

/**
 * Repeats a check until it returns a value other than undefined or false, and returns that value. Fails after
 * `timeoutMs` milliseconds with the description of the condition. Pauses become longer, because checks at a constant
 * short interval take processor time from the process that is waited for.
 */
export async function until<Result>(
  what: string,
  ask: () => Promise<Result | undefined | false> | Result | undefined | false,
  timeoutMs = 45_000,
): Promise<Result> {
  const begun = Date.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    const waited = Date.now() - begun
    if (waited > timeoutMs) throw new Error(`Waited ${timeoutMs} ms in vain: ${what}.`)
    await delay(Math.min(longestPauseMs, Math.max(shortestPauseMs, waited * growth)))
  }
}
