/** Form fields of a sales order for what-if requests: texts, values and errors. */
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldMessages } from '../platform/api/api-error.ts'
import { type Settlers, useSettlers } from '../ui/use-settlers.ts'
import { usePlanClock } from '../platform/use-plan-clock.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { type FieldMeta, metaQuery, type Row } from '../platform/meta/entity-meta.ts'
import { editText } from '../platform/values/format-value.ts'
import { useFieldFormats } from '../platform/values/field-formats.ts'
import { faultText } from '../platform/values/fault-text.ts'
import { parseValue } from '../platform/values/parse-value.ts'

export const demandEntity = 'input.demand'

export interface DemandFieldOptions {
  readonly names: readonly string[]
  /** Names of the fields that cannot be empty. */
  readonly required: readonly string[]
  /** Initial values of the fields. */
  readonly record?: Row | undefined
  /** Help texts for this form, which replace those of the metadata. */
  readonly hints?: Readonly<Record<string, string>>
  /** Rules of this form for numbers, which replace the minimum of the metadata: each returns what is wrong with a value. */
  readonly rules?: Readonly<Record<string, (value: number) => string | undefined>>
}

export interface DemandFields {
  /** Empty until the metadata is loaded. */
  readonly fields: readonly FieldMeta[]
  readonly textOf: (field: FieldMeta) => string
  readonly errorOf: (field: FieldMeta) => string | undefined
  readonly isChanged: (field: FieldMeta) => boolean
  /** Whether any field differs from its initial value. */
  readonly isTouched: boolean
  readonly change: (field: FieldMeta, text: string) => void
  /** For `RecordField`: lets `read` wait for the record that a typed text means. */
  readonly register: Settlers['register']
  /** Returns the values by field without empty ones; undefined if a value is invalid, and then shows the errors. */
  readonly read: () => Promise<Row | undefined>
  /** Shows the field errors of the service. */
  readonly refuse: (messages: FieldMessages) => void
}

/** Moves the focus to the input of a field. */
export function focusField(name: string): void {
  document.getElementById(`field-${name}`)?.focus()
}

export function useDemandFields({
  names,
  required,
  record,
  hints = {},
  rules = {},
}: DemandFieldOptions): DemandFields {
  const { t, i18n } = useTranslation('grid')
  const formats = useFieldFormats()
  const scenario = useScenario()
  usePlanClock()
  const { data: meta } = useQuery(metaQuery(scenario.name, demandEntity, i18n.language))
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  // A field that takes its text changes it before the form is rendered again.
  const latest = useRef(texts)
  const { register, settle } = useSettlers()
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const needed = new Set(required)
  const fields = names.flatMap((name) => {
    const field = meta?.fields.find((one) => one.name === name)
    if (field === undefined) return []
    const wanted = needed.has(name)
    const limits = rules[name] === undefined ? {} : { minimum: undefined }
    return [{ ...field, ...limits, required: wanted, nullable: !wanted, help: hints[name] ?? '' }]
  })
  const textIn = (known: typeof texts, field: FieldMeta): string =>
    known[field.name] ?? (record === undefined ? '' : editText(field, record[field.name], formats))
  const textOf = (field: FieldMeta): string => textIn(texts, field)
  return {
    fields,
    textOf,
    errorOf: ({ name }) => errors[name],
    isChanged: (field) =>
      record !== undefined && textOf(field) !== editText(field, record[field.name], formats),
    isTouched: fields.some((field) => textOf(field) !== textIn({}, field)),
    change: (field, text) => {
      latest.current = { ...latest.current, [field.name]: text }
      setTexts(latest.current)
      setErrors(({ [field.name]: _put, ...others }) => others)
    },
    register,
    read: async () => {
      // A field whose text has no meaning shows its own error.
      if (!(await settle())) return undefined
      const wrong: Record<string, string> = {}
      const values: Record<string, unknown> = {}
      for (const field of fields) {
        const parsed = parseValue(field, textIn(latest.current, field), formats)
        const broken =
          'value' in parsed && typeof parsed.value === 'number'
            ? rules[field.name]?.(parsed.value)
            : undefined
        if ('fault' in parsed) wrong[field.name] = faultText(t, parsed.fault)
        else if (broken !== undefined) wrong[field.name] = broken
        else if (parsed.value !== null) values[field.name] = parsed.value
      }
      setErrors(wrong)
      const [first] = Object.keys(wrong)
      if (first === undefined) return values
      focusField(first)
      return undefined
    },
    refuse: (messages) =>
      setErrors(
        Object.fromEntries(
          Object.entries(messages).flatMap(([name, [message]]) =>
            message === undefined ? [] : [[name, message]],
          ),
        ),
      ),
  }
}
