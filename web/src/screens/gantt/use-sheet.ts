/** The scrolled box of a Gantt chart with its canvas: their sizes, and the visible part of the plan. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { dayMs } from '../../platform/formats/instants.ts'
import type { GanttView } from './gantt-view.ts'
import { createPainter, type Painter } from './painter.ts'
import { useCanvasSize } from './use-canvas.ts'

/** Pixels. */
const namesWidth = 170
const narrowNames = 104

export interface Sheet {
  readonly box: RefObject<HTMLDivElement | null>
  readonly canvas: RefObject<HTMLCanvasElement | null>
  readonly painter: Painter
  /** Width of the resource names, width of the canvas, and height of both, in pixels. */
  readonly namesWidth: number
  readonly width: number
  readonly height: number
  /** Milliseconds per pixel. */
  readonly perPixel: number
  /** Returns the visible part after a movement of the window by a number of pixels. */
  readonly view: (movedBy: number) => GanttView
}

export function useSheet(from: number, days: number): Sheet {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useCanvasSize(box)
  const [painter] = useState(createPainter)
  useEffect(() => {
    const element = box.current
    element?.addEventListener('scroll', painter.again, { passive: true })
    return () => {
      element?.removeEventListener('scroll', painter.again)
      painter.stop()
    }
  }, [painter])
  const names = size.width < 600 ? narrowNames : namesWidth
  const width = Math.max(200, size.width - names)
  const perPixel = (days * dayMs) / width
  const { height } = size
  const view = (movedBy: number): GanttView => ({
    from: from - movedBy * perPixel,
    perPixel,
    top: box.current?.scrollTop ?? 0,
    width,
    height,
  })
  return { box, canvas, painter, namesWidth: names, width, height, perPixel, view }
}
