/** State of the plan board: orders are moved, tried in the plan at once, and stored together. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiError, asApiError } from '../../platform/api/api-error.ts'
import { mayTryPlan, type Trial, tryEdits } from '../../platform/api/plan-trials.ts'
import { keyNames } from '../../platform/key-names.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { toastInfo } from '../../ui/toasts.ts'
import { startUndo } from '../../undo/undo-later.ts'
import type { UndoTarget } from '../../undo/undo-target.ts'
import type { Production } from '../../platform/api/unplanned.ts'
import type { TimelineRow } from '../../platform/api/timeline.ts'
import type { TrialMode } from '../../trial/use-edit-trial.ts'
import { createSteps } from '../../grid/stage/steps.ts'
import type { PlacedBar } from './lanes.ts'
import { loadOrders } from './load-orders.ts'
import {
  type ChangedMove,
  changedMove,
  impossibleStatus,
  type Move,
  moveEdits,
  type Place,
  withMove,
} from './moves.ts'
import { orderModel } from './order-entities.ts'
import { momentText, timeOf } from '../../platform/calendar/days.ts'

export interface Board {
  readonly moves: readonly Move[]
  /** Result of the trial of the moves; the previous one while the next is running. */
  readonly trial: Trial | undefined
  /** The moves of the trial: those that are made, and during a drag also its move. */
  readonly tried: readonly Move[]
  /** How the plan follows the moves. */
  readonly mode: TrialMode
  /** Tries the moves in another mode. */
  readonly setMode: (mode: TrialMode) => void
  readonly busy: boolean
  /** Why the moves cannot be tried. */
  readonly error: ApiError | undefined
  /** Whether another trial can end without the error. */
  readonly isRetriable: boolean
  readonly isMovable: (bar: PlacedBar) => boolean
  /** Returns the resources that can perform an order. */
  readonly alternatesOf: (bar: PlacedBar) => Promise<ReadonlySet<string>>
  /** Whether orders can be created for sales orders without a plan. */
  readonly canCreate: boolean
  /** Moves an order, or creates one that has a production. */
  readonly move: (bar: PlacedBar, to: Partial<Place>) => void
  /**
   * Moves an order in time by a number of milliseconds, negative for earlier. Steps of an order that is still being
   * moved are added up. Resolves with the new start; undefined for an added step, or if it cannot be moved.
   */
  readonly step: (bar: PlacedBar, by: number) => Promise<string | undefined>
  /** Tries a move during a drag; `retry` returns to the made moves. */
  readonly preview: (bar: PlacedBar, to: Partial<Place>) => void
  readonly takeBack: (reference: string) => void
  readonly discard: () => void
  /** Removes the moves after they were stored. */
  readonly clear: () => void
  /** Notes what undoes the moves that were stored last, or that those moves were undone. */
  readonly setStored: (target: UndoTarget | undefined, isUndone: boolean) => void
  /**
   * Undoes what was done last with the unsaved moves, once it is done: a move, taking one back, discarding all. Without
   * any, undoes the moves that were stored last. Resolves with the former and the new version of the move, if it is one.
   */
  readonly undo: () => Promise<ChangedMove | undefined>
  /** Does again what was undone last, unless something else was done since. */
  readonly redo: () => Promise<ChangedMove | undefined>
  /** Tries the moves again. */
  readonly retry: () => void
}

/** The moves before and after an action of the user. */
interface BoardStep {
  readonly before: readonly Move[]
  readonly after: readonly Move[]
}

interface Tried {
  readonly trial: Trial | undefined
  readonly tried: readonly Move[]
}

const notTried: Tried = { trial: undefined, tried: [] }

/** Milliseconds without movement before a drag is tried. */
const previewDelayMs = 120

