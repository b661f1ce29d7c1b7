/** Record differences between two scenarios, and merging the changes of the displayed scenario. */
import { Alert, Button, Checkbox } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DifferenceFilter,
  type DifferentRecord,
  differencesQuery,
} from '../../platform/api/differences.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useDifferenceColumns } from './difference-columns.tsx'
import { DifferenceTools } from './difference-tools.tsx'
import { MergeButtons } from './merge-buttons.tsx'
import { recordName, useChosenRecords } from './use-chosen-records.ts'
import styles from './comparison.module.css'

interface RecordDifferencesProps {
  readonly other: string
  readonly label: string
}

export function RecordDifferences({ other, label }: RecordDifferencesProps) {
  const { t } = useTranslation('comparison')
  const formats = useFormats()
  const scenario = useScenario()
  const [filter, setFilter] = useState<DifferenceFilter>({})
  const chosen = useChosenRecords()
  const columnsOf = useDifferenceColumns(other, label)
  const found = useInfiniteQuery(differencesQuery(scenario.name, other, filter))
  const all = useInfiniteQuery(differencesQuery(scenario.name, other, {}))
  if (found.error !== null) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (found.isPending || all.isPending) return <LoadingSkeleton />
  const [first] = found.data.pages
  const records = found.data.pages.flatMap((page) => page.records)
  const entities = all.data?.pages[0]?.entities ?? []
  const places = { here: scenario.label, there: label }
  const ancestor = first?.ancestor
  // Changes of the other scenario only are already there.
  const isMergeable = ({ entity }: DifferentRecord): boolean =>
    entities.some((one) => one.entity === entity && one.mergeable)
  const isOffered = (record: DifferentRecord): boolean => record.changed !== 'b' && isMergeable(record)
  const offered = records.filter(isOffered)
  // An entity without differences that are left has no name here.
  const shownEntity =
    filter.entity === undefined
      ? undefined
      : (entities.find(({ entity }) => entity === filter.entity) ?? {
          entity: filter.entity,
          label: filter.entity,
        })
  const filtered = filter.entity !== undefined || filter.changed !== undefined
  return (
    <>
      <p className={styles.soft}>
        {ancestor === undefined
          ? null
          : t(ancestor.kind === 'copy' ? 'records.copied' : 'records.joined', {
              ...places,
              at: formats.moment(ancestor.at),
            })}
      </p>
      {ancestor === undefined && entities.length > 0 ? (
        <Alert color="yellow">{t('records.unknown', places)}</Alert>
      ) : null}
      <DifferenceTools
        other={other}
        label={label}
        filter={filter}
        entities={entities}
        known={ancestor !== undefined}
        onFilter={(next) => {
          setFilter(next)
          chosen.clear()
        }}
      />
      {entities.length === 0 ? (
        <EmptyState title={t('records.none', places)} />
      ) : (
        <>
          <MergeButtons
            other={other}
            label={label}
            chosen={chosen.records}
            entity={shownEntity}
            isPart={filter.changed !== undefined}
            known={ancestor !== undefined}
            onDone={chosen.clear}
          />
          <Checkbox
            label={t('records.chooseShown', { count: offered.length })}
            disabled={offered.length === 0}
            checked={offered.length > 0 && offered.every(chosen.has)}
            indeterminate={chosen.records.length > 0 && !offered.every(chosen.has)}
            onChange={({ currentTarget }) => chosen.set(offered, currentTarget.checked)}
          />
          {records.some((record) => record.changed === 'b' && isMergeable(record)) ? (
            <OtherWay other={other} places={places} />
          ) : null}
          <DataTable
            label={t('records.title')}
            columns={columnsOf({ known: ancestor !== undefined, isOffered, chosen })}
            rows={records}
            rowKey={recordName}
            empty={filtered ? <EmptyState title={t('records.noneOfThese')} /> : undefined}
          />
          <p className={styles.soft}>
            {t('records.shown', { shown: records.length, count: first?.count ?? 0 })}
          </p>
          {found.hasNextPage ? (
            <Button
              variant="default"
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {t('showMore')}
            </Button>
          ) : null}
        </>
      )}
    </>
  )
}

interface OtherWayProps {
  readonly other: string
  readonly places: { readonly here: string; readonly there: string }
}

/** Leads to the same comparison in the other scenario, whose changes are merged from there. */
function OtherWay({ other, places }: OtherWayProps) {
  const { t } = useTranslation('comparison')
  const scenario = useScenario()
  const query = { with: scenario.name, view: 'records' }
  return (
    <p className={styles.soft}>
      {t('records.otherWay', places)}{' '}
      <ScreenLink to={withQuery(`/app/${encodeURIComponent(other)}/reports/comparison`, query)}>
        {t('records.otherWayLink', places)}
      </ScreenLink>
    </p>
  )
}
