/** Reason why a trial was not stored: the conflicting changes, and a button to retry. */
import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError } from '../platform/api/api-error.ts'
import { conflictsOf, isOutdated } from '../platform/api/plan-trials.ts'
import { useScenario } from '../platform/use-scenario.ts'
import { heading } from '../platform/meta/entity-meta.ts'
import { metaIndexQuery } from '../platform/meta/meta-index.ts'
import { ChangeSetLink } from '../undo/change-set-link.tsx'
import { isFocusLost } from '../ui/is-focus-lost.ts'
import styles from './trial.module.css'

interface AcceptProblemProps {
  readonly error: ApiError
  /** Tries the edits again with the current data. */
  readonly onRetry: () => void
}

export function AcceptProblem({ error, onRetry }: AcceptProblemProps) {
  const { t, i18n } = useTranslation('trial')
  const scenario = useScenario()
  const { data: entities = [] } = useQuery(metaIndexQuery(scenario.name, i18n.language))
  const frame = useRef<HTMLDivElement>(null)
  // The button that accepts cannot be focused while it waits for the answer.
  useEffect(() => {
    if (isFocusLost()) frame.current?.focus()
  }, [])
  const outdated = isOutdated(error)
  const conflicts = conflictsOf(error)
  const labelOf = (entity: string): string =>
    heading(entities.find((one) => one.entity === entity)?.label ?? entity, i18n.language)
  return (
    <Alert
      ref={frame}
      tabIndex={-1}
      role="alert"
      color={outdated ? 'orange' : 'red'}
      title={t(outdated ? (error.status === 410 ? 'accept.unknown' : 'accept.outdated') : 'accept.failed')}
    >
      <p className={styles.plain}>{error.detail === '' ? t('error.hint') : error.detail}</p>
      {conflicts.length === 0 ? null : (
        <>
          <p className={styles.plain}>{t('accept.changed')}</p>
          <ul className={styles.list}>
            {conflicts.map(({ entity, key, changeset }) => (
              <li key={`${entity} ${key ?? ''}`}>
                {labelOf(entity)} <strong>{key}</strong>
                {typeof changeset === 'number' ? (
                  <>
                    {' '}
                    (
                    <ChangeSetLink scenario={scenario.name} changeset={changeset}>
                      {t('accept.changeset', { changeset })}
                    </ChangeSetLink>
                    )
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      )}
      {outdated ? (
        <Button size="compact-sm" variant="default" mt="xs" onClick={onRetry}>
          {t('retry')}
        </Button>
      ) : null}
    </Alert>
  )
}
