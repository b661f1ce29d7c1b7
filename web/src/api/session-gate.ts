/**
 * What happens when the session has ended while somebody works: requests that were refused wait here until the
 * user has signed in again, and then go out once more. Nothing on the screen is lost.
 */

export interface SessionGate {
  /** Whether somebody is asked to sign in right now. */
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

/** Asks the user to sign in, once for all who ask meanwhile. Resolves with whether it has come to that. */
export function signInAgain(): Promise<boolean> {
  if (waiting === undefined) {
    waiting = Promise.withResolvers<boolean>()
    become({ asking: true })
  }
  return waiting.promise
}

/** Tells those who wait how it has ended. */
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
