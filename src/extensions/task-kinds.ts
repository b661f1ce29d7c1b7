/** Kinds of tasks, by which workers can be limited: the resource that a task mainly uses. */

export const taskKinds = [
  'plan',
  'import',
  'export',
  'scenario',
  'backup',
  'schedule',
  'data',
  'other',
] as const

export type TaskKind = (typeof taskKinds)[number]
