/** Moves the focus to the title after navigation to another screen, as loading a page would. */
import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'

export function useFocusOnArrival(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    const arrived = before.current !== undefined && before.current !== path
    before.current = path
    if (!arrived) return undefined
    // If the user has moved the focus while the screen was loading, the focus stays.
    if (
      document.activeElement?.closest('main, [role=dialog]') !== null &&
      document.activeElement !== main.current
    )
      return undefined
    const place = main.current
    if (place === null) return undefined
    place.scrollTo(0, 0)
    place.focus({ preventScroll: true })
    return focusTitle(place)
  }, [path])
  return main
}

/** Moves the focus to the title as soon as it exists, unless the focus was moved elsewhere. */
function focusTitle(place: HTMLElement): () => void {
  const attempt = (): boolean => {
    if (document.activeElement !== place && document.activeElement !== document.body) return true
    const title = place.querySelector<HTMLElement>('#page-title')
    title?.focus({ preventScroll: true })
    // The title of a screen that is hidden until it has loaded cannot take the focus yet.
    return title !== null && document.activeElement === title
  }
  if (attempt()) return () => undefined
  const watch = new MutationObserver(() => {
    if (attempt()) watch.disconnect()
  })
  watch.observe(place, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] })
  return () => watch.disconnect()
}