export function useBoard(rows: readonly TimelineRow[]): Board {
  const { t } = useTranslation(['common', 'gantt'])
  const scenario = useScenario()
  const client = useQueryClient()
  const [moves, setMoves] = useState<readonly Move[]>([])
  // Several moves may be made before the next render.
  const latest = useRef(moves)
  const [{ trial, tried }, setTrial] = useState<Tried>(notTried)
  const [mode, setMode] = useState<TrialMode>('repair')
  // Moves that are still being made are tried in the mode that was chosen last.
  const latestMode = useRef(mode)
  const [busy, setBusy] = useState(false)
  /** Number of moves that are not yet in `moves`. */
  const [making, setMaking] = useState(0)
  const [error, setError] = useState<ApiError>()
  /** Undoes the moves that were stored last. */
  const [stored, setStored] = useState<UndoTarget>()
  const [history] = useState(() => createSteps<BoardStep>())
  const under = useRef<AbortController>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** Milliseconds by which orders are still to be moved, by reference. */
  const steps = useRef(new Map<string, number>())
  /** Number of times that all moves were discarded: those that are still being made are dropped. */
  const discards = useRef(0)
  /** Number of moves and previews, by which outdated previews are skipped. */
  const turn = useRef(0)
  const stop = (): void => {
    turn.current += 1
    clearTimeout(timer.current)
    under.current?.abort()
  }
  const leave = useEffectEvent(() => {
    discards.current += 1
    stop()
  })
  useEffect(() => () => leave(), [])

  /** @param planning during a drag the plan is only repaired, because that is answered at once */
  async function ask(wanted: readonly Move[], planning = latestMode.current): Promise<void> {
    stop()
    setError(undefined)
    if (wanted.length === 0) {
      setTrial(notTried)
      setBusy(false)
      return
    }
    const controller = new AbortController()
    under.current = controller
    setBusy(true)
    try {
      const found = await tryEdits(
        scenario.name,
        // Orders that lose their place move back in their queue instead of behind all others.
        { edits: moveEdits(wanted), mode: planning, displace: true },
        controller.signal,
      )
      if (controller.signal.aborted) return
      setTrial({ trial: found, tried: wanted })
    } catch (problem) {
      if (controller.signal.aborted) return
      setTrial(notTried)
      setError(asApiError(problem))
    } finally {
      if (!controller.signal.aborted) setBusy(false)
    }
  }

  /** @param back milliseconds by which the start is to move back from that of `to` */
  async function moveOf(placed: PlacedBar, to: Partial<Place>, back = 0): Promise<Move> {
    const made = { scenario: scenario.name, rows, moves: latest.current, trial, t }
    const { makeMove } = await loadOrders()
    return makeMove(made, placed, to, back)
  }

  function keep(next: readonly Move[]): void {
    latest.current = next
    setMoves(next)
    void ask(next)
  }

  /** Keeps the moves after an action of the user, which can be undone. */
  function act(after: readonly Move[]): void {
    history.add({ before: latest.current, after })
    keep(after)
  }

  /** Drops the moves that are still being made. */
  const dropMaking = (): void => {
    discards.current += 1
    steps.current.clear()
  }

  /**
   * Makes moves one after the other, so that each starts from the result of the one before. `isCurrent` tells whether
   * its moves were not discarded meanwhile.
   */
  function inTurn<T>(make: (isCurrent: () => boolean) => Promise<T>): Promise<T | undefined> {
    stop()
    const mine = discards.current
    const isCurrent = (): boolean => discards.current === mine
    setMaking((count) => count + 1)
    const made = queue.current
      .then(() => make(isCurrent))
      .catch((problem: unknown) => {
        if (!isCurrent()) return undefined
        // The trial of the moves before was stopped.
        void ask(latest.current)
        setError(asApiError(problem))
        return undefined
      })
      .finally(() => setMaking((count) => count - 1))
    queue.current = made
    return made
  }

  async function takeSteps(bar: PlacedBar, isCurrent: () => boolean): Promise<string | undefined> {
    const { reference } = bar.bar
    // The bar may show an earlier trial.
    let start = latest.current.find((one) => one.reference === reference)?.to.start ?? bar.bar.startdate
    try {
      for (let by = steps.current.get(reference) ?? 0; by !== 0; by = steps.current.get(reference) ?? 0) {
        steps.current.set(reference, 0)
        const move =
          by < 0
            ? await moveOf(bar, { start }, -by)
            : await moveOf(bar, { start: momentText(timeOf(start) + by) })
        if (!isCurrent()) return undefined
        act(withMove(latest.current, move))
        ;({ start } = move.to)
      }
    } finally {
      steps.current.delete(reference)
    }
    return start
  }

  const canMove = useMemo(() => {
    const tries = scenario.may(mayTryPlan)
    return (type: string): boolean => {
      const model = orderModel(type)
      return tries && model !== undefined && scenario.may(`input.change_${model}`)
    }
  }, [scenario])

  const productionOf = ({ production, bar }: PlacedBar): Production | undefined =>
    production ?? latest.current.find(({ reference }) => reference === bar.reference)?.production

  return {
    moves,
    trial,
    tried,
    mode,
    setMode: (next) => {
      latestMode.current = next
      setMode(next)
      void ask(latest.current)
    },
    busy: busy || making > 0,
    error,
    isRetriable: error?.status !== impossibleStatus,
    canCreate: scenario.may(mayTryPlan) && scenario.may('input.add_manufacturingorder'),
    isMovable: ({ bar }) => canMove(bar.type) && (bar.status === 'proposed' || bar.status === 'approved'),
    alternatesOf: async (bar) => {
      const production = productionOf(bar)
      if (production === undefined && !scenario.may('input.change_operationplanresource'))
        return new Set([bar.resource])
      const { findAlternates, membersOf } = await loadOrders()
      return production === undefined
        ? findAlternates(client, scenario.name, rows, bar)
        : membersOf(client, scenario.name, rows, production.loads)
    },
    move: (bar, to) => {
      void inTurn(async (isCurrent) => {
        const move = await moveOf(bar, to)
        if (isCurrent()) act(withMove(latest.current, move))
      })
    },
    step: async (bar, by) => {
      const { reference } = bar.bar
      const added = steps.current.get(reference)
      steps.current.set(reference, (added ?? 0) + by)
      return added === undefined ? await inTurn((isCurrent) => takeSteps(bar, isCurrent)) : undefined
    },
    preview: (bar, to) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        const mine = (turn.current += 1)
        void moveOf(bar, to).then(
          (move) => (turn.current === mine ? ask(withMove(latest.current, move), 'repair') : undefined),
          (problem: unknown) => {
            if (turn.current === mine) setError(asApiError(problem))
          },
        )
      }, previewDelayMs)
    },
    takeBack: (reference) => {
      void inTurn(async () => act(latest.current.filter((one) => one.reference !== reference)))
    },
    undo: () =>
      inTurn(async (isCurrent) => {
        const step = isCurrent() ? history.undo() : undefined
        keep(step?.before ?? latest.current)
        if (step !== undefined) return changedMove(step.after, step.before)
        if (stored !== undefined && latest.current.length === 0 && isCurrent()) startUndo(stored)
        return undefined
      }),
    redo: () =>
      inTurn(async (isCurrent) => {
        const step = isCurrent() ? history.redo() : undefined
        keep(step?.after ?? latest.current)
        return step && changedMove(step.before, step.after)
      }),
    discard: () => {
      dropMaking()
      if (latest.current.length === 0) {
        // There may be the error of a move that could not be made.
        keep([])
        return
      }
      act([])
      toastInfo({ id: 'discarded', message: t('discarded', { keys: keyNames('mod+Z') }) })
    },
    clear: () => {
      dropMaking()
      history.clear()
      keep([])
    },
    setStored: (target, isUndone) =>
      // Others may have been stored since.
      setStored((known) => (isUndone ? (known === target ? undefined : known) : target)),
    retry: () => void ask(latest.current),
  }
}
