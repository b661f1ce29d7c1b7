/** Results that are written for programs: people are told so, rather than shown a screenful of JSON. */

/** Whether a message is a JSON object or list. */
export function isData(message: string | null): boolean {
  if (message === null || !/^\s*[[{]/.test(message)) return false
  try {
    JSON.parse(message)
    return true
  } catch {
    return false
  }
}
