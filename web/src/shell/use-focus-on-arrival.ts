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
    if (!arrived) return
    // Whoever typed on while the screen came keeps the keyboard.
    if (
      document.activeElement?.closest('main, [role=dialog]') !== null &&
      document.activeElement !== main.current
    )
      return
    const title = main.current?.querySelector<HTMLElement>('#page-title')
    ;(title ?? main.current)?.focus({ preventScroll: true })
    main.current?.scrollTo(0, 0)
  }, [path])
  return main
}
