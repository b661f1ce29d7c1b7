/** Keeps the focus on the screen when the focused button of the panel of unsaved edits disappears. */
import { type RefObject, useEffect, useRef } from 'react'
import { isFocusLost } from '../ui/is-focus-lost.ts'

interface TrayFocus {
  /** Whether the panel takes the focus when it appears. */
  readonly takesFocus: boolean
  /** Number of edits; the button that removes one disappears with it. */
  readonly edits: number
  /** Id of the element that gets the focus when the panel disappears; by default the screen. */
  readonly returnTo?: string | undefined
}

export function useTrayFocus(
  tray: RefObject<HTMLElement | null>,
  { takesFocus, edits, returnTo = 'main' }: TrayFocus,
): void {
  useEffect(() => {
    if (takesFocus) tray.current?.focus()
  }, [tray, takesFocus])
  const before = useRef(edits)
  useEffect(() => {
    if (edits < before.current && isFocusLost()) tray.current?.focus({ preventScroll: true })
    before.current = edits
  }, [tray, edits])
  useEffect(
    () => () => {
      if (isFocusLost()) document.getElementById(returnTo)?.focus({ preventScroll: true })
    },
    [returnTo],
  )
}
