/** Shows a record with unsaved edits that the list does not show: the list is filtered by its key. */
import { useCallback, useEffect, useRef } from 'react'
import type { AllOf } from './filter/filter-model.ts'
import type { GridModel } from './grid-model.ts'

/** Returns a function that filters the list by the key of a record, and runs an action once its row is read. */
export function useShowRecord(
  model: GridModel,
  setFilter: (filter: AllOf) => void,
): (id: string, action: () => void) => void {
  const latest = useRef(setFilter)
  const due = useRef<(() => void) | undefined>(undefined)
  useEffect(() => {
    latest.current = setFilter
  })
  useEffect(
    () =>
      model.list.subscribe(() => {
        const action = due.current
        if (action === undefined || model.list.get().loading) return
        due.current = undefined
        // The engine draws its rows in the frame after they were read.
        requestAnimationFrame(() => requestAnimationFrame(action))
      }),
    [model],
  )
  return useCallback(
    (id, action) => {
      const { key } = model.settings.meta
      const value = model.stage.row(id)?.base?.[key]
      if (typeof value !== 'string' && typeof value !== 'number') return
      due.current = action
      latest.current({ and: [{ field: key, lookup: 'exact', value }] })
    },
    [model],
  )
}
