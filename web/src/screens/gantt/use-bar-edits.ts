/** Selects, moves and resizes bars of a Gantt chart, and announces the change. */
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { announce } from '../../ui/live-region.tsx'
import { toastInfo } from '../../ui/toasts.ts'
import type { PlacedBar, PlacedRow } from './lanes.ts'
import { type ChangedMove, type Place, stepOf, steppedQuantity } from './moves.ts'
import { timeOf } from '../../platform/calendar/days.ts'
import type { BarWords } from './use-bar-words.ts'
import type { Board } from './use-board.ts'

export interface BarEditsOptions {
  readonly rows: readonly PlacedRow[]
  readonly days: number
  readonly chosen: PlacedBar | undefined
  /** Unsaved moves. */
  readonly board: Board
  readonly onChoose: (bar: PlacedBar | undefined) => void
  /** Moves the window to a time, in milliseconds, that is outside it. */
  readonly onShow: (time: number) => void
}

export interface BarEdits {
  readonly choose: (bar: PlacedBar) => void
  readonly move: (bar: PlacedBar, to: Partial<Place>) => void
  /** Moves the selected bar in the direction of an arrow key: in time, or to another resource. */
  readonly shift: (key: string) => Promise<void>
  /** Changes the quantity of the selected bar to a share of it. */
  readonly resize: (share: number) => void
  /** Undoes what was done last with unsaved moves; without any, the moves that were stored last. */
  readonly undo: () => Promise<void>
  /** Does again what was undone last. */
  readonly redo: () => Promise<void>
}

export function useBarEdits(options: BarEditsOptions, words: BarWords): BarEdits {
  const { rows, days, chosen, board, onChoose, onShow } = options
  const { t } = useTranslation('gantt')
  const formats = useFormats()
  const move = (bar: PlacedBar, to: Partial<Place>): void => {
    board.move(bar, to)
    onChoose({ ...bar, resource: to.resource ?? bar.resource })
    announce(words.ofMove(bar, to))
  }
  const shift = async (key: string): Promise<void> => {
    if (chosen === undefined) return
    if (!board.isMovable(chosen)) {
      toastInfo({ message: t('board.fixed'), id: 'board' })
      return
    }
    const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    if (by !== 0) {
      const start = await board.step(chosen, by * stepOf(days))
      if (start === undefined) return
      announce(words.ofMove(chosen, { start }))
      onShow(timeOf(start))
      return
    }
    const able = await board.alternatesOf(chosen)
    const names = rows.map(({ row }) => row.resource).filter((name) => able.has(name))
    // From the last to the first one, so that each can be reached with one key.
    const place = names.indexOf(chosen.resource)
    const next = place < 0 ? names[0] : names.at((place + (key === 'ArrowDown' ? 1 : -1)) % names.length)
    if (next === undefined || next === chosen.resource) toastInfo({ message: t('board.alone'), id: 'board' })
    else move(chosen, { resource: next })
  }
  const resize = (share: number): void => {
    const quantity = chosen?.bar.quantity ?? null
    if (chosen === undefined || quantity === null) return
    if (board.isMovable(chosen)) move(chosen, { quantity: steppedQuantity(quantity, share) })
    else toastInfo({ message: t('board.fixed'), id: 'board' })
  }
  const choose = (bar: PlacedBar): void => {
    onChoose(bar)
    const row = bar.resource === chosen?.resource ? [] : [bar.resource]
    announce(row.concat(words.factsOf(bar)).join(', '))
  }
  const tell = (what: 'undone' | 'redone', changed: ChangedMove | undefined): void => {
    if (changed === undefined) return
    const { reference, label } = changed.move
    const { start, resource } = changed.place
    announce(t(`board.${what}`, { reference, label, start: formats.dateTime(start), resource }))
  }
  const undo = async (): Promise<void> => tell('undone', await board.undo())
  const redo = async (): Promise<void> => tell('redone', await board.redo())
  return { choose, move, shift, resize, undo, redo }
}
