/** Bar below the grid: visible rows, total number, selection, and navigation to a row by number. */
import { Button, Group, Popover, TextInput } from '@mantine/core'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../platform/api/api-error.ts'
import type { GridModel } from '../grid-model.ts'
import { columnsOf, rowsOf } from '../range/cell-range.ts'
import { keyNames } from '../../platform/key-names.ts'
import { useSignal } from '../../platform/signal.ts'
import { Outdated } from './outdated.tsx'
import styles from './parts.module.css'

export interface StatusBarProps {
  readonly model: GridModel
  readonly jumping: boolean
  readonly onJumping: (open: boolean) => void
  readonly buttonRef?: Ref<HTMLButtonElement>
}

export function StatusBar({ model, jumping, onJumping, buttonRef }: StatusBarProps) {
  const { t } = useTranslation('grid')
  const { formats } = model.settings
  const { total, loading, error } = useSignal(model.list)
  const [first, last] = useSignal(model.window)
  const range = useSignal(model.range)
  const [place, setPlace] = useState<number | string>('')
  const bounds = range === undefined ? undefined : model.bounds()
  const cells = bounds === undefined ? 0 : rowsOf(bounds) * columnsOf(bounds)
  const number = (value: number): string => formats.numbers.format(value)
  const sum = bounds === undefined || cells < 2 || cells > 20_000 ? undefined : sumOf(model, bounds)
  const jump = (): void => {
    const row = Math.max(1, Math.min(model.rowCount(), Number(place) || 1)) - 1
    onJumping(false)
    const column = model.field(model.range.get()?.head.column ?? 0)
    if (column !== undefined) model.moveTo(row, column.name)
  }
  return (
    <div className={styles.status}>
      <span role="status">
        {total === undefined
          ? error === undefined && t('common:loading')
          : total === 0
            ? t('count.none')
            : t('count.window', {
                first: number(Math.min(first + 1, total)),
                last: number(Math.min(last + 1, total)),
                total: number(total),
                count: total,
              })}
      </span>
      {loading && total !== undefined ? <span className={styles.soft}>{t('common:loading')}</span> : null}
      {error === undefined || total === undefined ? null : (
        <span role="alert" className={styles.failed}>
          {asApiError(error).detail || t('common:error.unreachable')}
          <Button size="compact-xs" variant="subtle" onClick={() => model.reload()}>
            {t('toolbar.refresh')}
          </Button>
        </span>
      )}
      <Outdated model={model} />
      {cells > 1 ? (
        <span className={styles.soft}>
          {t('count.cells', { count: cells, number: number(cells) })}
          {sum === undefined ? null : ` · ${t('count.sum', { sum: number(sum) })}`}
        </span>
      ) : null}
      <span className={styles.grow} />
      {(total ?? 0) > 30 ? (
        <Popover opened={jumping} onChange={onJumping} position="top-end" shadow="md" trapFocus>
          <Popover.Target>
            <Button
              ref={buttonRef}
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
                  label={t('jump.row', { total: number(total ?? 0) })}
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
      ) : null}
    </div>
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
