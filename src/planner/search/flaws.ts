/** Changeovers that have no time: what has been changed in front of them must be taken back. */
import type { Resource } from '../network/nodes.ts'

/** Counts the runs on the resources that have no time to change over to, or no way. */
export function countFlaws(resources: Iterable<Resource>): number {
  let flaws = 0
  for (const { setups, matrix } of resources) flaws += setups?.flaws(matrix!) ?? 0
  return flaws
}
