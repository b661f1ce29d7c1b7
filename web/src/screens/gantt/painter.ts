/** Draws at most once per frame and without React, because scrolling must not wait for it. */
export interface Painter {
  /** Sets the drawing function. */
  readonly show: (paint: () => void) => void
  /** Requests a redraw after the visible part has changed. */
  readonly again: () => void
  readonly stop: () => void
}

export function createPainter(): Painter {
  let paint: (() => void) | undefined
  let frame = 0
  const again = (): void => {
    if (frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      paint?.()
    })
  }
  return {
    show: (next) => {
      paint = next
      again()
    },
    again,
    stop: () => {
      cancelAnimationFrame(frame)
      frame = 0
    },
  }
}
