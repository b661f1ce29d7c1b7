/**
 * Handles expired sessions. Requests that were rejected wait until the user has signed in again, and are then
 * repeated, so that nothing on the screen is lost.
 */
import { createSignal } from '../signal.ts'

/** Whether the sign-in dialog is open. */
export const isAsking = createSignal(false)

let waiting: PromiseWithResolvers<boolean> | undefined

/** Asks the user to sign in; concurrent calls share one dialog. Resolves with whether the user has signed in. */
export function signInAgain(): Promise<boolean> {
  if (waiting === undefined) {
    waiting = Promise.withResolvers<boolean>()
    isAsking.set(true)
  }
  return waiting.promise
}

/** Resolves the waiting calls with the outcome of the sign-in. */
export function endSignIn(signedIn: boolean): void {
  waiting?.resolve(signedIn)
  waiting = undefined
  isAsking.set(false)
}
