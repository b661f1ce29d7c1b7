/** History of a record: user, time, channel, old and new value of every changed field. */
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { fetchHistory, recordHistoryKey } from '../../platform/api/record-history.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { type EntityMeta, heading } from '../../platform/meta/entity-meta.ts'
import { changedValues } from '../../platform/values/changed-values.ts'
import { documentText } from '../../platform/values/document-text.ts'
import { formatValue } from '../../platform/values/format-value.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { HistoryAuthor } from './history-author.tsx'
import styles from './record.module.css'

const UndoStandingOf = lazy(async () => ({
  default: (await import('../../undo/undo-standing.tsx')).UndoStandingOf,
}))

const page = 50

export function RecordHistory({
  scenario,
  meta,
  id,
}: {
  readonly scenario: string
  readonly meta: EntityMeta
  readonly id: string
}) {
  const { t } = useTranslation('grid')
  const formats = useFieldFormats()
  const history = useInfiniteQuery({
    queryKey: recordHistoryKey(scenario, meta.entity, id),
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      fetchHistory(scenario, meta.entity, id, {
        limit: page,
        signal,
        ...(pageParam === 0 ? {} : { before: pageParam }),
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  if (history.isPending) return <LoadingSkeleton rows={4} />
  if (history.error !== null)
    return <ErrorState error={history.error} onRetry={() => void history.refetch()} inline />
  const entries = history.data.pages.flatMap(({ entries: found }) => found)
  if (entries.length === 0) return <EmptyState title={t('record.noHistory')} />
  const show = (name: string, value: unknown): string => {
    const field = meta.fields.find((one) => one.name === name)
    if (value === null || value === undefined) return t('conflict.nothing')
    return field === undefined ? documentText(value) : formatValue(field, value, formats)
  }
  return (
    <>
      <ol className={styles.entries}>
        {entries.map(({ changeset, action, changes, undone_by: by, ...entry }) => (
          <li key={changeset}>
            <b>{t(`record.action.${action}`, { defaultValue: action })}</b>{' '}
            <span className={styles.who}>
              <HistoryAuthor entry={entry} />
            </span>{' '}
            {meta.readonly ? null : (
              <Suspense>
                <UndoStandingOf
                  scenario={scenario}
                  changeset={changeset}
                  created={entry.created}
                  undo={{ obstacle: null, by }}
                  besideRecord
                />
              </Suspense>
            )}
            {changes === null ? null : (
              <dl className={styles.changes}>
                {changedValues(action, changes).map(({ name, before, after }) => (
                  <div key={name} style={{ display: 'contents' }}>
                    <dt>{heading(meta.fields.find((field) => field.name === name)?.label ?? name)}</dt>
                    <dd>
                      {action === 'add' ? null : (
                        <>
                          <del>{show(name, before)}</del>
                          {action === 'delete' ? null : ' → '}
                        </>
                      )}
                      {action === 'delete' ? null : <ins>{show(name, after)}</ins>}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button
          mt="sm"
          variant="default"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('record.more')}
        </Button>
      ) : null}
    </>
  )
}
