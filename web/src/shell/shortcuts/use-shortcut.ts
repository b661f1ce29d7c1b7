/**
 * Keyboard shortcuts that work anywhere on the page. Single letters are ignored while the user types, while a dialog
 * is open, and if the user has disabled them (WCAG 2.1.4).
 */
import { useEffect, useEffectEvent } from 'react'
import { useMe } from '../../platform/api/me.ts'

/** `mod+k` (Ctrl; Command on a Mac), `?`, or two letters in sequence: `g h`. */
export type Shortcut = `mod+${string}` | '?' | `${string} ${string}`

/** Maximum time between the two letters of a sequence, in milliseconds. */
const sequenceTimeoutMs = 1_000

let before: { readonly key: string; readonly time: number } | undefined

export function useShortcut(shortcut: Shortcut, run: () => void): void {
  const { preferences } = useMe()
  const act = useEffectEvent((event: KeyboardEvent) => {
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const single = !shortcut.startsWith('mod+')
    if (single && !preferences.shortcuts) return undefined
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !matches(shortcut, event)) return
      if (single && isBusy(event.target)) return
      act(event)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [shortcut, preferences.shortcuts])
}

/** Stores the previous letter. Used once, in the shell, after all components with shortcuts. */
export function useLetterMemory(): void {
  useEffect(() => {
    const remember = ({ key }: KeyboardEvent): void => {
      before = { key, time: Date.now() }
    }
    addEventListener('keydown', remember)
    return () => removeEventListener('keydown', remember)
  }, [])
}

function matches(shortcut: Shortcut, { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  if (altKey) return false
  if (shortcut.startsWith('mod+'))
    return (ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === shortcut.slice(4)
  if (ctrlKey || metaKey) return false
  if (shortcut === '?') return key === '?'
  const [first, second] = shortcut.split(' ')
  return (
    key === second &&
    before !== undefined &&
    before.key === first &&
    Date.now() - before.time < sequenceTimeoutMs
  )
}

/** Returns whether the focus is in a text field, or in a dialog or grid that handles letters itself. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest(
      'input, textarea, select, [role=textbox], [role=dialog], [role=menu], [role=grid], [role=listbox]',
    ) !== null
  )
}
