/**
 * Handles the pointer in a Gantt chart: tooltips, selection, and dragging of the window, of a bar, or of the end of a
 * bar, and orders dragged from a list. While a bar is dragged, the resources that can perform its work are highlighted, and the move is tried.
 */
import { type DragEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { toastError } from '../../ui/toasts.ts'
import { type BarDrag, ghostOf, isEdge, type LabeledGhost, placeOfGhost } from './bar-drag.ts'
import { loadOverlays, placeAt } from './draw.ts'
import type { GanttView } from './gantt-view.ts'
import type { PlacedBar } from './lanes.ts'
import type { CapacityByResource } from './capacity.ts'
import type { BarEdits, BarEditsOptions } from './use-bar-edits.ts'
import type { BarWords } from './use-bar-words.ts'
import type { Sheet } from './use-sheet.ts'

/** Minimum movement of a drag, in pixels. */
const dragged = 6

/** Milliseconds on a bar before its lines to other orders are shown. */
const hoverDelayMs = 250

/** The current drag of the window or a bar. */
interface Drag {
  readonly x: number
  readonly by: number
  /** Vertical position in the drawing, in pixels. */
  readonly y: number
  readonly fromY: number
  readonly bar?: BarDrag
}

export interface GanttDragOptions extends BarEditsOptions {
  readonly capacity: CapacityByResource | undefined
  readonly from: number
  /** Opens the panel of a bar; `keys` = move the focus to it. */
  readonly onOpen: (bar: PlacedBar, keys: boolean) => void
  /** Called when the window is dragged, with its new start. */
  readonly onMove: (time: number) => void
  /** Called when the pointer rests on a bar, and with undefined when it leaves the bar. */
  readonly onHover: (bar: PlacedBar | undefined) => void
  /** Order that is dragged from a list onto the chart. */
  readonly held: PlacedBar | undefined
}

export interface GanttDrag {
  /** Returns the visible part, with the current movement of the window. */
  readonly view: () => GanttView
  /** Returns the preview of the dragged bar. */
  readonly ghost: () => LabeledGhost | undefined
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void
    readonly onPointerCancel: () => void
    readonly onPointerLeave: () => void
    readonly onPointerUp: (event: PointerEvent) => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: () => void
    readonly onDrop: (event: DragEvent) => void
  }
}

/** Returns the position of the pointer in the canvas, in pixels. */
function pointOf(event: MouseEvent) {
  const { left, top } = event.currentTarget.getBoundingClientRect()
  return { x: event.clientX - left, y: event.clientY - top }
}

