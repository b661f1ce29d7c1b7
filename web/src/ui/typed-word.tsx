/** Field for the word that confirms an irreversible action: the name of what is lost, or the number of records. */
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface TypedWordProps {
  readonly word: string
  /** Text that names the word; by default “Type … to confirm”. */
  readonly label?: string
  /** Whether the dialog opens with the focus on the field. */
  readonly takesFocus?: boolean
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Returns whether the word is typed. Spaces around it, which copying adds, are ignored. */
export const isTyped = (text: string, word: string): boolean => text.trim() === word

export function TypedWord({ word, label, takesFocus = false, value, onChange }: TypedWordProps) {
  const { t } = useTranslation('common')
  return (
    <TextInput
      label={label ?? t('confirm.type', { word })}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
      {...(takesFocus ? { 'data-autofocus': true } : {})}
    />
  )
}
