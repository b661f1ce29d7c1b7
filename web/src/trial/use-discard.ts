/** Discards the unsaved edits of a screen; Ctrl+Z brings them back until there are new ones. */
import { useHotkeys } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyNames } from '../platform/key-names.ts'
import { hideToast, toastInfo } from '../ui/toasts.ts'

const noticeId = 'discarded'

interface Discarding<Edits> {
  readonly edits: Edits
  readonly isEmpty: boolean
  /** Sets the edits of the screen; called with the discarded edits to restore them. */
  readonly put: (edits: Edits) => void
  readonly clear: () => void
}

interface Discard {
  /** Handler of the button "Discard". */
  readonly discard: () => void
  /** Drops the discarded edits for good, once something was stored that they contradict. */
  readonly forget: () => void
}

export function useDiscard<Edits>({ edits, isEmpty, put, clear }: Discarding<Edits>): Discard {
  const { t } = useTranslation('common')
  const [dropped, setDropped] = useState<{ readonly edits: Edits }>()
  const isKept = dropped !== undefined && isEmpty
  if (dropped !== undefined && !isKept) setDropped(undefined)
  // The notice says that Ctrl+Z brings the edits back; it is closed once that is no longer true.
  useEffect(() => (dropped === undefined ? undefined : () => hideToast(noticeId)), [dropped])
  useHotkeys([
    [
      'mod+Z',
      () => {
        setDropped(undefined)
        if (isKept) put(dropped.edits)
      },
      { preventDefault: isKept },
    ],
  ])
  return {
    discard: () => {
      clear()
      setDropped({ edits })
      toastInfo({ id: noticeId, message: t('discarded', { keys: keyNames('mod+Z') }) })
    },
    forget: () => setDropped(undefined),
  }
}
