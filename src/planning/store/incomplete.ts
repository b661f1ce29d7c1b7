/** Problems and constraints of demands that cannot be planned because of missing or invalid fields. */
import type { ProblemResult } from '../../planner/result/result.ts'
import { endOfTime, type Seconds } from '../../planner/time.ts'
import type { IncompleteDemand } from '../load/demands.ts'
import type { StoredConstraint } from './plan-rows.ts'

const asProblem = ({ name, due, description }: IncompleteDemand, current: Seconds): ProblemResult => ({
  entity: 'demand',
  owner: name,
  name: 'invalid data',
  description,
  startdate: due ?? current,
  enddate: Math.max(endOfTime, due ?? current),
})

export const incompleteProblems = (
  demands: readonly IncompleteDemand[],
  current: Seconds,
): readonly ProblemResult[] => demands.map((demand) => asProblem(demand, current))

export const incompleteConstraints = (
  demands: readonly IncompleteDemand[],
  current: Seconds,
): readonly StoredConstraint[] =>
  demands.map((demand) => ({
    ...asProblem(demand, current),
    demand: demand.name,
    item: demand.item,
    rank: 1,
  }))
