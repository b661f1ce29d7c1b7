/** The rows of the plan board: resources with the unsaved moves, in groups that can be closed. */
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { mainSkillsQuery } from '../../platform/api/main-skills.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { sumCapacity } from './capacity.ts'
import { noResource, type PlacedRow, placeRows, type RowEntry } from './lanes.ts'
import { movedRows } from './moves.ts'
import type { RowGrouping } from './gantt-search.ts'
import { groupRows } from './sort-rows.ts'
import type { Board } from './use-board.ts'
import type { Gantt } from './use-gantt.ts'

export interface GanttRows {
  readonly rows: readonly PlacedRow[]
  /** Opens or closes a group. */
  readonly toggle: (group: string) => void
}

const noSkills: ReadonlyMap<string, string> = new Map()

export function useRows(
  { rows: stored, capacity }: Gantt,
  { moves, trial, tried }: Board,
  grouping: RowGrouping | undefined,
): GanttRows {
  const scenario = useScenario()
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const { data: skills = noSkills } = useQuery({
    ...mainSkillsQuery(scenario.name),
    enabled: grouping === 'skill',
  })
  const rows = useMemo(() => {
    const moved = movedRows(stored, moves, trial?.orders.list ?? [], tried)
    const entries =
      grouping === undefined
        ? moved.map((row): RowEntry => ({ row }))
        : groupRows(moved, grouping, skills).flatMap(({ name, rows: members }): readonly RowEntry[] => {
            const names = members.map(({ resource }) => resource)
            const buckets = sumCapacity(capacity ?? new Map(), names)
            const isClosed = closed.has(name)
            const heading = { name, count: members.length, isClosed, buckets }
            const shown = isClosed ? [] : members
            const first: RowEntry = { row: noResource, heading }
            return [first].concat(shown.map((row): RowEntry => ({ row })))
          })
    return placeRows(entries, capacity !== undefined)
  }, [stored, moves, trial, tried, grouping, skills, closed, capacity])
  return {
    rows,
    toggle: (group) =>
      setClosed((known) => {
        const next = new Set(known)
        if (!next.delete(group)) next.add(group)
        return next
      }),
  }
}
