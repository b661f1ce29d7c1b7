/** Record differences between two scenarios, and merging the changes of the displayed scenario. */
import { Alert, Button, Checkbox, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import {
  type DifferenceFilter,
  type DifferentRecord,
  differenceFile,
  differencesQuery,
} from '../../platform/api/differences.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { heading } from '../../platform/meta/entity-meta.ts'
import { DifferentValues } from './different-values.tsx'
import { MergeButtons } from './merge-buttons.tsx'
import styles from './comparison.module.css'

interface RecordDifferencesProps {
  readonly other: string
  readonly label: string
}

const nameOf = ({ entity, key }: Pick<DifferentRecord, 'entity' | 'key'>): string => `${entity} ${key}`
const sides = ['a', 'b', 'conflict'] as const

export function RecordDifferences({ other, label }: RecordDifferencesProps) {
  const { t, i18n } = useTranslation('comparison')
  const formats = useFormats()
  const scenario = useScenario()
  const [filter, setFilter] = useState<DifferenceFilter>({})
  const [chosen, setChosen] = useState<ReadonlyMap<string, DifferentRecord>>(new Map())
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
  const isOffered = ({ entity, changed }: DifferentRecord): boolean =>
    changed !== 'b' && entities.some((one) => one.entity === entity && one.mergeable)
  const offered = records.filter(isOffered)
  const choose = (some: readonly DifferentRecord[], on: boolean): void => {
    const next = new Map(chosen)
    for (const record of some) {
      if (on) next.set(nameOf(record), record)
      else next.delete(nameOf(record))
    }
    setChosen(next)
  }
  const change = (changed: Partial<Record<keyof DifferenceFilter, string | null>>): void => {
    const next = { ...filter, ...changed }
    const side = sides.find((one) => one === next.changed)
    setFilter({
      ...(next.entity ? { entity: next.entity } : {}),
      ...(side === undefined ? {} : { changed: side }),
    })
    setChosen(new Map())
  }
  const choiceOf = (record: DifferentRecord) =>
    isOffered(record) ? (
      <Checkbox
        aria-label={t('records.choose', { record: record.title })}
        checked={chosen.has(nameOf(record))}
        onChange={({ currentTarget }) => choose([record], currentTarget.checked)}
      />
    ) : null
  const nameCell = ({ entity, label: kind, route, title, key_a, key_b }: DifferentRecord) => {
    const place = key_a === null ? other : scenario.name
    const address = `/app/${encodeURIComponent(place)}${route}/${encodeURIComponent(key_a ?? key_b ?? '')}`
    return (
      <span className={styles.record}>
        <span className={styles.soft}>{heading(kind === '' ? entity : kind, i18n.language)}</span>
        <ScreenLink to={address}>{title}</ScreenLink>
      </span>
    )
  }
  const valuesOf = (record: DifferentRecord) => <DifferentValues record={record} places={places} />
  const changedOf = (record: DifferentRecord) =>
    record.conflict ? (
      <StatusBadge tone="bad">{t('records.conflict')}</StatusBadge>
    ) : record.changed === 'both' ? (
      t('records.both')
    ) : record.changed === 'a' ? (
      scenario.label
    ) : (
      label
    )
  const columns: readonly Column<DifferentRecord>[] = [
    {
      id: 'choose',
      header: '',
      cell: (record: DifferentRecord) => choiceOf(record),
    },
    {
      id: 'record',
      header: t('records.record'),
      cell: (record: DifferentRecord) => nameCell(record),
    },
    {
      id: 'values',
      header: t('records.values', places),
      cell: (record: DifferentRecord) => valuesOf(record),
    },
    ...(ancestor === undefined
      ? []
      : [
          {
            id: 'changed',
            header: t('records.changedIn'),
            cell: (record: DifferentRecord) => changedOf(record),
          },
        ]),
  ]
  const filtered = filter.entity !== undefined || filter.changed !== undefined
  return (
    <>
      <p className={styles.soft}>
        {ancestor === undefined
          ? null
          : t(ancestor.kind === 'copy' ? 'records.copied' : 'records.joined', {
              ...places,
              at: formats.dateTime(ancestor.at),
            })}
      </p>
      {ancestor === undefined && entities.length > 0 ? (
        <Alert color="yellow">{t('records.unknown', places)}</Alert>
      ) : null}
      <div className={styles.tools}>
        <Select
          label={t('records.entity')}
          placeholder={t('records.all')}
          clearable
          data={entities.map((one) => ({
            value: one.entity,
            label: `${heading(one.label, i18n.language)} (${formats.number(one.records)})`,
          }))}
          value={filter.entity ?? null}
          onChange={(entity) => change({ entity })}
        />
        {ancestor === undefined ? null : (
          <Select
            label={t('records.changedIn')}
            placeholder={t('records.all')}
            clearable
            data={[
              { value: 'a', label: scenario.label },
              { value: 'b', label },
              { value: 'conflict', label: t('records.conflicts') },
            ]}
            value={filter.changed ?? null}
            onChange={(changed) => change({ changed })}
          />
        )}
        <Button
          component="a"
          variant="default"
          leftSection={<IconDownload size={14} />}
          href={addressOfPath(differenceFile(scenario.name, other, filter))}
        >
          {t('records.download')}
        </Button>
      </div>
      {entities.length === 0 ? (
        <EmptyState title={t('records.none', places)} />
      ) : (
        <>
          <MergeButtons
            other={other}
            label={label}
            chosen={[...chosen.values()]}
            entity={filter.entity}
            known={ancestor !== undefined}
            onDone={() => setChosen(new Map())}
          />
          <Checkbox
            label={t('records.chooseShown', { count: offered.length })}
            disabled={offered.length === 0}
            checked={offered.length > 0 && offered.every((one) => chosen.has(nameOf(one)))}
            indeterminate={chosen.size > 0 && !offered.every((one) => chosen.has(nameOf(one)))}
            onChange={({ currentTarget }) => choose(offered, currentTarget.checked)}
          />
          <DataTable
            label={t('records.title')}
            columns={columns}
            rows={records}
            rowKey={nameOf}
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
