/** Bar below the grid: visible rows, total number, selection, and navigation to a row by number. */
import { Button, Group, Popover, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import type { GridModel } from '../grid-model.ts'
import { columnsOf, rowsOf } from '../range/cell-range.ts'
import { keyNames } from '../../platform/key-names.ts'
import { useSignal, useSignalPart } from '../../platform/signal.ts'
import { Outdated } from './outdated.tsx'
import styles from './parts.module.css'

export interface StatusBarProps {
  readonly model: GridModel
  readonly jumping: boolean
  readonly onJumping: (open: boolean) => void
}

/** Each part is rendered alone, because the first ones change while scrolling. */
export function StatusBar({ model, jumping, onJumping }: StatusBarProps) {
  return (
    <div className={styles.status}>
      <VisibleRows model={model} />
      <Reading model={model} />
      <Outdated model={model} />
      <SelectedCells model={model} />
      <span className={styles.grow} />
      <JumpButton model={model} jumping={jumping} onJumping={onJumping} />
    </div>
  )
}

interface ModelProps {
  readonly model: GridModel
}

const numberOf = (model: GridModel, value: number): string => model.settings.formats.numbers.format(value)

function VisibleRows({ model }: ModelProps) {
  const { t } = useTranslation('grid')
  const total = useSignalPart(model.list, (list) => list.total)
  const failed = useSignalPart(model.list, ({ error }) => error !== undefined)
  const [first, last] = useSignal(model.window)
  if (total === undefined) return <span role="status">{failed ? null : t('common:loading')}</span>
  return (
    <span role="status">
      {total === 0
        ? t('count.none')
        : t('count.window', {
            first: numberOf(model, Math.min(first + 1, total)),
            last: numberOf(model, Math.min(last + 1, total)),
            total: numberOf(model, total),
            count: total,
          })}
    </span>
  )
}

/** Whether rows are being read, or could not be read. */
function Reading({ model }: ModelProps) {
  const { t } = useTranslation('grid')
  const { total, loading, error } = useSignal(model.list)
  return (
    <>
      {loading && total !== undefined ? <span className={styles.soft}>{t('common:loading')}</span> : null}
      {error === undefined || total === undefined ? null : (
        <span role="alert" className={styles.failed}>
          {asApiError(error).detail || t('common:error.unreachable')}
          <Button size="compact-xs" variant="subtle" onClick={() => model.reload()}>
            {t('toolbar.refresh')}
          </Button>
        </span>
      )}
    </>
  )
}

/** The number of cells in the range, and their sum. */
function SelectedCells({ model }: ModelProps) {
  const { t } = useTranslation('grid')
  const range = useSignal(model.range)
  // Rows of the range may be read after it was selected.
  useSignal(model.list)
  const bounds = range === undefined ? undefined : model.bounds()
  const cells = bounds === undefined ? 0 : rowsOf(bounds) * columnsOf(bounds)
  if (bounds === undefined || cells < 2) return null
  const sum = cells > 20_000 ? undefined : sumOf(model, bounds)
  return (
    <span className={styles.soft}>
      {t('count.cells', { count: cells, number: numberOf(model, cells) })}
      {sum === undefined ? null : ` · ${t('count.sum', { sum: numberOf(model, sum) })}`}
    </span>
  )
}

/** Moves to a row by its number; not offered for short lists. */
function JumpButton({ model, jumping, onJumping }: StatusBarProps) {
  const { t } = useTranslation('grid')
  const total = useSignalPart(model.list, (list) => list.total ?? 0)
  const [place, setPlace] = useState('')
  const isShort = total <= 30
  // Otherwise the field would open by itself once the list has more rows.
  useEffect(() => {
    if (isShort && jumping) onJumping(false)
  }, [isShort, jumping, onJumping])
  if (isShort) return null
  const jump = (): void => {
    const row = Math.max(1, Math.min(model.rowCount(), Number(place) || 1)) - 1
    onJumping(false)
    const column = model.field(model.range.get()?.head.column ?? 0)
    if (column !== undefined) model.moveTo(row, column.name)
  }
  return (
    <Popover opened={jumping} onChange={onJumping} position="top-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => onJumping(!jumping)}
          title={keyNames('mod+G')}
        >
          {t('jump.label')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            jump()
          }}
        >
          <Group gap={6} align="flex-end">
            <TextInput
              label={t('jump.row', { total: numberOf(model, total) })}
              inputMode="numeric"
              value={place}
              onChange={({ currentTarget: { value } }) => setPlace(value.replaceAll(/\D/g, ''))}
              w={150}
              data-autofocus
            />
            <Button type="submit">{t('jump.go')}</Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

/**
 * Returns the sum of the numbers in a range, as in spreadsheets; undefined with fewer than two numbers or with rows
 * that were not read.
 */
function sumOf(
  model: GridModel,
  { top, bottom, left, right }: NonNullable<ReturnType<GridModel['bounds']>>,
): number | undefined {
  let sum = 0
  let numbers = 0
  for (let row = top; row <= bottom; row += 1) {
    const ref = model.ref(row)
    if (ref === undefined) return undefined
    for (let column = left; column <= right; column += 1) {
      const field = model.field(column)
      const value =
        field === undefined || (field.type !== 'number' && field.type !== 'integer')
          ? undefined
          : model.value(ref, field.name)
      if (typeof value === 'number') {
        sum += value
        numbers += 1
      }
    }
  }
  return numbers > 1 ? Math.round(sum * 1e8) / 1e8 : undefined
}
