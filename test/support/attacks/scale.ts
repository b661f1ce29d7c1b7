/** Duration of attacks and their number of clients: `ATTACKS=full` for the full length, otherwise the short form. */

export const fullLength = process.env['ATTACKS'] === 'full'

/** Returns the number for the selected length. */
export function scale({ short, full }: { readonly short: number; readonly full: number }): number {
  return fullLength ? full : short
}

/** Duration of an attack once it is in place, in milliseconds. */
export const attackMs = scale({ short: 1_300, full: 15_000 })

/** Duration of the measurement of ordinary use before and after an attack, in milliseconds. */
export const baselineMs = scale({ short: 400, full: 4_000 })
