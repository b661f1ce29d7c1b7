/**
 * Reserved words in URLs in the place of a task name. The routes are derived from them: the compiler requires a
 * handler for each word.
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
