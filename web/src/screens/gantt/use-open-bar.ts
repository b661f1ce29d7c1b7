/** The order in the panel. Unsaved input is kept when another order is selected. */
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { chartId } from './chart-id.ts'
import type { PlacedBar } from './lanes.ts'

export interface OpenBar {
  readonly opened: PlacedBar | undefined
  /** Whether it was opened by keyboard, so that the panel takes the focus. */
  readonly focused: boolean
  readonly open: (bar: PlacedBar, keys: boolean) => void
  readonly close: () => void
  /** Reports whether the panel contains unsaved input. */
  readonly setDirty: (dirty: boolean) => void
}

export function useOpenBar(): OpenBar {
  const { t } = useTranslation('gantt')
  const [opened, setOpened] = useState<PlacedBar>()
  const [focused, setFocused] = useState(false)
  const [dirty, setDirty] = useState(false)
  // Element that receives the focus when the panel is closed.
  const before = useRef<Element>(null)
  const ifClean = async (go: () => void): Promise<void> => {
    const given =
      !dirty ||
      (await confirm({
        title: t('discard.title', { reference: opened?.bar.reference }),
        children: t('discard.about'),
        action: t('discard.action'),
        danger: true,
        run: () => Promise.resolve(),
      }))
    if (!given) return
    setDirty(false)
    go()
  }
  return {
    opened,
    focused,
    open: (bar, keys) => {
      before.current = document.activeElement
      if (opened?.resource === bar.resource && opened.bar.reference === bar.bar.reference) {
        setFocused(keys)
        return
      }
      void ifClean(() => {
        setOpened(bar)
        setFocused(keys)
      })
    },
    close: () => {
      if (opened === undefined) return
      void ifClean(() => {
        setOpened(undefined)
        setFocused(false)
        // The panel that an order was opened from is no longer there.
        const left = before.current?.isConnected === true ? before.current : document.getElementById(chartId)
        if (left instanceof HTMLElement) left.focus()
      })
    },
    setDirty,
  }
}
