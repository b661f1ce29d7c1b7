/** Props, focus handling, and the keys Enter, Tab and Escape of all cell editors. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import type { Draft, Editing } from '../grid-model.ts'

/** Position of the cursor after an edit. */
export type Leave = 'stay' | 'down' | 'up' | 'next' | 'previous'

/**
 * Stores a text in the cell and closes the editor. `isUnsettled` tells that the record that the text refers to is still
 * to be searched.
 */
export type Commit = (text: string, leave: Leave, isUnsettled?: boolean) => void

export interface EditorProps {
  readonly editing: Editing
  /** Initial text. */
  readonly initial: string
  /** Whether typing replaces the initial text. */
  readonly selectAll: boolean
  readonly label: string
  readonly scenario: string
  readonly commit: Commit
  readonly cancel: () => void
  /** Returns whether the edit was committed or canceled; the focus may then move. */
  readonly closed: () => boolean
  /** Called after each change of the text, also with what commits it. */
  readonly onDraft: (draft: Draft) => void
}

/** Handler for the loss of focus. It commits the text, unless the engine took the focus temporarily. */
export type OnLeave = (event: FocusEvent<HTMLInputElement>) => void

/**
 * Focuses an editor before the next key event, and keeps the focus when the engine returns it to the cell below while
 * it redraws rows. The focus moves only after a key or a pointer event of the user.
 */
export function useEditorFocus(
  input: RefObject<HTMLInputElement | null>,
  { selectAll, closed, onDraft }: Pick<EditorProps, 'selectAll' | 'closed' | 'onDraft'>,
  draft: Draft,
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
  useLayoutEffect(() => onDraft(draft))
  return (event) => {
    if (closed()) return
    const { relatedTarget } = event
    const taken = relatedTarget instanceof Element && relatedTarget.closest('.ag-cell') !== null
    if (taken && !pressed.current) event.currentTarget.focus({ preventScroll: true })
    else draft.commit()
  }
}

/** Handles Enter, Tab and Escape in every editor. */
export function editorKeys(
  event: KeyboardEvent<HTMLInputElement>,
  { commit, cancel }: Pick<EditorProps, 'commit' | 'cancel'>,
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
