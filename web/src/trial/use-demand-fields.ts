/** Fields of a sales order that somebody fills in for a question to the plan: texts, values, and what is wrong with them. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldMessages } from '../api/api-error.ts'
import { useScenario } from '../app/use-scenario.ts'
import { type FieldMeta, metaQuery, type Row } from '../grid/meta/entity-meta.ts'
import { editText } from '../grid/values/format-value.ts'
import { useFormats } from '../grid/values/formats.ts'
import { parseValue } from '../grid/values/parse-value.ts'

export const demandEntity = 'input.demand'

export interface DemandFieldOptions {
  readonly names: readonly string[]
  /** Those that cannot be left empty. */
  readonly required: readonly string[]
  /** What the fields begin with. */
  readonly record?: Row | undefined
  /** What the fields mean here, instead of what they mean in the data. */
  readonly hints?: Readonly<Record<string, string>>
}

export interface DemandFields {
  /** Empty until the metadata is there. */
  readonly fields: readonly FieldMeta[]
  readonly textOf: (field: FieldMeta) => string
  readonly errorOf: (field: FieldMeta) => string | undefined
  readonly isChanged: (field: FieldMeta) => boolean
  readonly change: (field: FieldMeta, text: string) => void
  /** Values by field, those that are empty left out; undefined where one is wrong, which is shown then. */
  readonly read: () => Row | undefined
  /** Shows what the service says about fields. */
  readonly refuse: (messages: FieldMessages) => void
}

export function useDemandFields({ names, required, record, hints = {} }: DemandFieldOptions): DemandFields {
  const { t, i18n } = useTranslation('grid')
  const formats = useFormats()
  const scenario = useScenario()
  const { data: meta } = useQuery(metaQuery(scenario.name, demandEntity, i18n.language))
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const needed = new Set(required)
  const fields = names.flatMap((name) => {
    const field = meta?.fields.find((one) => one.name === name)
    if (field === undefined) return []
    const wanted = needed.has(name)
    return [{ ...field, required: wanted, nullable: !wanted, help: hints[name] ?? '' }]
  })
  const textOf = (field: FieldMeta): string =>
    texts[field.name] ?? (record === undefined ? '' : editText(field, record[field.name], formats))
  return {
    fields,
    textOf,
    errorOf: ({ name }) => errors[name],
    isChanged: (field) =>
      record !== undefined && textOf(field) !== editText(field, record[field.name], formats),
    change: (field, text) => {
      setTexts((known) => ({ ...known, [field.name]: text }))
      setErrors(({ [field.name]: _put, ...others }) => others)
    },
    read: () => {
      const wrong: Record<string, string> = {}
      const values: Record<string, unknown> = {}
      for (const field of fields) {
        const parsed = parseValue(field, textOf(field), formats)
        if ('fault' in parsed) wrong[field.name] = t(`fault.${parsed.fault.code}`, { ...parsed.fault.params })
        else if (parsed.value !== null) values[field.name] = parsed.value
      }
      setErrors(wrong)
      const [first] = Object.keys(wrong)
      if (first === undefined) return values
      document.getElementById(`field-${first}`)?.focus()
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
