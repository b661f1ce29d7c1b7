/** Asks for confirmation before the user leaves a list with unsaved edits. */
import { useSyncExternalStore } from 'react'
import type { Stage } from '../stage/stage.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'

export function LeaveStage({
  stage,
  onSave,
}: {
  readonly stage: Stage
  readonly onSave: () => Promise<boolean>
}) {
  const summary = useSyncExternalStore(stage.subscribe, stage.summary)
  return <LeaveGuard dirty={summary.changed + summary.created > 0} onSave={onSave} />
}
