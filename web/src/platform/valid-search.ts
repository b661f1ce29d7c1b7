/** Search parameters of a route without invalid values, for instance of an old bookmark. */

type Given = Record<string, unknown>

/** Returns those parameters of the given names that are texts; empty ones are left out. */
export function textsOf<Name extends string>(
  given: Readonly<Given>,
  names: readonly Name[],
): { readonly [Each in Name]?: string } {
  const texts: { [Each in Name]?: string } = {}
  for (const name of names) {
    const value = given[name]
    if (typeof value === 'string' && value !== '') texts[name] = value
  }
  return texts
}

/**
 * Whether a parameter is a day such as `2026-12-01` that exists, in a year of which periods around it have years of four
 * digits. JSON has `null` for a time that does not exist, and another day for the 30th of February.
 */
export const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^[12]/.test(value) && JSON.stringify(new Date(value)).startsWith(`"${value}T`)

/** Whether a parameter such as `late=true` is set. */
export const isOn = (value: unknown): boolean => value === true || value === 'true'

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
