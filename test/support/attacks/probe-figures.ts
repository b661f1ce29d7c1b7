/** Response times and errors of ordinary users, by kind of request. */

export const probeKinds = ['list', 'detail', 'post', 'livez'] as const

export type ProbeKind = (typeof probeKinds)[number]

export interface ProbeFigures {
  readonly count: number
  readonly errors: number
  /** Milliseconds to the end of the response. */
  readonly p50: number
  readonly p95: number
  readonly max: number
}

export interface ProbeReport {
  readonly kinds: Readonly<Record<ProbeKind, ProbeFigures>>
  /** The first error messages. */
  readonly errors: readonly string[]
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export function figuresOf(times: readonly number[], errors: number): ProbeFigures {
  const sorted = times.toSorted((one, other) => one - other)
  return {
    count: sorted.length,
    errors,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    max: sorted.at(-1) ?? 0,
  }
}
