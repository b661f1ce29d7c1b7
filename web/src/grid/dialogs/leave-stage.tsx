/** Asks for confirmation before the user leaves a list with unsaved edits, or with text in a cell editor. */
import { useSyncExternalStore } from 'react'
import { useSignalPart } from '../../platform/signal.ts'
import type { GridModel } from '../grid-model.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'

interface LeaveStageProps {
  readonly model: GridModel
  readonly onSave: () => Promise<boolean>
  /** Whether the list is in a part of the screen that its parameters choose. */
  readonly chosenPart: boolean
}

export function LeaveStage({ model: { stage, draft }, ...props }: LeaveStageProps) {
  const { isPending, changed, created } = useSyncExternalStore(stage.subscribe, stage.summary)
  const isTyping = useSignalPart(draft, (open) => open?.isChanged === true)
  return <LeaveGuard dirty={isTyping || isPending || changed + created > 0} {...props} />
}
