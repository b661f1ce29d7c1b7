/** State of the fields for a part of a sales order: entries, errors, and the part that they mean. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { faultText } from '../../platform/values/fault-text.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { parseValue } from '../../platform/values/parse-value.ts'
import { noPart, type PartDraft, type PartErrors, partFieldIds } from './part-fields.tsx'
import type { Part } from './split-order.ts'

export interface PartForm {
  readonly draft: PartDraft
  readonly errors: PartErrors
  readonly change: (draft: PartDraft) => void
  /** Whether a field is filled in. */
  readonly isGiven: boolean
  /**
   * Returns the part; undefined if it is invalid, and then shows the errors.
   * @param ordered quantity of the whole order
   */
  readonly read: (ordered: number) => Part | undefined
}

const quantityField = { type: 'number', nullable: false, required: true } as const

export function usePart(): PartForm {
  const { t } = useTranslation('trial')
  const { t: gridWord } = useTranslation('grid')
  const formats = useFieldFormats()
  const numbers = useFormats()
  const [draft, setDraft] = useState<PartDraft>(noPart)
  const [errors, setErrors] = useState<PartErrors>({})
  const { quantity: text, due } = draft
  return {
    draft,
    errors,
    isGiven: text.trim() !== '' || due !== '',
    change: (next) => {
      setDraft(next)
      setErrors({})
    },
    read: (ordered) => {
      const parsed = parseValue(quantityField, text, formats)
      const quantity = 'value' in parsed ? Number(parsed.value) : 0
      const wrong: PartErrors = {
        ...('fault' in parsed
          ? { quantity: faultText(gridWord, parsed.fault) }
          : quantity > 0 && quantity < ordered
            ? {}
            : { quantity: t('try.part.range', { quantity: numbers.number(ordered) }) }),
        ...(due === '' ? { due: gridWord('fault.required') } : {}),
      }
      setErrors(wrong)
      const first = wrong.quantity === undefined ? (wrong.due === undefined ? undefined : 'due') : 'quantity'
      if (first === undefined) return { quantity, due: due.length === 10 ? `${due}T00:00:00` : due }
      document.getElementById(partFieldIds[first])?.focus()
      return undefined
    },
  }
}
