/** Groups late and short sales orders by their bottleneck. */
import type { PlanException } from '../../platform/api/exceptions.ts'

export interface BottleneckGroup {
  readonly bottleneck: string
  readonly exceptions: readonly PlanException[]
  /** Total of their quantity-days. */
  readonly effect: number
}

/** Returns the groups by effect, largest first; orders without a bottleneck are last, as `''`. */
export function groupByBottleneck(exceptions: readonly PlanException[]): readonly BottleneckGroup[] {
  return [...Map.groupBy(exceptions, ({ bottleneck }) => bottleneck ?? '')]
    .map(([bottleneck, members]) => ({
      bottleneck,
      exceptions: members,
      effect: members.reduce((sum, { effect }) => sum + effect, 0),
    }))
    .toSorted(
      (a, b) =>
        Number(a.bottleneck === '') - Number(b.bottleneck === '') ||
        b.effect - a.effect ||
        (a.exceptions[0]?.rank ?? 0) - (b.exceptions[0]?.rank ?? 0),
    )
}
