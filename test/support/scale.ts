/**
 * The two forms of the suite: `npm test` runs the short form, for each change; `npm run test:full` runs the full form,
 * with more random cases, more kills, more clients and longer attacks. Tests ask here which form runs.
 */

/** Whether the full form runs, as with `TESTS=full`. */
export const isFull = process.env['TESTS'] === 'full'

/** Whether tests of details run: in the full form, and in files that are named on the command line. */
export const hasDetails = isFull || process.env['TESTS'] === 'details'

/** Returns the value for the form that runs, for instance a number of random cases: `scale({ short: 20, full: 200 })`. */
export function scale<Value>({ short, full }: { readonly short: Value; readonly full: Value }): Value {
  return isFull ? full : short
}
