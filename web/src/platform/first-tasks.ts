/** The tasks of the first hour of a user. */

/** In the order in which they are offered; each is also the name of its help page in `docs/first-hour`. */
export const firstTasks = [
  'exceptions',
  'why-late',
  'remedies',
  'rush-order',
  'promise',
  'machine-down',
  'overtime',
  'plan-board',
  'release',
  'expedite',
  'excess-stock',
  'safety-stock',
  'comparison',
  'changes',
] as const

export type FirstTask = (typeof firstTasks)[number]
