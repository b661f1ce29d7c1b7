/** Combines several calls in quick succession into one. */

/**
 * Returns a function that runs the action once, the given milliseconds after the first call; further calls until then
 * have no effect.
 */
export function delayedOnce(milliseconds: number, action: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined
      action()
    }, milliseconds).unref()
  }
}
