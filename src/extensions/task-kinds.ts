/** Kinds of tasks, by which workers are limited: what a task mainly asks of the machine that runs it. */

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
