/** The edits of production that a promotion overwrites, or that undoing or redoing it sets aside. */
import { Alert, Button, Checkbox } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { productionScenario } from '../../../../src/model/production.ts'
import {
  type OverwrittenEdits as Overwritten,
  overwrittenQuery,
  overwrittenRecordsQuery,
} from '../../platform/api/scenarios.ts'
import { useDecisionText } from '../../platform/use-decision-text.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { heading } from '../../platform/meta/entity-meta.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ChangedRecordItem } from '../audit/changed-record.tsx'
import { EntityCounts } from '../audit/entity-counts.tsx'
import styles from './scenarios.module.css'

interface OverwrittenEditsProps {
  /** The scenario to promote; undefined for undoing and redoing a promotion. */
  readonly by?: string
  /**
   * Called with whether the user may continue: the number is shown, or that it is unknown, or it cannot be read and the
   * user continues without it.
   */
  readonly onKnown: (known: boolean) => void
}

export function OverwrittenEdits({ by, onKnown }: OverwrittenEditsProps) {
  const { t } = useTranslation('scenarios')
  const found = useInfiniteQuery(overwrittenQuery(productionScenario, by))
  const { data, error, isPending, refetch } = found
  const known = data !== undefined
  const tell = useEffectEvent(() => onKnown(true))
  useEffect(() => {
    if (known) tell()
  }, [known])
  if (isPending) return <LoadingSkeleton rows={2} />
  if (data === undefined)
    return (
      <>
        <ErrorState inline error={error} onRetry={() => void refetch()} />
        <Checkbox
          label={t('overwritten.without')}
          onChange={({ currentTarget }) => onKnown(currentTarget.checked)}
        />
      </>
    )
  const [first] = data.pages
  if (first === undefined || first.edits === null)
    return (
      <Alert color="orange" title={t('overwritten.title')}>
        {t('overwritten.unknown')}
      </Alert>
    )
  const words = by === undefined ? 'overwritten.setAside' : 'overwritten.lost'
  const sets = data.pages.flatMap((page) => page.sets)
  return (
    <Alert color={first.edits > 0 || !first.complete ? 'orange' : 'gray'} title={t('overwritten.title')}>
      <div className={styles.form}>
        <p>{first.edits === 0 ? t('overwritten.none') : t(words, { count: first.edits })}</p>
        {first.complete ? null : <p>{t('overwritten.incomplete')}</p>}
        <Entities entities={first.entities} />
        {sets.length === 0 ? null : (
          <details>
            <summary>{t('overwritten.show')}</summary>
            <ul className={styles.edits}>
              {sets.map((set) => (
                <EditSet key={set.changeset} set={set} />
              ))}
            </ul>
            {found.hasNextPage ? (
              <Button
                variant="default"
                size="compact-sm"
                loading={found.isFetchingNextPage}
                onClick={() => void found.fetchNextPage()}
              >
                {t('overwritten.more')}
              </Button>
            ) : null}
          </details>
        )}
      </div>
    </Alert>
  )
}

type Counts = Overwritten['entities'][number]

/** Numbers of edits by kind of record. */
function Entities({ entities }: Pick<Overwritten, 'entities'>) {
  const { t, i18n } = useTranslation('scenarios')
  const formats = useFormats()
  if (entities.length === 0) return null
  const number = (id: 'created' | 'updated' | 'deleted', header: string): Column<Counts> => ({
    id,
    header,
    align: 'end',
    cell: (counts) => formats.number(counts[id]),
  })
  return (
    <DataTable
      stacks
      label={t('overwritten.title')}
      columns={[
        {
          id: 'entity',
          header: t('promote.entity'),
          cell: ({ label }) => heading(label, i18n.language),
        },
        number('created', t('grid:record.action.add')),
        number('updated', t('grid:record.action.change')),
        number('deleted', t('grid:record.action.delete')),
      ]}
      rows={entities}
      rowKey={({ entity }) => entity}
    />
  )
}

/** Who made edits at one time; opens to the records with their old and new values. */
function EditSet({ set }: { readonly set: Overwritten['sets'][number] }) {
  const { t } = useTranslation('grid')
  const formats = useFormats()
  const [open, setOpen] = useState(false)
  const originText = useDecisionText()(set.origin) ?? set.origin
  const who = set.user === null ? t('record.nobody') : (set.user.username ?? t('record.gone'))
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {formats.moment(set.created)} · <b>{who}</b> ·{' '}
          {t(`record.channel.${set.channel}`, { defaultValue: set.channel })}
          {originText === null ? null : ` · ${originText}`}{' '}
          {set.entities.map((counts) => (
            <EntityCounts key={counts.entity} counts={counts} />
          ))}
        </summary>
        {open ? <Records changeset={set.changeset} /> : null}
      </details>
    </li>
  )
}

/** Maximum number of records of one change set. */
const shownRecords = 100

function Records({ changeset }: { readonly changeset: number }) {
  const { t } = useTranslation('scenarios')
  const query = useQuery(overwrittenRecordsQuery(productionScenario, changeset, shownRecords))
  return (
    <QueryView query={query} inline rows={2}>
      {(data) => (
        <>
          <ul className={styles.edits}>
            {data.records.map((record) => (
              <ChangedRecordItem
                key={`${record.entity} ${record.key} ${record.action}`}
                scenario={productionScenario}
                record={record}
              />
            ))}
          </ul>
          {data.more ? <p className={styles.soft}>{t('overwritten.cut', { count: shownRecords })}</p> : null}
        </>
      )}
    </QueryView>
  )
}
