/** Moves the focus to the best result of a search when it ends, so that its buttons are the next Tab stops. */
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns the ref of the list of results, whose items are focusable articles, the best first. The focus stays where it
 * is if the user has moved it: only a focus that is nowhere, because its button was removed when the search ended, or
 * still where the opened dialog has put it, is moved.
 *
 * @param isDone whether the search has ended and the best result is the first of the list
 */
export function useBestFocus<Element extends HTMLElement>(isDone: boolean): RefObject<Element | null> {
  const list = useRef<Element>(null)
  useEffect(() => {
    const best = list.current?.querySelector('article')
    if (!isDone || best === null || best === undefined || !isFocusUnmoved(best)) return
    // A card may be higher than the screen: only its title has to be visible.
    best.focus({ preventScroll: true })
    best.querySelector('h2, h3')?.scrollIntoView({ block: 'nearest' })
  }, [isDone])
  return list
}

/** The header of a dialog contains its button to close, which has the focus when it opens. */
function isFocusUnmoved(result: HTMLElement): boolean {
  const { activeElement: focused, body } = document
  if (focused === null || focused === body) return true
  const dialog = result.closest('[role="dialog"]')
  return (
    dialog !== null &&
    (focused === dialog || (dialog.contains(focused) && focused.closest('header') !== null))
  )
}
