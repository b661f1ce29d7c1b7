/** After going to another screen the keyboard stands at its title, as it would after loading a page. */
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
    // Whoever typed on while the screen came keeps the keyboard.
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

/** Moves the keyboard to the title as soon as there is one, unless it has been taken elsewhere. */
function focusTitle(place: HTMLElement): () => void {
  const attempt = (): boolean => {
    const title = place.querySelector<HTMLElement>('#page-title')
    if (title === null) return false
    if (document.activeElement === place || document.activeElement === document.body) {
      title.focus({ preventScroll: true })
    }
    return true
  }
  if (attempt()) return () => undefined
  const watch = new MutationObserver(() => {
    if (attempt()) watch.disconnect()
  })
  watch.observe(place, { childList: true, subtree: true })
  return () => watch.disconnect()
}
