/**
 * Words that stand in URLs where the names of tasks do, so that no task can have one of them as its name. The routes
 * are made from them: a further one is added here, and the compiler asks for its handlers.
 */
export const taskWords = [
  'status',
  'cancel',
  'log',
  'events',
  'fixtures',
  'exports',
  'rerun',
  'workers',
  'bucketnames',
] as const

export type TaskWord = (typeof taskWords)[number]

export const isTaskWord = (name: string): boolean => taskWords.some((word) => word === name)
