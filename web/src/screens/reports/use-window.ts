/** Computes the visible rows and columns of a large table, so that only these are rendered. */
import { type RefObject, useEffect, useState } from 'react'

export interface Sight {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

export function useSight(box: RefObject<HTMLElement | null>): Sight {
  const [sight, setSight] = useState<Sight>({ top: 0, left: 0, width: 1200, height: 600 })
  useEffect(() => {
    const element = box.current
    if (element === null) return undefined
    let frame = 0
    const look = (): void => {
      frame = 0
      setSight({
        top: element.scrollTop,
        left: Math.abs(element.scrollLeft),
        width: element.clientWidth,
        height: element.clientHeight,
      })
    }
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    look()
    element.addEventListener('scroll', later, { passive: true })
    const resized = new ResizeObserver(later)
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', later)
      resized.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [box])
  return sight
}

/**
 * Returns the range of items within an interval, with `more` additional items on both sides; `end` is exclusive.
 * @param least number of the first item
 */
export function inSight(from: number, length: number, size: number, count: number, more: number, least = 0) {
  const first = Math.max(least, Math.floor(from / size) - more)
  return { first, end: Math.min(count, Math.ceil((from + length) / size) + more) }
}
