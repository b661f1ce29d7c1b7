/** Announces events to screen readers: saved, a number of rows, a task has ended. */
import { createSignal, useSignal } from '../platform/signal.ts'

const message = createSignal('')

/** Announces a text politely. The same text twice is announced twice. */
export function announce(text: string): void {
  // Screen readers do not announce a text that does not change.
  message.set(text === message.get() ? `${text}\u00A0` : text)
}

/** Rendered once, in the shell. */
export function LiveRegion() {
  const text = useSignal(message)
  return (
    <div className="visually-hidden" role="status" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  )
}
