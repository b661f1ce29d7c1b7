/** The start page: its widgets, and the pages of roles for users who have not chosen their own. */

/** All widgets, in the order of a page without a role. */
export const startWidgets = [
  'exceptions',
  'figures',
  'late',
  'busy',
  'shortages',
  'trend',
  'runs',
  'groups',
  'inbox',
  'data',
] as const

export type StartWidget = (typeof startWidgets)[number]

/** Roles with a page of their own: each is that of the group with this name. The first role of a user counts. */
export const startRoles = ['planner', 'buyer', 'sales', 'administrator'] as const

export type StartRole = (typeof startRoles)[number]

export const rolePages: Readonly<Record<StartRole, readonly StartWidget[]>> = {
  planner: ['exceptions', 'figures', 'late', 'busy', 'shortages', 'trend', 'inbox', 'groups', 'runs', 'data'],
  buyer: ['exceptions', 'shortages', 'inbox', 'late', 'figures'],
  sales: ['late', 'figures', 'inbox', 'exceptions', 'trend'],
  administrator: ['runs', 'groups', 'data', 'inbox', 'figures', 'exceptions', 'trend'],
}

/** Returns the role of the group with a name; undefined if there is none. */
export const roleOfGroup = (name: string): StartRole | undefined =>
  startRoles.find((role) => role === name.toLowerCase())

/** Returns the known widgets of a stored page, each once; undefined if the value is not a page. */
export function startPageOf(stored: unknown): readonly StartWidget[] | undefined {
  if (!Array.isArray(stored)) return undefined
  const names: ReadonlySet<unknown> = new Set(stored)
  return [...names].flatMap((name) => startWidgets.find((widget) => widget === name) ?? [])
}
