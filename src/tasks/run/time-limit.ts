/** The time that a task may take. */

/** What timers can wait: 25 days. One that is asked for more would fire at once. */
const longest = 2 ** 31 - 1

/** Calls back when so many seconds have passed; 0 = never. Call the result to let it be. */
export function limitTime(seconds: number, onTimeout: () => void): () => void {
  const timer = seconds === 0 ? undefined : setTimeout(onTimeout, Math.min(seconds * 1000, longest))
  return () => clearTimeout(timer)
}
