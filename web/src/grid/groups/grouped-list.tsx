/**
 * A list by groups with numbers of rows and subtotals that the service computes. An open group shows its subgroups or
 * its rows. Rows are edited in the plain list, to which each group links.
 */
import { ActionIcon } from '@mantine/core'
import { IconChevronRight, IconFilter } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { readBody, send } from '../../platform/api/client.ts'
import { anything, list, table } from '../../platform/api/shape.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import type { Condition, FilterNode } from '../filter/filter-model.ts'
import { filterParams } from '../filter/filter-params.ts'
import type { GridModel } from '../grid-model.ts'
import { lookOf } from '../looks/look-of.ts'
import { type FieldMeta, heading, keyOf, type Row } from '../../platform/meta/entity-meta.ts'
import { markOf } from '../rules/color-rules.ts'
import type { ListQuery } from '../rows/row-source.ts'
import { useSignal } from '../../platform/signal.ts'
import { type GroupRow, readAggregate } from '../summary/aggregate.ts'
import { formatMeasure } from '../summary/format-measure.ts'
import type { MeasuredColumn } from '../summary/measures.ts'
import { formatValue } from '../../platform/values/format-value.ts'
import { groupConditions, groupLabel, type GroupPart, groupText } from './group-names.ts'
import { More, Whole } from './whole-row.tsx'
import styles from './grouped-list.module.css'

export interface GroupedListProps {
  readonly model: GridModel
  readonly label: string
  readonly query: ListQuery
  /** Conditions of the list apart from its groups. */
  readonly conditions: readonly FilterNode[]
  readonly groups: readonly GroupPart[]
  readonly columns: readonly string[]
  readonly measured: readonly MeasuredColumn[]
  /** Shows the rows of a group as a list. */
  readonly onOpen: (conditions: readonly Condition[]) => void
}

interface Shown extends GroupedListProps {
  readonly fields: readonly FieldMeta[]
}

const pageSize = 100
const rowsPerPage = 50

