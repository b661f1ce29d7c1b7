/** Drawing with the pointer, from pointer down to pointer up; without a move it is a tap. */
import { type PointerEvent, useRef, useState } from 'react'
import type { Selection, Spot } from '../../platform/calendar/new-entries.ts'

export interface PointerSpot extends Spot {
  /** Position in the day, as a share of its width from the start. */
  readonly share: number
}

interface DrawOptions {
  /** Returns the position of a point; undefined outside of all days. */
  readonly spotAt: (x: number, y: number) => PointerSpot | undefined
  /** Whether drawing is on. */
  readonly draws: boolean
  readonly onDrawn: (selection: Selection) => void
  readonly onTap: (spot: PointerSpot) => void
}

/** Maximum pixels between pointer down and up for a tap. */
const tapDistance = 4

interface Press {
  readonly pointer: number
  readonly x: number
  readonly y: number
  readonly spot: PointerSpot
  selection?: Selection
}

export function useDraw({ spotAt, draws, onDrawn, onTap }: DrawOptions) {
  const [drawing, setDrawing] = useState<Selection>()
  const press = useRef<Press>(undefined)
  const end = (): void => {
    press.current = undefined
    setDrawing(undefined)
  }
  return {
    drawing,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        const spot = spotAt(event.clientX, event.clientY)
        if (spot === undefined) return
        press.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, spot }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const { current } = press
        if (current === undefined || current.pointer !== event.pointerId || !draws) return
        const moved = Math.hypot(event.clientX - current.x, event.clientY - current.y)
        if (current.selection === undefined && moved <= tapDistance) return
        if (current.selection === undefined) event.currentTarget.setPointerCapture(event.pointerId)
        const { date, minute } =
          spotAt(event.clientX, event.clientY) ?? current.selection?.cursor ?? current.spot
        current.selection = {
          anchor: { date: current.spot.date, minute: current.spot.minute },
          cursor: { date, minute },
        }
        setDrawing(current.selection)
      },
      onPointerUp: () => {
        const { current } = press
        end()
        if (current === undefined) return
        if (current.selection === undefined) onTap(current.spot)
        else onDrawn(current.selection)
      },
      onPointerCancel: end,
    },
  }
}
