/** How long and with how many clients attacks run: `ATTACKS=full` for all of it, otherwise the short form. */

export const fullLength = process.env['ATTACKS'] === 'full'

/** The number for the length that was asked for. */
export function scale({ short, full }: { readonly short: number; readonly full: number }): number {
  return fullLength ? full : short
}

/** Milliseconds for which an attack goes on once it is in place. */
export const attackMs = scale({ short: 1_300, full: 15_000 })

/** Milliseconds of ordinary use that are measured before and after an attack. */
export const baselineMs = scale({ short: 400, full: 4_000 })
