/** Reads a list again when a task of its scenario has ended, unless the user is editing it. */
import { useEffect, useEffectEvent } from 'react'
import { onRunEnd } from '../platform/api/task-stream.ts'
import type { GridModel } from './grid-model.ts'

/** @param isDialogOpen whether a dialog about the rows of the list is open */
export function useNews(model: GridModel, scenario: string, isDialogOpen: boolean): void {
  const readAgain = useEffectEvent(() => {
    const busy = isDialogOpen || model.editing.get() !== undefined || model.stage.rows().length > 0
    // Saving reports conflicts between the edits and changes of other users.
    if (!busy) model.reload()
  })
  useEffect(
    () =>
      onRunEnd((run) => {
        if (run.scenario === scenario) readAgain()
      }),
    [scenario],
  )
}
