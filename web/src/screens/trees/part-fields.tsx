/** Optional fields of a sales order for a part that is delivered separately: its quantity and its due date. */
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DateInput } from '../../ui/date-input.tsx'
import styles from '../../trial/trial.module.css'

/** Entries of the fields; empty without a part. */
export interface PartDraft {
  readonly quantity: string
  /** Planning time. */
  readonly due: string
}

export const noPart: PartDraft = { quantity: '', due: '' }

/** Identifiers of the inputs in the page. */
export const partFieldIds = { quantity: 'part-quantity', due: 'part-due' } as const

export type PartErrors = Readonly<Partial<Record<keyof PartDraft, string>>>

interface PartFieldsProps {
  readonly draft: PartDraft
  readonly errors: PartErrors
  readonly onChange: (draft: PartDraft) => void
}

export function PartFields({ draft, errors, onChange }: PartFieldsProps) {
  const { t } = useTranslation('trial')
  return (
    <fieldset className={`${styles.part} ${styles.wide}`}>
      <legend>{t('try.part.title')}</legend>
      <p>{t('try.part.hint')}</p>
      <div className={styles.form}>
        <TextInput
          id={partFieldIds.quantity}
          label={t('try.part.quantity')}
          inputMode="decimal"
          autoComplete="off"
          value={draft.quantity}
          error={errors.quantity}
          onChange={({ currentTarget }) => onChange({ ...draft, quantity: currentTarget.value })}
        />
        <DateInput
          id={partFieldIds.due}
          label={t('try.part.due')}
          value={draft.due}
          error={errors.due}
          onChange={(due) => onChange({ ...draft, due })}
        />
      </div>
    </fieldset>
  )
}
