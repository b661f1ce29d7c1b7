/**
 * Field for a time of day. It is typed and shown as in grid cells, with 24 hours; the time input of the browser would
 * use the clock of the browser's language instead.
 */
import { TextInput } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../platform/values/fault-text.ts'
import { useFieldFormats } from '../platform/values/field-formats.ts'
import { type Fault, parseValue } from '../platform/values/parse-value.ts'

interface TimeInputProps {
  readonly label: string
  readonly description?: string
  /** Time to the minute, `06:00`; `24:00` is the end of the day. */
  readonly value: string
  /** Called with a time to the minute, or `24:00`; if the field was cleared, with the start of the day. */
  readonly onChange: (value: string) => void
}

const timeField = { type: 'time', nullable: true, required: false } as const

export function TimeInput({ label, description, value, onChange }: TimeInputProps) {
  const { t } = useTranslation('grid')
  const formats = useFieldFormats()
  const field = useRef<HTMLInputElement>(null)
  /** Typed text that was not parsed yet. */
  const [draft, setDraft] = useState<string>()
  const [fault, setFault] = useState<Fault>()
  const message = fault === undefined ? undefined : faultText(t, fault)
  // A form is not submitted with the previous value while the typed text is invalid.
  useLayoutEffect(() => field.current?.setCustomValidity(message ?? ''), [message])
  const read = (): void => {
    if (draft === undefined) return
    const parsed = parseValue(timeField, draft, formats)
    if ('fault' in parsed) {
      setFault(parsed.fault)
      return
    }
    setDraft(undefined)
    const next = typeof parsed.value === 'string' ? parsed.value.slice(0, 5) : '00:00'
    if (next !== value) onChange(next)
  }
  return (
    <TextInput
      ref={field}
      label={label}
      {...(description === undefined ? {} : { description })}
      autoComplete="off"
      value={draft ?? value}
      error={message}
      onChange={({ currentTarget }) => {
        setDraft(currentTarget.value)
        setFault(undefined)
      }}
      data-unsent={draft !== undefined || undefined}
      onBlur={read}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) read()
      }}
    />
  )
}
