/** Error message of a form, announced immediately. */
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../platform/api/api-error.ts'
import styles from './login.module.css'

export interface ProblemProps {
  readonly error: ApiError | undefined
  /** Message for a wrong name or password. */
  readonly wrong: string
}

export function Problem({ error, wrong }: ProblemProps) {
  const { t } = useTranslation('login')
  const text =
    error === undefined
      ? ''
      : error.status === 401
        ? wrong
        : error.unreachable
          ? t('unreachable')
          : Object.keys(error.fields).length > 0
            ? (error.fields['non_field_errors']?.[0] ?? t('check'))
            : error.detail || t('failed')
  return <div role="alert">{text === '' ? null : <p className={styles.problem}>{text}</p>}</div>
}
