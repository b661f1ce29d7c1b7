/** Totals below the columns of a list: sums and averages over all matching records, computed by the service. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { EngineTotal } from '../engine/engine-types.ts'
import type { GridModel } from '../grid-model.ts'
import type { ListQuery } from '../rows/row-source.ts'
import { useSignal } from '../../platform/signal.ts'
import { formatMeasure } from './format-measure.ts'
import { readAggregate } from './aggregate.ts'
import type { MeasuredColumn } from './measures.ts'

/** Shows the totals in the engine; none while the list is not open, or if no column has a measure. */
export function useTotals(
  model: GridModel,
  query: ListQuery,
  columns: readonly string[],
  measured: readonly MeasuredColumn[],
  open: boolean,
): void {
  const { t } = useTranslation('grid')
  const { scenario, meta, formats } = model.settings
  const revision = useSignal(model.revision)
  const names = measured.map(({ name }) => name)
  const answer = useQuery({
    queryKey: ['totals', scenario, meta.entity, query.params, names, revision],
    queryFn: ({ signal }) =>
      readAggregate({ scenario, entity: meta.entity, params: query.params, measures: names }, signal),
    enabled: open && names.length > 0,
    staleTime: 0,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const row = open && names.length > 0 ? answer.data?.rows[0] : undefined
  const total = useMemo((): EngineTotal | undefined => {
    if (row === undefined) return undefined
    const cells = measured.map(({ field, measure, name }) => {
      const value = formatMeasure(field, measure, row.measures[name], formats)
      const words = t(`total.${measure}`)
      return [
        field.name,
        { text: value, sign: t(`total.short.${measure}`), title: `${words}: ${value}` },
      ] as const
    })
    const label = columns.find((name) => measured.every(({ field }) => field.name !== name))
    const number = formats.numbers.format(row.count)
    const title = t('total.about', { count: row.count, number })
    return Object.fromEntries([
      ...(label === undefined ? [] : [[label, { text: t('total.label'), sign: '', title }] as const]),
      ...cells,
    ])
  }, [row, measured, columns, formats, t])
  useEffect(() => model.showTotal(total), [model, total])
}
