/** Returns the result of a promise, or rejects when the signal is aborted: with its reason, or with a given error. */
export function untilAborted<Result>(
  result: Promise<Result>,
  signal: AbortSignal | undefined,
  errorOf: (reason: unknown) => unknown = (reason) => reason,
): Promise<Result> {
  if (signal === undefined) return result
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(errorOf(signal.reason))
  if (signal.aborted) abort()
  else signal.addEventListener('abort', abort, { once: true })
  return Promise.race([result, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}
