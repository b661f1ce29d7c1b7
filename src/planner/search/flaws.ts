/** Finds changeovers without enough time. The change before them must be undone. */
import type { Resource } from '../network/nodes.ts'

/** Counts the runs on the resources with too little time for the changeover, or without a possible one. */
export function countFlaws(resources: Iterable<Resource>): number {
  let flaws = 0
  for (const { setups, matrix } of resources) flaws += setups?.flaws(matrix!) ?? 0
  return flaws
}
