/** Reads a list again when a task of its scenario has ended, unless the user is editing it. */
import { useEffect } from 'react'
import { onRunEnd } from '../platform/api/task-stream.ts'
import type { GridModel } from './grid-model.ts'

export function useNews(model: GridModel, scenario: string): void {
  useEffect(
    () =>
      onRunEnd((run) => {
        const busy = model.editing.get() !== undefined || model.stage.rows().length > 0
        // Saving reports conflicts between the edits and changes of other users.
        if (run.scenario === scenario && !busy) model.reload()
      }),
    [model, scenario],
  )
}
