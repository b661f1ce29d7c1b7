/** Compiles resources: capacity over time, pools with their members, skills. */
import { type StepFunction, valueAt } from '../calendar/step-function.ts'
import type { PlannerInput, ResourceRow, ResourceSkillRow } from '../input.ts'
import { CapacityBuckets } from '../timeline/capacity-buckets.ts'
import { Profile } from '../timeline/profile.ts'
import { SetupTimeline } from '../timeline/setup-timeline.ts'
import { day, never, type Seconds } from '../time.ts'
import type { Calendars } from './calendars.ts'
import type { Resource } from './nodes.ts'
import { groupRows } from './rows.ts'
import { compileMatrices } from './setups.ts'

export interface Qualified {
  readonly resource: Resource
  readonly priority: number
  readonly skill: ResourceSkillRow | undefined
}

export interface Resources {
  readonly all: readonly Resource[]
  get(name: string): Resource | undefined
  /** Returns the resources that can perform a load: the resource, or the members of the pool, with the skill. */
  candidates(name: string, skill: string | null | undefined): readonly Qualified[]
}

/** Default of the maximum earliness of a resource. */
const defaultMaxEarly = 100 * day
/** Maximum depth of pools within pools. */
const deepest = 5

export function compileResources(input: PlannerInput, calendars: Calendars, horizon: Seconds): Resources {
  const places = new Map(input.locations.map((row) => [row.name, row]))
  const matrices = compileMatrices(input.setupRules)
  const byName = new Map<string, Resource>()
  for (const [id, row] of input.resources.entries()) {
    const closed = [calendars.get(row.available), calendars.get(places.get(row.location ?? '')?.available)]
    const matrix = matrices.get(row.setupmatrix ?? '')
    byName.set(row.name, compileResource(id, row, { input, calendars, closed, matrix, horizon }))
  }
  const members = groupRows(input.resources, (row) => row.owner ?? '')
  const skills = groupRows(input.skills, ({ resource }) => resource)
  const leaves = (name: string, depth: number): readonly string[] => {
    const below = members.get(name) ?? []
    if (below.length === 0 || depth === deepest) return [name]
    return below.flatMap((row) => leaves(row.name, depth + 1))
  }
  return {
    all: [...byName.values()],
    get: (name) => byName.get(name),
    candidates: (name, skill) => {
      const qualified = leaves(name, 0).flatMap((leaf): readonly Qualified[] => {
        const resource = byName.get(leaf)
        if (resource === undefined) return []
        if (skill === null || skill === undefined) return [{ resource, priority: 1, skill: undefined }]
        const row = skills.get(leaf)?.find((candidate) => candidate.skill === skill)
        const priority = row?.priority ?? 1
        return row === undefined || priority === 0 ? [] : [{ resource, priority, skill: row }]
      })
      return qualified.toSorted((a, b) => a.priority - b.priority)
    },
  }
}

/** What a resource refers to. */
interface ResourceContext {
  readonly input: PlannerInput
  readonly calendars: Calendars
  /** Calendars of the times in which the resource is available. */
  readonly closed: readonly (StepFunction | undefined)[]
  readonly matrix: Resource['matrix']
  readonly horizon: Seconds
}

function compileResource(
  id: number,
  row: ResourceRow,
  { input: { settings }, calendars, closed, matrix, horizon }: ResourceContext,
): Resource {
  const sizes = calendars.get(row.maximum_calendar)
  const capacity = sizes ?? { dates: [-never], values: [row.maximum ?? 1] }
  const free = new Profile(capacity.values[0])
  for (let step = 1; step < capacity.dates.length; step += 1) {
    free.add(capacity.dates[step]!, capacity.values[step]! - capacity.values[step - 1]!)
  }
  const efficiency = calendars.get(row.efficiency_calendar) ?? row.efficiency ?? 100
  const own = [...closed, idleTime(efficiency)].filter((calendar) => calendar !== undefined)
  const infinite = row.type === 'infinite'
  const bucketed = typeof row.type === 'string' && row.type.startsWith('buckets')
  return {
    id,
    name: row.name,
    constrained: settings.constraints.capacity && !infinite && row.constrained !== false,
    infinite,
    free,
    capacity,
    calendars: own,
    maxEarly: row.maxearly ?? defaultMaxEarly,
    cost: row.cost ?? 0,
    efficiency,
    matrix,
    setups: matrix === undefined ? undefined : new SetupTimeline(row.setup ?? ''),
    buckets: bucketed
      ? new CapacityBuckets(
          row.type ?? '',
          calendars.entries(row.maximum_calendar) ?? capacity,
          calendars.work(own),
          { current: settings.current, horizon },
        )
      : undefined,
  }
}

const neverOpen: StepFunction = { dates: [-never], values: [0] }

/** Returns a calendar that is closed where the efficiency is 0; undefined if it never is. */
function idleTime(efficiency: number | StepFunction): StepFunction | undefined {
  if (typeof efficiency === 'number') return efficiency > 0 ? undefined : neverOpen
  const { dates, values } = efficiency
  if (values.every((value) => value > 0)) return undefined
  return { dates, values: values.map((value) => (value > 0 ? 1 : 0)) }
}

/** Returns the speed at a date in percent; 100 where it is 0, which is closed time. */
export function efficiencyAt({ efficiency }: Resource, date: number): number {
  const percent = typeof efficiency === 'number' ? efficiency : valueAt(efficiency, date)
  return percent > 0 ? percent : 100
}
