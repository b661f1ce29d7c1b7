/** Marks the grid as busy while rows are read, announces the number of rows, and draws the check box of all rows. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldFormats } from '../platform/values/field-formats.ts'
import { announce } from '../ui/live-region.tsx'
import { showTicks } from './grid-edits.ts'
import type { GridModel } from './grid-model.ts'
import { useSignal } from '../platform/signal.ts'

export function useListStatus(model: GridModel, { numbers }: FieldFormats): void {
  const { t } = useTranslation('grid')
  const list = useSignal(model.list)
  const announced = useRef<number | undefined>(undefined)
  useEffect(() => {
    model.engine?.setBusy(list.loading)
    if (!list.loading && list.total !== undefined && announced.current !== list.total) {
      announced.current = list.total
      announce(t('count.rows', { count: list.total, number: numbers.format(list.total) }))
    }
    showTicks(model)
  }, [model, list, t, numbers])
}
