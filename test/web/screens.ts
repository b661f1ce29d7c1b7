/**
 * Every screen, for what is asked of all of them: accessible in both schemes, quiet in the console, no wider than a
 * phone, and photographed by `npm run screenshots`. Whoever adds a screen adds a line.
 */

export interface ScreenCase {
  /** Name of its picture. */
  readonly name: string
  readonly path: string
  /** Who looks at it; null = nobody is signed in. By default the superuser `admin`. */
  readonly as?: string | null
  /** Something that shows that it is complete: a CSS selector. */
  readonly ready?: string
  /** No fault of accessibility at all, not even a moderate one. */
  readonly strict?: boolean
}

export const screens: readonly ScreenCase[] = [
  { name: 'login', path: '/login/', as: null, strict: true },
  { name: 'home', path: '/app/default/', strict: true },
  { name: 'what-if', path: '/app/scenario1/', strict: true },
  { name: 'shortcuts', path: '/app/help/shortcuts', strict: true },
  { name: 'about', path: '/app/help/about', strict: true },
  { name: 'not-found', path: '/app/default/nowhere', strict: true },
  { name: 'closed-scenario', path: '/app/scenario9/', strict: true },
  { name: 'no-scenario', path: '/app/', as: 'stranger', strict: true },
]
