/** Check box for approving changed proposed orders when they are saved, so that the next plan keeps them. */
import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './parts.module.css'

interface ApproveChoiceProps {
  /** Number of affected orders. */
  readonly count: number
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function ApproveChoice({ count, checked, onChange }: ApproveChoiceProps) {
  const { t } = useTranslation('grid')
  return (
    <Checkbox
      className={styles.approve}
      checked={checked}
      label={t('save.approve', { count })}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
