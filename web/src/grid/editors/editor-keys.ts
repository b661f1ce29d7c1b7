/** What all editors of cells are given, how they take the focus, and what Enter, Tab and Escape do in them. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Editing } from '../grid-model.ts'

/** Where the cursor goes after an edit. */
export type Leave = 'stay' | 'down' | 'up' | 'next' | 'previous'

export interface EditorProps {
  readonly editing: Editing
  /** Text to begin with. */
  readonly initial: string
  /** Whether the text is to be replaced by what is typed. */
  readonly selectAll: boolean
  readonly label: string
  readonly scenario: string
  readonly commit: (text: string, leave: Leave) => void
  readonly cancel: () => void
  /** Whether it has been taken over or given up; the focus is then free to go. */
  readonly closed: () => boolean
}

/** What is to be done when an editor loses the focus: `take` it over, unless it was only taken away for a moment. */
export type OnLeave = (event: FocusEvent<HTMLInputElement>, take: () => void) => void

/**
 * Puts the cursor into an editor before the next key arrives, and keeps it there when the engine gives the focus back
 * to the cell below while rows are drawn anew. Who leaves has pressed a key, or somewhere.
 */
export function useEditorFocus(
  input: RefObject<HTMLInputElement | null>,
  { selectAll, closed }: Pick<EditorProps, 'selectAll' | 'closed'>,
): OnLeave {
  const pressed = useRef(false)
  useLayoutEffect(() => {
    const element = input.current
    if (element === null) return undefined
    element.focus({ preventScroll: true })
    if (selectAll) element.select()
    else element.setSelectionRange(element.value.length, element.value.length)
    const press = (): void => {
      pressed.current = true
    }
    globalThis.addEventListener('pointerdown', press, { capture: true })
    return () => globalThis.removeEventListener('pointerdown', press, { capture: true })
  }, [input, selectAll])
  return (event, take) => {
    if (closed()) return
    const { relatedTarget } = event
    const taken = relatedTarget instanceof Element && relatedTarget.closest('.ag-cell') !== null
    if (taken && !pressed.current) event.currentTarget.focus({ preventScroll: true })
    else take()
  }
}

/** What Enter, Tab and Escape do in every editor. */
export function editorKeys(
  event: KeyboardEvent<HTMLInputElement>,
  { commit, cancel }: EditorProps,
  text: string,
): void {
  if (event.nativeEvent.isComposing) return
  const back = event.shiftKey
  if (event.key === 'Enter') commit(text, back ? 'up' : 'down')
  else if (event.key === 'Tab') commit(text, back ? 'previous' : 'next')
  else if (event.key === 'Escape') cancel()
  else return
  event.preventDefault()
  event.stopPropagation()
}
