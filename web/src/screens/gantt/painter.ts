/** Draws once per frame at most, however often it is asked, and without React: what scrolls must not wait for it. */
export interface Painter {
  /** From now on it is drawn like this. */
  readonly show: (paint: () => void) => void
  /** What is in sight has changed. */
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
