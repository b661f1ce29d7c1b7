/** Tells those who hear the screen what has happened: saved, so many rows, a task has ended. */
import { useSyncExternalStore } from 'react'

let message = ''
const listeners = new Set<() => void>()

/** Says a sentence when the reader has a pause. The same sentence twice is said twice. */
export function announce(text: string): void {
  // A text that stays the same is not read out again.
  message = text === message ? `${text}\u00A0` : text
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Stands once, in the shell. */
export function LiveRegion() {
  const text = useSyncExternalStore(subscribe, () => message)
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  )
}