export function GroupedList(props: GroupedListProps) {
  const { t } = useTranslation('grid')
  const { model, label, groups, columns, measured } = props
  const { meta } = model.settings
  // The first column contains the key and the groups.
  const grouped = new Set([meta.key, ...groups.map(({ field }) => field.name)])
  const measureOf = new Map(measured.map((one) => [one.field.name, one.measure]))
  /** Number of open groups that show their records. */
  const [opened, setOpened] = useState(0)
  // Closed groups have values only in columns with a measure; the others would be empty.
  const fields = columns.flatMap((name) =>
    grouped.has(name) || (opened === 0 && !measureOf.has(name))
      ? []
      : (meta.fields.find((field) => field.name === name) ?? []),
  )
  const onRecords = useCallback((change: 1 | -1) => setOpened((count) => count + change), [])
  return (
    // The table may be wider than the screen; with the focus it can be scrolled with keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.frame} tabIndex={0} role="group" aria-label={label}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={styles.first}>
              {groups.map((part) => groupLabel(t, part)).join(' › ')}
            </th>
            <th scope="col" className={styles.number}>
              {t('group.rows')}
            </th>
            {fields.map((field) => {
              const measure = measureOf.get(field.name)
              return (
                <th
                  key={field.name}
                  scope="col"
                  className={field.align === 'right' ? styles.number : undefined}
                >
                  {heading(field.label)}
                  {measure === undefined ? null : (
                    <span className={styles.soft}> {t(`total.short.${measure}`)}</span>
                  )}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          <GroupRows {...props} fields={fields} onRecords={onRecords} depth={0} within={[]} />
        </tbody>
        <tfoot>
          <TotalRow {...props} fields={fields} />
        </tfoot>
      </table>
    </div>
  )
}

interface Place extends Shown {
  /** Called when a group begins or ends to show its records. */
  readonly onRecords: (change: 1 | -1) => void
  /** Number of groups that contain it. */
  readonly depth: number
  /** Conditions of the containing groups. */
  readonly within: readonly Condition[]
}

/** Returns the URL parameters of the records within the groups. */
const paramsOf = ({
  query,
  conditions,
  within,
}: Pick<Place, 'query' | 'conditions' | 'within'>): ListQuery['params'] =>
  within.length === 0
    ? query.params
    : [
        ...query.params.filter(([name]) => name === 'search'),
        ...filterParams({ and: [...conditions, ...within] }),
      ]

/** Keeps the rows on the screen, and with them the open groups, while the same rows are read again. */
const keptFor =
  (place: readonly unknown[]) =>
  <Data,>(known: Data | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) =>
    JSON.stringify(query?.queryKey.slice(0, -1)) === JSON.stringify(place) ? known : undefined

function GroupRows(props: Place) {
  const { model, groups, depth, within, measured, fields } = props
  const { t } = useTranslation('grid')
  const { scenario, meta, formats } = model.settings
  const revision = useSignal(model.revision)
  const part = groups[depth]!
  const measures = measured.map(({ name }) => name)
  const params = paramsOf(props)
  const place = ['grouped list', scenario, meta.entity, params, part.name, measures]
  const answer = useInfiniteQuery({
    queryKey: [...place, revision],
    placeholderData: keptFor(place),
    queryFn: ({ signal, pageParam: offset }) =>
      readAggregate(
        { scenario, entity: meta.entity, params, group: part.name, measures, limit: pageSize, offset },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: ({ groups: all }, pages) => {
      const read = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      return read < all ? read : undefined
    },
    gcTime: 60_000,
  })
  const width = fields.length + 2
  if (answer.error !== null)
    return (
      <Whole width={width}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} inline />
      </Whole>
    )
  if (answer.data === undefined) return <Whole width={width}>{t('common:loading')}</Whole>
  const rows = answer.data.pages.flatMap((page) => page.rows)
  if (rows.length === 0) return <Whole width={width}>{t('count.none')}</Whole>
  const left = (answer.data.pages[0]?.groups ?? 0) - rows.length
  return (
    <>
      {rows.map((row) => (
        <OneGroup key={JSON.stringify(row.values)} {...props} row={row} part={part} within={within} />
      ))}
      {left <= 0 ? null : (
        <More width={width} depth={depth} answer={answer}>
          {t('group.moreGroups', { count: left, number: formats.numbers.format(left) })}
        </More>
      )}
    </>
  )
}

function OneGroup({ row, part, ...place }: Place & { readonly row: GroupRow; readonly part: GroupPart }) {
  const { model, depth, within, groups, fields, measured, onOpen } = place
  const { t } = useTranslation('grid')
  const { formats } = model.settings
  const [open, setOpen] = useState(false)
  const name = groupText(t, part, row.values[0], formats)
  const inside = [...within, ...groupConditions(row.filter)]
  return (
    <>
      <tr className={styles.group} data-depth={depth}>
        <th scope="row" className={styles.first} style={{ paddingInlineStart: 8 + depth * 18 }}>
          <div className={styles.name}>
            <button
              type="button"
              className={styles.toggle}
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              <IconChevronRight size={15} className={styles.chevron} data-open={open} aria-hidden="true" />
              <span className={styles.text} title={name}>
                {name}
              </span>
            </button>
            <ActionIcon
              size={24}
              variant="subtle"
              aria-label={t('group.open', { name })}
              title={t('group.open', { name })}
              onClick={() => onOpen(inside)}
            >
              <IconFilter size={14} stroke={1.7} />
            </ActionIcon>
          </div>
        </th>
        <td className={styles.number}>{formats.numbers.format(row.count)}</td>
        <Measures fields={fields} measured={measured} model={model} measures={row.measures} />
      </tr>
      {!open ? null : groups[depth + 1] === undefined ? (
        <Records {...place} within={inside} count={row.count} />
      ) : (
        <GroupRows {...place} depth={depth + 1} within={inside} />
      )}
    </>
  )
}

function Measures({
  fields,
  measured,
  model,
  measures,
}: Pick<Shown, 'fields' | 'measured' | 'model'> & { readonly measures: Readonly<Record<string, unknown>> }) {
  return fields.map((field) => {
    const one = measured.find((candidate) => candidate.field.name === field.name)
    return (
      <td key={field.name} className={field.align === 'right' ? styles.number : undefined}>
        {one === undefined
          ? null
          : formatMeasure(field, one.measure, measures[one.name], model.settings.formats)}
      </td>
    )
  })
}

const recordsShape = list(table(anything))

function Records(props: Place & { readonly count: number }) {
  const { model, query, depth, fields, count, onRecords } = props
  const { t } = useTranslation('grid')
  const { meta, formats } = model.settings
  const revision = useSignal(model.revision)
  const params = paramsOf(props)
  const place = ['grouprows', query.url, params, query.ordering]
  const answer = useInfiniteQuery({
    queryKey: [...place, revision],
    placeholderData: keptFor(place),
    queryFn: async ({ signal, pageParam: offset }) => {
      const given = new URLSearchParams(params.map(([name, value]) => [name, value]))
      given.set('format', 'json')
      given.set('limit', String(rowsPerPage))
      given.set('offset', String(offset))
      given.set('count', '0')
      if (query.ordering !== '') given.set('ordering', query.ordering)
      if (meta.list_fields.length > 0) given.set('fields', meta.list_fields.join(','))
      const response = await send(`${query.url}?${given.toString()}`, { signal })
      return recordsShape(await readBody(() => response.json()), query.url)
    },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < rowsPerPage ? undefined : pages.length * rowsPerPage),
    gcTime: 60_000,
  })
  useEffect(() => {
    onRecords(1)
    return () => onRecords(-1)
  }, [onRecords])
  const width = fields.length + 2
  if (answer.error !== null)
    return (
      <Whole width={width}>
        <ErrorState error={answer.error} onRetry={() => void answer.refetch()} inline />
      </Whole>
    )
  if (answer.data === undefined)
    return (
      <Whole width={width} depth={depth}>
        {t('common:loading')}
      </Whole>
    )
  const rows = answer.data.pages.flat()
  const left = count - rows.length
  return (
    <>
      {rows.map((row) => (
        <Record key={keyOf(meta, row)} {...props} row={row} />
      ))}
      {left <= 0 || !answer.hasNextPage ? null : (
        <More width={width} depth={depth} answer={answer}>
          {t('group.moreRows', { count: left, number: formats.numbers.format(left) })}
        </More>
      )}
    </>
  )
}

function Record({ model, fields, depth, row }: Place & { readonly row: Row }) {
  const { meta, words, rules } = model.settings
  const key = keyOf(meta, row)
  const href = words.hrefOf(meta.entity, key)
  return (
    <tr>
      <th scope="row" colSpan={2} className={styles.first} style={{ paddingInlineStart: 31 + depth * 18 }}>
        {href === undefined ? key : <ScreenLink to={href}>{key}</ScreenLink>}
      </th>
      {fields.map((field) => (
        <td
          key={field.name}
          className={field.align === 'right' ? styles.number : undefined}
          data-mark={markOf(rules, field.name, (name) => row[name])?.tone}
        >
          <Value model={model} field={field} row={row} />
        </td>
      ))}
    </tr>
  )
}

function Value({
  model,
  field,
  row,
}: {
  readonly model: GridModel
  readonly field: FieldMeta
  readonly row: Row
}) {
  const { formats, rules } = model.settings
  const text = formatValue(field, row[field.name], formats)
  const { kind, tone, sign, text: shown } = lookOf(model.settings, field, row[field.name], text, row)
  const mark = markOf(rules, field.name, (name) => row[name])
  const before = mark === undefined || mark.sign === '' ? null : <span aria-hidden="true">{mark.sign} </span>
  if (kind !== 'badge')
    return (
      <>
        {before}
        {shown}
      </>
    )
  return (
    <span className={`g-badge g-${tone ?? 'soft'}`}>
      <span className="g-sign" aria-hidden="true">
        {mark?.sign || sign}
      </span>
      {shown}
    </span>
  )
}

function TotalRow({ model, query, fields, measured }: Shown) {
  const { t } = useTranslation('grid')
  const { scenario, meta, formats } = model.settings
  const revision = useSignal(model.revision)
  const measures = measured.map(({ name }) => name)
  const answer = useQuery({
    queryKey: ['totals', scenario, meta.entity, query.params, measures, revision],
    queryFn: ({ signal }) =>
      readAggregate({ scenario, entity: meta.entity, params: query.params, measures }, signal),
  })
  const row = answer.data?.rows[0]
  if (row === undefined) return null
  return (
    <tr>
      <th scope="row" className={styles.first}>
        {t('total.label')}
      </th>
      <td className={styles.number}>{formats.numbers.format(row.count)}</td>
      <Measures fields={fields} measured={measured} model={model} measures={row.measures} />
    </tr>
  )
}
