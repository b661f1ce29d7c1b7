/** Levels of a percentage in a heat map. */
import type { Figure } from '../../platform/api/reports.ts'

/** Returns the level: low, well used, nearly full, overloaded. */
export const heatOf = (figure: Figure): string =>
  typeof figure !== 'number'
    ? 'none'
    : figure > 100
      ? 'over'
      : figure >= 85
        ? 'full'
        : figure >= 50
          ? 'good'
          : 'low'
