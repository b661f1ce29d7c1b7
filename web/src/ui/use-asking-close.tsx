/** Asks for confirmation before a dialog with a half-filled form is closed, or its screen is left. */
import { type ReactNode, Suspense, useState } from 'react'
import { late } from './late.tsx'
import { LeaveGuard } from './leave-guard.tsx'

const LeaveDialog = late(async () => (await import('./leave-dialog.tsx')).LeaveDialog)

export interface AskingClose {
  /** Closes the dialog, after a question if its form is filled in. For Escape, its corner and clicks beside it. */
  readonly close: () => void
  /** The question, to be rendered in the dialog. */
  readonly question: ReactNode
}

/**
 * @param dirty whether the form is filled in
 * @param onClose closes the dialog without a question
 * @param chosenPart whether the parameters of the screen choose the dialog (see `LeaveBlockerProps`)
 */
export function useAskingClose(dirty: boolean, onClose: () => void, chosenPart = false): AskingClose {
  const [leaving, setLeaving] = useState(false)
  return {
    close: () => {
      // Escape in the question reaches the dialog too.
      if (leaving) return
      // A typed date is unsent until its field is left.
      if (dirty || document.querySelector('[role="dialog"] [data-unsent]') !== null) setLeaving(true)
      else onClose()
    },
    question: (
      <>
        <LeaveGuard dirty={dirty} chosenPart={chosenPart} />
        {leaving ? (
          <Suspense fallback={null}>
            <LeaveDialog onDiscard={onClose} onStay={() => setLeaving(false)} />
          </Suspense>
        ) : null}
      </>
    ),
  }
}
