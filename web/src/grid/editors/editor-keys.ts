/** What all editors of cells are given, how they take the focus, and what Enter, Tab and Escape do in them. */
import { type KeyboardEvent, type RefObject, useLayoutEffect } from 'react'
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
}

/** Puts the cursor into an editor before the next key arrives. */
export function useEditorFocus(input: RefObject<HTMLInputElement | null>, selectAll: boolean): void {
  useLayoutEffect(() => {
    const element = input.current
    if (element === null) return
    element.focus({ preventScroll: true })
    if (selectAll) element.select()
    else element.setSelectionRange(element.value.length, element.value.length)
  }, [input, selectAll])
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
