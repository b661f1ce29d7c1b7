/**
 * Tells requests that follow input of the user from those that a screen repeats by itself: these must not prolong the
 * session of a user who is away.
 */

/** Moving the mouse is no input: charts that are drawn again move below it. */
const inputs = ['pointerdown', 'keydown', 'input', 'click', 'wheel', 'drop'] as const

/** Number of inputs; opening the page is one. */
let given = 1
/** Number of inputs that the service knows of; not a number while input is not watched. */
let reported = NaN

/** Watches the input of the user. Until then all requests prolong the session. */
export function watchUserInput(page: EventTarget): void {
  reported = 0
  for (const type of inputs)
    page.addEventListener(
      type,
      ({ isTrusted }) => {
        // Scripts click too.
        if (isTrusted) given += 1
      },
      { capture: true, passive: true },
    )
}

/** Returns the number of inputs until now, for `attendance` and `reportInput`. */
export const inputCount = (): number => given

/** Returns the header of a request before which there was no input since the last answered request, else none. */
export const attendance = (count: number): Readonly<Record<string, string>> =>
  count <= reported ? { 'x-unattended': 'true' } : {}

/**
 * Notes that the service has answered a request after a number of inputs.
 * @param status of the response; a service that is down or busy has not looked at the session
 */
export function reportInput(count: number, status: number): void {
  if (status < 500 && status !== 429) reported = Math.max(reported, count)
}
