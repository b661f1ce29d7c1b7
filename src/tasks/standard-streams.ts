/** Names of standard input and output in arguments of tasks that run in the process of their command. */

/** Stands for standard input or output where a command accepts a file. */
export const standardStream = '-'

/** Path of standard output. */
export const standardOutput = '/dev/stdout'

const outputs: ReadonlySet<unknown> = new Set([
  standardStream,
  standardOutput,
  '/dev/fd/1',
  '/proc/self/fd/1',
])

/** Returns whether a path is standard output. */
export const isStandardOutput = (path: unknown): boolean => outputs.has(path)

/** Returns whether one of the arguments is standard output. */
export const usesStandardOutput = (args: Readonly<Record<string, unknown>>): boolean =>
  isStandardOutput(args['output'])

/** Returns whether one of the arguments is a standard stream, which a task of a worker does not have. */
export const usesStandardStream = (args: Readonly<Record<string, unknown>>): boolean =>
  usesStandardOutput(args) || Object.values(args).includes(standardStream)
