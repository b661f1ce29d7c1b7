/** Notice that a start page was stored, with a button that restores the one before. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { toastDone, toastError } from '../../ui/toasts.ts'

const id = 'start page stored'

/**
 * Shows the notice.
 * @param restore stores the page that there was before
 */
export function toastStored(message: string, undo: string, restore: () => Promise<void>): void {
  toastDone({
    id,
    message,
    action: (
      <Button
        variant="subtle"
        size="compact-xs"
        mih={24}
        onClick={() => {
          notifications.hide(id)
          void restore().catch(toastError)
        }}
      >
        {undo}
      </Button>
    ),
  })
}
