/** Timeout of a task. */

/** Maximum delay of a timer: 25 days. A longer one would fire at once. */
const longest = 2 ** 31 - 1

/** Calls `onTimeout` after the given number of seconds; 0 = never. Returns the function that cancels the timer. */
export function limitTime(seconds: number, onTimeout: () => void): () => void {
  const timer = seconds === 0 ? undefined : setTimeout(onTimeout, Math.min(seconds * 1000, longest))
  return () => clearTimeout(timer)
}
