/**
 * Edits of the safety stock in the inventory report: the minimum of the buffer behind a row, until it is saved. The
 * safety stock of a row can be edited if exactly one buffer without a calendar is behind it.
 */
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { buffersByPlace, buffersQuery, type StockBuffer } from '../../platform/api/buffers.ts'
import type { ReportField, ReportRow } from '../../platform/api/reports.ts'
import { type EntityMeta, metaQuery } from '../../platform/meta/entity-meta.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { editText } from '../../platform/values/format-value.ts'
import { useFieldFormats } from '../../platform/values/field-formats.ts'
import { parseValue } from '../../platform/values/parse-value.ts'
import { createStage, type Stage } from '../../grid/stage/stage.ts'
import type { StagedCell } from '../../grid/stage/staged-rows.ts'
import type { ReportLook } from './reports.ts'

export const bufferEntity = 'input.buffer'
/** Field of the buffer with its safety stock. */
export const minimum = 'minimum'
/** Figure of the report that shows it. */
const figure = 'safetystock'

/** The buffer behind a figure. */
export interface StockPlace {
  readonly buffer: StockBuffer
  /** Calendar that sets the safety stock, which cannot be edited then. */
  readonly calendar: string | undefined
  readonly isEdited: boolean
  readonly fault: StagedCell['fault'] | string
  /** Text of an editor. */
  readonly text: string
}

export interface StockEdits {
  readonly meta: EntityMeta
  readonly stage: Stage
  /** Returns the buffer behind a figure; undefined if the figure has none, or the user may not edit it. */
  readonly placeOf: (row: ReportRow, measure: ReportField) => StockPlace | undefined
  /** Returns rows with the edited values. */
  readonly edited: (rows: readonly ReportRow[]) => readonly ReportRow[]
  /** Returns a safety stock as text. */
  readonly textOf: (value: unknown) => string
  readonly commit: (place: StockPlace, text: string) => void
  /** Reads buffers and figures again. */
  readonly refresh: () => void
}

/** Number of rows whose buffers are read with one request. */
const portion = 40

/** Returns undefined for other reports, for users who may not change buffers, and until the buffers are read. */
export function useStockEdits(
  look: ReportLook,
  measures: readonly ReportField[],
  rows: readonly ReportRow[],
): StockEdits | undefined {
  const { i18n } = useTranslation()
  const scenario = useScenario()
  const client = useQueryClient()
  const formats = useFieldFormats()
  const [stage] = useState(createStage)
  useSyncExternalStore(stage.subscribe, stage.summary)
  const isShown = measures.some(({ name }) => name === figure)
  // Edits are also kept, saved and discarded while the measure is hidden.
  const isWanted =
    look.word === 'inventory' &&
    scenario.may('input.change_buffer') &&
    scenario.may('input.view_buffer') &&
    (isShown || stage.rows().length > 0)
  const meta = useQuery({ ...metaQuery(scenario.name, bufferEntity, i18n.language), enabled: isWanted }).data
  const keys = isWanted && isShown ? rows.map(({ key }) => key) : []
  const portions = Array.from({ length: Math.ceil(keys.length / portion) }, (_, at) =>
    keys.slice(at * portion, (at + 1) * portion),
  )
  const buffers = useQueries({
    queries: portions.map((part) => buffersQuery(scenario.name, part)),
    combine: allByPlace,
  })
  const field = meta?.fields.find(({ name }) => name === minimum)
  if (!isWanted || meta === undefined || field === undefined || !field.editable) return undefined
  const stagedOf = (buffer: StockBuffer) => stage.row(String(buffer.id))?.cells.get(minimum)
  const bufferOf = (row: ReportRow): StockBuffer | undefined => {
    const found = buffers(row.key)
    return found.length === 1 ? found[0] : undefined
  }
  return {
    meta,
    stage,
    placeOf: (row, measure) => {
      const buffer = measure.name === figure ? bufferOf(row) : undefined
      if (buffer === undefined) return undefined
      const staged = stagedOf(buffer)
      return {
        buffer,
        calendar: buffer.minimum_calendar ?? undefined,
        isEdited: staged !== undefined,
        fault: stage.fault(String(buffer.id), minimum),
        text: staged?.text ?? editText(field, staged === undefined ? buffer.minimum : staged.value, formats),
      }
    },
    edited: (all) =>
      all.map((row) => {
        const buffer = bufferOf(row)
        const staged = buffer === undefined ? undefined : stagedOf(buffer)
        return staged === undefined ? row : withSafetyStock(row, staged)
      }),
    textOf: (value) => editText(field, value, formats),
    commit: ({ buffer }, text) => {
      const parsed = parseValue(field, text, formats)
      const cell = 'fault' in parsed ? { value: text, text, fault: parsed.fault } : { value: parsed.value }
      stage.edit([{ id: String(buffer.id), base: { ...buffer }, field: minimum, cell }])
    },
    refresh: () => {
      for (const queryKey of [['report rows'], ['report row'], ['report totals'], ['report buffers']])
        void client.invalidateQueries({ queryKey })
    },
  }
}

const allByPlace = (results: readonly { readonly data?: readonly StockBuffer[] | undefined }[]) =>
  buffersByPlace(results.map(({ data = [] }) => data))

/** Returns a row with an edited safety stock; an invalid text is shown as it was typed. */
function withSafetyStock(row: ReportRow, { value, text }: StagedCell): ReportRow {
  const shown = text ?? (typeof value === 'number' ? value : 0)
  return {
    ...row,
    buckets: row.buckets.map((bucket) => ({ ...bucket, figures: { ...bucket.figures, [figure]: shown } })),
    total: { ...row.total, [figure]: shown },
  }
}
