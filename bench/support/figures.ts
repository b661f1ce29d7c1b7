/** Figures of benchmarks: the measured value, its reference, and whether the bar is met. */

export type Unit =
  | 'nodes'
  | 'MB'
  | 'ms'
  | 'req/s'
  | 'tasks/s'
  | 'connections'
  | 'orders'
  | 'quantity-days'
  | '×'
  | '%'

export interface Bar {
  /** Text as in the list of bars, such as `≤ 1.5 ×`. */
  readonly text: string
  readonly met: boolean
}

export interface Figure {
  /** Description of the work, such as `POST 100,000 records`. */
  readonly work: string
  /** Number of rows in the table. */
  readonly rows: number
  /** Number of records that one run reads or writes; the cost per record is `ours / records`. */
  readonly records: number
  readonly unit: Unit
  readonly ours: number
  readonly reference?: number
  /** Description of the reference. */
  readonly against?: string
  readonly bar?: Bar
  /** Growth of the peak memory of the service over its idle state, in bytes. */
  readonly memory?: number
  readonly memoryBar?: Bar
  readonly note?: string
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  const found = sorted[place]
  if (found === undefined) throw new Error('Nothing was measured.')
  return found
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** Returns a bar on the ratio of ours to the reference. */
export function atMostTimes(limit: number, ours: number, reference: number): Bar {
  return { text: `≤ ${limit} ×`, met: ours <= limit * reference }
}

export const megabyte = 2 ** 20

/** Returns a bar on the growth of memory; empty if it could not be measured. */
export function memoryAtMost(limit: number, memory: number | undefined): Pick<Figure, 'memoryBar'> {
  if (memory === undefined) return {}
  return { memoryBar: { text: `≤ ${Math.round(limit / megabyte)} MB`, met: memory <= limit } }
}

/** Returns the duration of an action, in milliseconds. */
export async function timed(action: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await action()
  return performance.now() - begun
}
