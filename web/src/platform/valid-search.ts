/** Search parameters of a route without invalid values, for instance of an old bookmark. */

type Given = Record<string, unknown>

/**
 * Returns a validation that also removes what `read` leaves out: the router adds the results of routes to the
 * parameters of the address, so that an invalid value would otherwise stay.
 */
export const onlyValid =
  <Search extends object>(read: (given: Given) => Search) =>
  (given: Given): Search => ({
    ...Object.fromEntries(Object.keys(given).map((name) => [name, undefined])),
    ...read(given),
  })
