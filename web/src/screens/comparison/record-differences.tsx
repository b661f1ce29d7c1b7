/** Record differences between two scenarios, and merging the changes of the displayed scenario. */
import { Alert, Checkbox, SegmentedControl } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type DifferenceFilter,
  type DifferentRecord,
  differencesQuery,
  type MergeChoice,
} from '../../platform/api/differences.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MorePages, readPages } from '../../ui/more-pages.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { Decisions } from './decisions.tsx'
import { useDifferenceColumns } from './difference-columns.tsx'
import { DifferenceTools } from './difference-tools.tsx'
import { MergeButtons } from './merge-buttons.tsx'
import { type NeededChanges, NeededNotice, useNeededChanges } from './needed-changes.tsx'
import { type ChosenRecords, recordName, useChosenRecords } from './use-chosen-records.ts'
import styles from './comparison.module.css'

interface RecordDifferencesProps {
  readonly other: string
  readonly label: string
}

export function RecordDifferences({ other, label }: RecordDifferencesProps) {
  const { t } = useTranslation('comparison')
  const formats = useFormats()
  const scenario = useScenario()
  const [wanted, setWanted] = useState<View>()
  const [filter, setFilter] = useState<DifferenceFilter>({})
  const chosen = useChosenRecords()
  const all = useInfiniteQuery(differencesQuery(scenario.name, other, {}))
  const { entities = [], ancestor, decisions = [] } = all.data?.pages[0] ?? {}
  const known = ancestor !== undefined
  const view = wanted ?? (decisions.some(({ records }) => records > 1) ? 'decisions' : 'records')
  const entity = view === 'records' ? filter.entity : undefined
  const choice = choiceOf(chosen, { entity, known })
  const needed = useNeededChanges(other, isRestricted(choice) ? choice : undefined)
  if (all.data === undefined) return <QueryView query={all}>{() => null}</QueryView>
  const places = { here: scenario.label, there: label }
  // Changes of the other scenario only are already there.
  const isMergeable = (record: DifferentRecord): boolean =>
    entities.some((one) => one.entity === record.entity && one.mergeable)
  const isOffered = (record: DifferentRecord): boolean => record.changed !== 'b' && isMergeable(record)
  const changed = entities.reduce((sum, one) => sum + (one.changed_a ?? 0), 0)
  const decided = decisions.reduce((sum, { records }) => sum + records, 0)
  // An entity without differences that are left has no name here.
  const shownEntity =
    entity === undefined
      ? undefined
      : (entities.find((one) => one.entity === entity) ?? { entity, label: entity })
  const table = { other, label, chosen, needed, isOffered }
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
      {decisions.length === 0 ? null : (
        <SegmentedControl
          className={styles.views}
          aria-label={t('records.list')}
          data={[
            { value: 'decisions', label: t('records.decisions') },
            { value: 'records', label: t('records.oneByOne') },
          ]}
          value={view}
          onChange={(next) => setWanted(next === 'records' ? 'records' : 'decisions')}
        />
      )}
      {view === 'decisions' ? null : (
        <DifferenceTools
          other={other}
          label={label}
          filter={filter}
          entities={entities}
          known={known}
          onFilter={(next) => {
            setFilter(next)
            chosen.clear()
          }}
        />
      )}
      {entities.length === 0 ? (
        <EmptyState title={t('records.none', places)} />
      ) : (
        <>
          <MergeButtons
            other={other}
            label={label}
            chosen={chosen}
            choice={choice}
            needed={needed.count}
            entity={shownEntity}
            isPart={view === 'records' && filter.changed !== undefined}
            known={known}
          />
          <NeededNotice needed={needed} />
          {view === 'decisions' ? (
            <Decisions
              {...table}
              decisions={decisions}
              others={Math.max(0, changed - decided)}
              onShowRecords={() => setWanted('records')}
            />
          ) : (
            <Records {...table} filter={filter} known={known} isMergeable={isMergeable} />
          )}
        </>
      )}
    </>
  )
}

type View = 'decisions' | 'records'

/** Returns what to merge: the chosen changes, else all of the entity. */
function choiceOf(
  { count, records, decisions }: ChosenRecords,
  { entity, known }: { readonly entity: string | undefined; readonly known: boolean },
): MergeChoice {
  const base: Pick<MergeChoice, 'base'> = known ? {} : { base: 'none' }
  if (count === 0) return entity === undefined ? base : { entities: [entity], ...base }
  return {
    ...(records.length === 0
      ? {}
      : { records: records.map((one) => ({ entity: one.entity, key: one.key })) }),
    ...(decisions.length === 0 ? {} : { changesets: decisions.map(({ changeset }) => changeset) }),
    ...base,
  }
}

const isRestricted = ({ entities, records, changesets }: MergeChoice): boolean =>
  entities !== undefined || records !== undefined || changesets !== undefined

interface RecordsProps extends RecordDifferencesProps {
  readonly filter: DifferenceFilter
  readonly known: boolean
  readonly chosen: ChosenRecords
  readonly needed: NeededChanges
  readonly isMergeable: (record: DifferentRecord) => boolean
  readonly isOffered: (record: DifferentRecord) => boolean
}

/** The records one by one. */
function Records({ other, label, filter, known, chosen, needed, isMergeable, isOffered }: RecordsProps) {
  const { t } = useTranslation('comparison')
  const scenario = useScenario()
  const columnsOf = useDifferenceColumns(other, label)
  const found = useInfiniteQuery(differencesQuery(scenario.name, other, filter))
  const filtered = filter.entity !== undefined || filter.changed !== undefined
  return (
    <QueryView query={readPages(found)}>
      {({ pages }) => {
        const records = pages.flatMap((page) => page.records)
        const offered = records.filter(isOffered)
        return (
          <>
            <Checkbox
              label={t('records.chooseShown', { count: offered.length })}
              disabled={offered.length === 0}
              checked={offered.length > 0 && offered.every(chosen.has)}
              indeterminate={chosen.count > 0 && !offered.every(chosen.has)}
              onChange={({ currentTarget }) => chosen.set(offered, currentTarget.checked)}
            />
            {records.some((record) => record.changed === 'b' && isMergeable(record)) ? (
              <OtherWay other={other} places={{ here: scenario.label, there: label }} />
            ) : null}
            <DataTable
              label={t('records.title')}
              columns={columnsOf({ known, isOffered, chosen, isNeeded: needed.has })}
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
