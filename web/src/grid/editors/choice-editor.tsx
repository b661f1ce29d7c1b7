/** Editor of a field with a fixed set of values: a list that is filtered while the user types. */
import { Combobox, useCombobox } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { editorKeys, type EditorProps, useEditorFocus } from './editor-keys.ts'

export function ChoiceEditor(props: EditorProps) {
  const { editing, initial, selectAll, label, commit } = props
  const { choices = [], nullable } = editing.field
  // The text is the displayed label of the value.
  const [text, setText] = useState(() => choices.find(({ value }) => value === initial)?.label ?? initial)
  const [touched, setTouched] = useState(!selectAll)
  const input = useRef<HTMLInputElement>(null)
  const combobox = useCombobox({ defaultOpened: true })
  const shown = useMemo(() => {
    const wanted = touched ? text.trim().toLowerCase() : ''
    const found = choices.filter(({ label: name, value }) =>
      `${name} ${value}`.toLowerCase().includes(wanted),
    )
    return nullable && wanted === '' ? [{ value: '', label: '—' }, ...found] : found
  }, [choices, text, touched, nullable])
  const marked = (): string => shown[Math.max(0, combobox.getSelectedOptionIndex())]?.value ?? text
  const leave = useEditorFocus(input, props, {
    isChanged: touched,
    commit: () => commit(touched ? marked() : initial, 'stay'),
  })
  useEffect(() => {
    const place = touched ? 0 : shown.findIndex(({ value }) => value === initial)
    combobox.selectOption(Math.max(0, place))
    // Only changes of the list move the highlight.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [shown, touched])
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(value) => commit(value, 'stay')}
      withinPortal
      shadow="md"
      width={200}
      position="bottom-start"
    >
      <Combobox.Target>
        <input
          ref={input}
          aria-label={label}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setTouched(true)
            setText(event.currentTarget.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === 'Tab') editorKeys(event, props, marked())
            else editorKeys(event, props, text)
          }}
          onBlur={leave}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={280} style={{ overflowY: 'auto' }}>
          {shown.map(({ value, label: name }) => (
            <Combobox.Option key={value} value={value} onMouseDown={(event) => event.preventDefault()}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
