/** Returns the keyboard focus after a dialog. */
import { useEffect, useState } from 'react'
import { isFocusLost } from './is-focus-lost.ts'

/**
 * Returns the focus to the opener when the component is removed, unless something else has it by then. The opener is
 * what has the focus when the component is first rendered, unless it is given.
 */
export function useReturnFocus(isWanted: boolean, given?: HTMLElement): void {
  const [opener] = useState(() => given ?? openerOfDialog())
  useEffect(
    () => () => {
      if (!isWanted) return
      // The focused element of the dialog is removed after this.
      setTimeout(() => {
        if (isFocusLost()) opener?.focus()
      })
    },
    [isWanted, opener],
  )
}

/** Returns the focused element; for an item of a menu, which closes, the button of the menu. */
export function openerOfDialog(): HTMLElement | undefined {
  const { activeElement } = document
  const menu = activeElement?.closest('[role="menu"]')
  const opener =
    menu === null || menu === undefined
      ? activeElement
      : document.querySelector(`[id="${CSS.escape(menu.getAttribute('aria-labelledby') ?? '')}"]`)
  return opener instanceof HTMLElement && opener !== document.body ? opener : undefined
}
