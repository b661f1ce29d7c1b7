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
  { name: 'grid', path: '/app/default/data/demand', ready: '.ag-row .g-badge', strict: true },
  {
    name: 'grid-filtered',
    path: '/app/default/data/demand?status__in=open,quote&ordering=-due',
    ready: '.ag-row .g-badge',
    strict: true,
  },
  {
    name: 'grid-read-only',
    path: '/app/default/data/item',
    as: 'viewer',
    ready: '.ag-row .g-value',
    strict: true,
  },
  { name: 'grid-empty', path: '/app/scenario1/data/demand', ready: 'h2', strict: true },
  { name: 'record', path: '/app/default/data/demand/SO-10701', ready: '#field-quantity', strict: true },
  {
    name: 'record-related',
    path: '/app/default/data/location/Utrecht%20plant?tab=related',
    ready: '[role="grid"]',
    strict: true,
  },
  {
    name: 'record-history',
    path: '/app/default/data/demand/SO-10701?tab=history',
    ready: '[role="tabpanel"]',
    strict: true,
  },
  { name: 'record-new', path: '/app/default/data/demand/new', ready: '#field-name', strict: true },
]