export function useGanttDrag(
  options: GanttDragOptions,
  sheet: Sheet,
  edits: BarEdits,
  words: BarWords,
): GanttDrag {
  const { rows, capacity, from, days, chosen, board, held, onChoose, onOpen, onMove, onHover } = options
  const { painter, perPixel } = sheet
  const drag = useRef<Drag>(undefined)
  const rest = useRef<{ readonly bar: PlacedBar; readonly timer: ReturnType<typeof setTimeout> }>(undefined)
  useEffect(() => {
    loadOverlays().then(painter.again).catch(toastError)
    return () => clearTimeout(rest.current?.timer)
  }, [painter])
  /** Notes the bar below the pointer. */
  const hover = (bar: PlacedBar | undefined): void => {
    if (bar?.bar.reference === rest.current?.bar.bar.reference) return
    clearTimeout(rest.current?.timer)
    onHover(undefined)
    rest.current =
      bar === undefined ? undefined : { bar, timer: setTimeout(() => onHover(bar), hoverDelayMs) }
  }
  const view = (): GanttView => sheet.view(drag.current?.bar === undefined ? (drag.current?.by ?? 0) : 0)
  const ghost = (): LabeledGhost | undefined => {
    const { bar, by = 0, y = 0, fromY = y } = drag.current ?? {}
    if (bar === undefined || Math.abs(by) + Math.abs(y - fromY) < dragged) return undefined
    const top = sheet.box.current?.scrollTop ?? 0
    const preview = ghostOf(bar, rows, { by, y, perPixel, top, days, capacity })
    return { ...preview, label: words.ofMove(bar.placed, placeOfGhost(bar, preview) ?? {}) }
  }
  const placeOf = (event: PointerEvent) => {
    const { x, y } = pointOf(event)
    return placeAt({ rows, capacity }, view(), x, y)
  }
  const timeOf = (event: PointerEvent): number => view().from + pointOf(event).x * perPixel
  /** Highlights the rows that can perform a bar while it is dragged. */
  const light = async (bar: PlacedBar, dragging: BarDrag): Promise<void> => {
    try {
      const lit = await board.alternatesOf(bar)
      if (drag.current?.bar !== dragging) return
      drag.current = { ...drag.current, bar: { ...dragging, lit } }
      painter.again()
    } catch (error) {
      toastError(error)
    }
  }
  const begin = (event: PointerEvent): void => {
    const { y } = pointOf(event)
    const bar = placeOf(event)?.bar
    const begun = { x: event.clientX, by: 0, y, fromY: y }
    // Dragging with a finger moves the window, unless it starts on the selected order.
    const isTouched = event.pointerType === 'touch' && chosen?.bar.reference !== bar?.bar.reference
    if (bar === undefined || isTouched || !board.isMovable(bar)) {
      drag.current = begun
      return
    }
    const isResize = isEdge(bar, timeOf(event), perPixel)
    const dragging: BarDrag = { placed: bar, isResize, lit: new Set([bar.resource]) }
    drag.current = { ...begun, bar: dragging }
    if (!isResize) void light(bar, dragging)
  }
  const proceed = (event: PointerEvent, current: Drag): void => {
    drag.current = { ...current, by: event.clientX - current.x, y: pointOf(event).y }
    painter.again()
    const preview = ghost()
    if (current.bar === undefined || preview === undefined) return
    const to = placeOfGhost(current.bar, preview)
    if (to !== undefined) board.preview(current.bar.placed, to)
  }
  /** Shows the tooltip and the cursor of the bar or bucket below the pointer. */
  const point = (event: PointerEvent<HTMLElement>): void => {
    const { bar, bucket } = placeOf(event) ?? {}
    hover(bar)
    event.currentTarget.style.cursor =
      bar === undefined || !board.isMovable(bar)
        ? ''
        : isEdge(bar, timeOf(event), perPixel)
          ? 'ew-resize'
          : 'move'
    event.currentTarget.title =
      bar !== undefined ? words.factsOf(bar).join('\n') : bucket !== undefined ? words.ofBucket(bucket) : ''
  }
  /** Follows an order that is dragged from a list: its start is at the pointer. */
  const dragOver = (event: DragEvent): void => {
    if (held === undefined) return
    event.preventDefault()
    const { x, y } = pointOf(event)
    const by = (sheet.view(0).from + x * perPixel - held.start) / perPixel
    const known = drag.current?.bar
    const bar = known ?? { placed: held, isResize: false, lit: new Set([held.resource]) }
    drag.current = { x: 0, by, y, fromY: y + dragged, bar }
    if (known === undefined) void light(held, bar)
    painter.again()
    const preview = ghost()
    const to = preview === undefined ? undefined : placeOfGhost(bar, preview)
    if (to !== undefined) board.preview(held, to)
  }
  const cancel = (): void => {
    if (drag.current?.bar !== undefined) board.retry()
    drag.current = undefined
    painter.again()
  }
  /** Moves the dragged order to its preview; returns false without one. */
  const drop = (): boolean => {
    const { bar } = drag.current ?? {}
    const preview = ghost()
    drag.current = undefined
    painter.again()
    if (bar === undefined) return false
    if (preview !== undefined) edits.move(bar.placed, placeOfGhost(bar, preview) ?? {})
    // A preview during the drag has replaced the trial of the tray.
    else board.retry()
    return preview !== undefined
  }
  const end = (event: PointerEvent): void => {
    const { by = 0, bar: moved } = drag.current ?? {}
    if (drop()) return
    if (moved === undefined && Math.abs(by) >= dragged) {
      onMove(from - by * perPixel)
      return
    }
    const bar = placeOf(event)?.bar
    if (bar === undefined) onChoose(undefined)
    else {
      edits.choose(bar)
      onOpen(bar, false)
    }
  }
  return {
    view,
    ghost,
    handlers: {
      onPointerDown: (event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        begin(event)
      },
      onPointerMove: (event) => {
        if (drag.current === undefined) point(event)
        else proceed(event, drag.current)
      },
      onPointerCancel: cancel,
      onPointerLeave: () => hover(undefined),
      onPointerUp: (event) => {
        if (drag.current !== undefined) end(event)
      },
      onDragOver: dragOver,
      onDragLeave: cancel,
      onDrop: (event) => {
        event.preventDefault()
        drop()
      },
    },
  }
}
