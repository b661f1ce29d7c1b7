/** Moves and zooms a drawing by dragging, wheel, two fingers, buttons and keys. */
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

interface Size {
  readonly width: number
  readonly height: number
}

interface Place {
  readonly x: number
  readonly y: number
}

interface Drawing extends Size {
  /** The point that is visible at first if the drawing does not fit. */
  readonly root: Place | undefined
}

interface View extends Place {
  readonly scale: number
}

const [leastScale, mostScale] = [0.1, 3]
/** Maximum movement of a click, in pixels. */
const clickDistance = 4
/** Minimum initial scale for readable text. */
const leastFirstScale = 0.55

export function usePanZoom(box: RefObject<HTMLElement | null>, drawing: Drawing) {
  // Undefined until the user moves the drawing: fitted to the box.
  const [chosen, setChosen] = useState<View>()
  const [size, setSize] = useState<Size>({ width: 800, height: 480 })
  const pointers = useRef(new Map<number, Place>())
  const moved = useRef(0)
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  const fitted = (least: number): View => {
    const whole = Math.min(
      1,
      size.width / Math.max(1, drawing.width),
      size.height / Math.max(1, drawing.height),
    )
    const scale = Math.max(least, whole)
    const along = (room: number, length: number, root: number): number =>
      length * scale <= room
        ? (room - length * scale) / 2
        : Math.min(0, Math.max(room - length * scale, room / 2 - root * scale))
    const { x, y } = drawing.root ?? { x: drawing.width / 2, y: drawing.height / 2 }
    return {
      scale,
      x: along(size.width, drawing.width, x),
      y: along(size.height, drawing.height, y),
    }
  }
  const view = chosen ?? fitted(leastFirstScale)
  /** Zooms around a point of the box, which keeps its position. */
  const zoomAt = (factor: number, at: Place, from: View = view): View => {
    const scale = Math.max(leastScale, Math.min(mostScale, from.scale * factor))
    const by = scale / from.scale
    return { scale, x: at.x - (at.x - from.x) * by, y: at.y - (at.y - from.y) * by }
  }
  const wheel = useEffectEvent((event: WheelEvent, element: HTMLElement) => {
    event.preventDefault()
    const bounds = element.getBoundingClientRect()
    const at = { x: event.clientX - bounds.left, y: event.clientY - bounds.top }
    setChosen(zoomAt(Math.exp(-event.deltaY / 400), at))
  })
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const listen = (event: WheelEvent): void => wheel(event, element)
    // Prevents scrolling the page.
    element.addEventListener('wheel', listen, { passive: false })
    return () => element.removeEventListener('wheel', listen)
  }, [box])
  const end = ({ pointerId }: PointerEvent): void => {
    pointers.current.delete(pointerId)
  }
  return {
    ...view,
    zoom: (factor: number) => setChosen(zoomAt(factor, { x: size.width / 2, y: size.height / 2 })),
    fit: () => setChosen(fitted(leastScale)),
    /** Moves a point of the drawing into view. */
    show: ({ x, y }: Place) => {
      const at = { x: view.x + x * view.scale, y: view.y + y * view.scale }
      const inside = at.x > 90 && at.x < size.width - 90 && at.y > 30 && at.y < size.height - 30
      if (!inside)
        setChosen({ ...view, x: size.width / 2 - x * view.scale, y: size.height / 2 - y * view.scale })
    },
    /** Returns whether the current press has moved the drawing. */
    wasMoved: () => moved.current > clickDistance,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return
        if (pointers.current.size === 0) moved.current = 0
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        // Before a drag captures the pointer, its button can be released outside.
        if (event.buttons === 0) end(event)
        const before = pointers.current.get(event.pointerId)
        if (before === undefined) return
        const now = { x: event.clientX, y: event.clientY }
        moved.current += Math.hypot(now.x - before.x, now.y - before.y)
        if (moved.current <= clickDistance) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
        pointers.current.set(event.pointerId, now)
        if (other === undefined) {
          setChosen({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y })
          return
        }
        const bounds = event.currentTarget.getBoundingClientRect()
        const apart = (one: Place): number => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
        const middle = {
          x: (now.x + other.x) / 2 - bounds.left,
          y: (now.y + other.y) / 2 - bounds.top,
        }
        setChosen(zoomAt(apart(now) / apart(before), middle))
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  }
}
