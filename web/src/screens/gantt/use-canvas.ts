/** Size and pinch gestures of a canvas that fills a box. */
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'

export interface CanvasSize {
  /** Pixels, without scroll bars. */
  readonly width: number
  readonly height: number
}

export function useCanvasSize(box: RefObject<HTMLElement | null>): CanvasSize {
  const [size, setSize] = useState<CanvasSize>({ width: 1200, height: 600 })
  // Before the first frame, which would have another size.
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const look = (): void => {
      const { clientWidth: width, clientHeight: height } = element
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }))
    }
    look()
    const resized = new ResizeObserver(look)
    resized.observe(element)
    return () => resized.disconnect()
  }, [box])
  return size
}

/** Wheel or pinch distance of one zoom step. */
const step = 80

/** Handles pinch gestures. Browsers report a pinch on a touchpad as a wheel event with Ctrl, which would zoom the page. */
export function usePinch(target: RefObject<HTMLElement | null>, onZoom: (by: 'in' | 'out') => void): void {
  const zoom = useEffectEvent(onZoom)
  useEffect(() => {
    const element = target.current
    if (element === null) return undefined
    let turned = 0
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey) return
      event.preventDefault()
      turned += event.deltaY
      if (Math.abs(turned) < step) return
      zoom(turned > 0 ? 'out' : 'in')
      turned = 0
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [target])
}
