/** Shows the error message of the service, the request id in its log, and a button to retry. */
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../platform/api/api-error.ts'
import { CopyButton } from './copy-button.tsx'
import { NoRight } from './no-right.tsx'
import styles from './states.module.css'

export interface ErrorStateProps {
  readonly error: unknown
  /** Retries the request. */
  readonly onRetry?: (() => void) | undefined
  /** Whether the error is a part of a screen instead of replacing it. */
  readonly inline?: boolean
}

export function ErrorState({ error, onRetry, inline = false }: ErrorStateProps) {
  const { t } = useTranslation('common')
  const problem = asApiError(error)
  if (problem.status === 403) return <NoRight detail={problem.detail} />
  const title = problem.unreachable
    ? t('error.unreachable')
    : problem.status === 404
      ? t('error.notFound')
      : t('error.title')
  return (
    <div className={`${styles.state} ${inline ? styles.inline : ''}`} role="alert">
      <span className={`${styles.mark} ${styles.bad}`} aria-hidden="true">
        <IconAlertTriangle size={22} stroke={1.6} />
      </span>
      <h2>{title}</h2>
      <p>
        {problem.detail === ''
          ? t(problem.unreachable ? 'error.unreachableHint' : 'error.hint')
          : problem.detail}
      </p>
      {problem.requestId === undefined ? null : (
        <p className={styles.details}>
          {t('error.report')} <code>{problem.requestId}</code> <CopyButton value={problem.requestId} />
        </p>
      )}
      {onRetry === undefined ? null : (
        <div className={styles.actions}>
          <Button variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  )
}
