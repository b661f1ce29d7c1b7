/** Detects results for programs, which are not shown as text. */

/** Returns whether a message is a JSON object or list. */
export function isData(message: string | null): boolean {
  if (message === null || !/^\s*[[{]/.test(message)) return false
  try {
    JSON.parse(message)
    return true
  } catch {
    return false
  }
}
