/**
 * Keys that do something wherever the keyboard stands. Single letters are silent while somebody types, while a dialog
 * is open, and for whoever has switched them off (WCAG 2.1.4).
 */
import { useEffect, useEffectEvent } from 'react'
import { useMe } from '../../api/me.ts'

/** `mod+k` (Ctrl, on a Mac Command), `?`, or two letters one after the other: `g h`. */
export type Shortcut = `mod+${string}` | '?' | `${string} ${string}`

/** Milliseconds between two letters that belong together. */
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

/** Remembers the letter before. Stands once, in the shell, after all who ask. */
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

/** Somebody types there, or has a dialog or a grid that takes letters itself. */
function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.closest(
      'input, textarea, select, [role=textbox], [role=dialog], [role=menu], [role=grid], [role=listbox]',
    ) !== null
  )
}
