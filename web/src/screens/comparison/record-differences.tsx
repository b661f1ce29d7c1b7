/** Record differences between two scenarios, and merging the changes of the displayed scenario. */
import { Alert, Checkbox } from '@mantine/core'
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
import { MorePages, readPages } from '../../ui/more-pages.tsx'
import { QueryView } from '../../ui/query-view.tsx'
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
  if (all.data === undefined) return <QueryView query={all}>{() => null}</QueryView>
  const { entities = [], ancestor } = all.data.pages[0] ?? {}
  const places = { here: scenario.label, there: label }
  // Changes of the other scenario only are already there.
  const isMergeable = ({ entity }: DifferentRecord): boolean =>
    entities.some((one) => one.entity === entity && one.mergeable)
  const isOffered = (record: DifferentRecord): boolean => record.changed !== 'b' && isMergeable(record)
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
        <QueryView query={readPages(found)}>
          {({ pages }) => {
            const records = pages.flatMap((page) => page.records)
            const offered = records.filter(isOffered)
            return (
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
                  {t('records.shown', { shown: records.length, count: pages[0]?.count ?? 0 })}
                </p>
                <MorePages query={found} label={t('showMore')} />
              </>
            )
          }}
        </QueryView>
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
