/** Tests that parameters of an old address are left out. */
import { expect, it } from 'vitest'
import { onlyValid } from './valid-search.ts'

it('removes parameters that a route does not read', () => {
  const read = onlyValid(({ show }): { readonly show?: 'plan' } => (show === 'plan' ? { show } : {}))
  // The router adds the result to the parameters of the address.
  const searchOf = (given: Record<string, unknown>): object => ({ ...given, ...read(given) })
  expect(searchOf({ show: 'plan', other: 1 })).toEqual({ show: 'plan', other: undefined })
  expect(searchOf({ show: 'nothing' })).toEqual({ show: undefined })
})
