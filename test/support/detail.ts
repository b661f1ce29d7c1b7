/**
 * Tests of details. `npm test`, which runs for each change, leaves them out, because all of them together take longer
 * than the rest; they run in the full form, and whenever their file is named, so that whoever works on something runs
 * all of its tests.
 */
import { hasDetails } from './scale.ts'

/**
 * Options of a test of a detail; none where it runs, so that `it.skipIf` still holds: `it('names the first invalid cell', detail, async () => …)`.
 */
export const detail: { readonly skip?: boolean } = hasDetails ? {} : { skip: true }

/** Returns the cases of a test: all where tests of details run, else those that are more than a detail. */
export const mainCases = <Case>(cases: readonly Case[], isMain: (one: Case) => boolean): readonly Case[] =>
  hasDetails ? cases : cases.filter(isMain)

/** Options of a test of one of many cases, which is a detail unless the case is the main one. */
export const detailUnless = (isMain: boolean): { readonly skip?: boolean } => (isMain ? {} : detail)
