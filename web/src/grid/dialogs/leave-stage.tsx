/** Asks for confirmation before the user leaves a list with unsaved edits. */
import { useSyncExternalStore } from 'react'
import type { Stage } from '../stage/stage.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'

interface LeaveStageProps {
  readonly stage: Stage
  readonly onSave: () => Promise<boolean>
  /** Whether the list is in a part of the screen that its parameters choose. */
  readonly chosenPart: boolean
}

export function LeaveStage({ stage, ...props }: LeaveStageProps) {
  const summary = useSyncExternalStore(stage.subscribe, stage.summary)
  return <LeaveGuard dirty={summary.isPending || summary.changed + summary.created > 0} {...props} />
}
