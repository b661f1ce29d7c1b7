/** Combines two actions, if one alone is not sufficient. */
import { type Candidate, type EndsOfUse, type RemedySummary, touchedBy } from './remedy.ts'

/** Returns the combination; undefined if both change the same records. */
export function combine(one: Candidate, other: Candidate): Candidate | undefined {
  const keys = keysOf(one)
  if (one.summary === other.summary || [...keysOf(other)].some((key) => keys.has(key))) return undefined
  const [a, b] = [one.touched, other.touched]
  return {
    kind: 'combination',
    summary: { code: 'combination', values: {}, parts: [...partsOf(one), ...partsOf(other)] },
    edits: [...one.edits, ...other.edits],
    apply: (input) => other.apply(one.apply(input)),
    touched: touchedBy({
      demands: new Set([...a.demands, ...b.demands]),
      orders: new Set([...a.orders, ...b.orders]),
      tables: new Set([...a.tables, ...b.tables]),
    }),
    displace: one.displace || other.displace,
    effort: one.effort + other.effort,
    costs: [...one.costs, ...other.costs],
    ...(one.before === undefined && other.before === undefined
      ? {}
      : {
          before: (ends: EndsOfUse) => {
            const [first, second] = [one, other].map((part) => (part.before ? part.before(ends) : part))
            return first === undefined || second === undefined ? (first ?? second) : combine(first, second)
          },
        }),
  }
}

const keysOf = ({ edits }: Candidate): ReadonlySet<string> =>
  new Set(
    edits.flatMap(({ entity, key }) => (Object.keys(key).length === 0 ? [] : JSON.stringify([entity, key]))),
  )

const partsOf = ({ summary }: Candidate): readonly RemedySummary[] => summary.parts ?? [summary]
