/** Marks the grid as busy while rows are read, announces the number of rows, and draws the check box of all rows. */
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldFormats } from '../platform/values/field-formats.ts'
import { announce } from '../ui/live-region.tsx'
import { showTicks } from './grid-edits.ts'
import type { GridModel } from './grid-model.ts'

export function useListStatus(model: GridModel, { numbers }: FieldFormats): void {
  const { t } = useTranslation('grid')
  const announced = useRef<number | undefined>(undefined)
  // Without rendering the whole screen whenever rows are read.
  useEffect(() => {
    const show = (): void => {
      const { loading, total } = model.list.get()
      model.engine?.setBusy(loading)
      if (!loading && total !== undefined && announced.current !== total) {
        announced.current = total
        announce(t('count.rows', { count: total, number: numbers.format(total) }))
      }
      showTicks(model)
    }
    show()
    const stops = [model.list.subscribe(show), model.selection.subscribe(show)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [model, t, numbers])
}
