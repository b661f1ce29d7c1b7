/** Patterns of areas, as paths within a square of 8 pixels, for canvases and SVG. They repeat without a visible seam. */
export type PatternName = 'plain' | 'stripes' | 'cross' | 'dots'

/** Side of the square in pixels. */
export const patternSize = 8

export const patternPaths: Readonly<Record<PatternName, string>> = {
  plain: '',
  stripes: 'M-2 2L2 -2M-2 10L10 -2M6 10L10 6',
  cross: 'M-2 2L2 -2M-2 10L10 -2M6 10L10 6M-2 6L2 10M-2 -2L10 10M6 -2L10 2',
  dots: 'M2 2h2v2h-2zM6 6h2v2h-2z',
}
