/** Status of a run as word and icon, independent of color. */
import { IconBan, IconCheck, IconClock, IconLoader2, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isRunning, type Run } from '../../platform/api/tasks.ts'
import styles from './execute.module.css'

const signs = {
  Waiting: IconClock,
  running: IconLoader2,
  Done: IconCheck,
  Failed: IconX,
  Canceled: IconBan,
} as const

type State = keyof typeof signs

export const stateOf = (run: Pick<Run, 'status'>): State =>
  isRunning(run)
    ? 'running'
    : ((['Waiting', 'Done', 'Failed', 'Canceled'] as const).find((state) => state === run.status) ??
      'Waiting')

export function RunStatus({ run }: { readonly run: Pick<Run, 'status' | 'progress'> }) {
  const { t } = useTranslation('execute')
  const state = stateOf(run)
  const Sign = signs[state]
  return (
    <span className={styles.status} data-state={state}>
      <Sign size={14} stroke={2} aria-hidden="true" />
      {state === 'running' ? `${run.progress} %` : t(`status.${state}`)}
    </span>
  )
}
