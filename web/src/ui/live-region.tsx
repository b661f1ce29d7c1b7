/** Announces events to screen readers: saved, a number of rows, a task has ended. */
import { useSyncExternalStore } from 'react'

let message = ''
const listeners = new Set<() => void>()

/** Announces a text politely. The same text twice is announced twice. */
export function announce(text: string): void {
  // Screen readers do not announce a text that does not change.
  message = text === message ? `${text}\u00A0` : text
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Rendered once, in the shell. */
export function LiveRegion() {
  const text = useSyncExternalStore(subscribe, () => message)
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  )
}
