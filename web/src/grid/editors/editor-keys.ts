/** Props, focus handling, and the keys Enter, Tab and Escape of all cell editors. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Editing } from '../grid-model.ts'

/** Position of the cursor after an edit. */
export type Leave = 'stay' | 'down' | 'up' | 'next' | 'previous'

export interface EditorProps {
  readonly editing: Editing
  /** Initial text. */
  readonly initial: string
  /** Whether typing replaces the initial text. */
  readonly selectAll: boolean
  readonly label: string
  readonly scenario: string
  readonly commit: (text: string, leave: Leave) => void
  readonly cancel: () => void
  /** Returns whether the edit was committed or canceled; the focus may then move. */
  readonly closed: () => boolean
}

/** Handler for the loss of focus. It calls `take` to commit, unless the engine took the focus temporarily. */
export type OnLeave = (event: FocusEvent<HTMLInputElement>, take: () => void) => void

/**
 * Focuses an editor before the next key event, and keeps the focus when the engine returns it to the cell below while
 * it redraws rows. The focus moves only after a key or a pointer event of the user.
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

/** Handles Enter, Tab and Escape in every editor. */
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
