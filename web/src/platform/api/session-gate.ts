/**
 * Handles expired sessions. Requests that were rejected wait until the user has signed in again, and are then
 * repeated, so that nothing on the screen is lost.
 */

export interface SessionGate {
  /** Whether the sign-in dialog is open. */
  readonly asking: boolean
}

type Listener = () => void

let waiting: PromiseWithResolvers<boolean> | undefined
let state: SessionGate = { asking: false }
const listeners = new Set<Listener>()

function become(next: SessionGate): void {
  state = next
  for (const listener of listeners) listener()
}

/** Asks the user to sign in; concurrent calls share one dialog. Resolves with whether the user has signed in. */
export function signInAgain(): Promise<boolean> {
  if (waiting === undefined) {
    waiting = Promise.withResolvers<boolean>()
    become({ asking: true })
  }
  return waiting.promise
}

/** Resolves the waiting calls with the outcome of the sign-in. */
export function endSignIn(signedIn: boolean): void {
  waiting?.resolve(signedIn)
  waiting = undefined
  become({ asking: false })
}

export const sessionGate = {
  subscribe: (listener: Listener): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  current: (): SessionGate => state,
}
