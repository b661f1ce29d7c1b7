/** Limits the time in which the edits of a trial are left out one by one to find the causes of its consequences. */

/** Time limit of a trial in milliseconds, after which no further edit is left out. */
const withinMs = 300
/** Duration of a trial in milliseconds from which no edit is left out, because each one would take as long again. */
const longMs = 3_000

/**
 * Returns a function that returns whether there is time to leave out another edit. Call it after a trial.
 * @param begun start of the trial, in milliseconds since 1970
 */
export function limitCauses(begun: number, now: () => number): () => boolean {
  const tried = now()
  const until = tried - begun > longMs ? tried : tried + withinMs
  return () => now() < until
}
