/** Editor of texts, numbers, durations and times; the input is validated when it is committed. */
import { useRef, useState } from 'react'
import { editorKeys, type EditorProps, useEditorFocus } from './editor-keys.ts'

export function TextEditor(props: EditorProps) {
  const { initial, selectAll, label, commit, editing } = props
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(initial)
  const leave = useEditorFocus(input, props, {
    isChanged: !selectAll || text !== initial,
    commit: () => commit(text, 'stay'),
  })
  const numeric = editing.field.type === 'number' || editing.field.type === 'integer'
  return (
    <input
      ref={input}
      type="text"
      inputMode={numeric ? 'decimal' : 'text'}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      value={text}
      maxLength={editing.field.max_length}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => editorKeys(event, props, text)}
      onBlur={leave}
    />
  )
}
