/** Choice of the mode in which the plan follows edits: repair or replan. */
import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './trial.module.css'
import type { TrialMode } from './use-edit-trial.ts'

interface ModeChoiceProps {
  readonly mode: TrialMode
  readonly onChange: (mode: TrialMode) => void
}

export function ModeChoice({ mode, onChange }: ModeChoiceProps) {
  const { t } = useTranslation('trial')
  return (
    <SegmentedControl
      size="xs"
      classNames={{ label: styles.mode ?? '' }}
      aria-label={t('mode.label')}
      data={[
        { value: 'repair', label: t('mode.repair') },
        { value: 'replan', label: t('mode.replan') },
      ]}
      value={mode}
      onChange={(value) => onChange(value === 'replan' ? 'replan' : 'repair')}
    />
  )
}
