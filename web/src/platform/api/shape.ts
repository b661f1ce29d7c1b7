/**
 * Validates responses of the service. A shape converts an unknown value to a typed one, or throws with the path of
 * the first mismatch. Responses are validated once, on arrival. Fields that a shape does not name are omitted.
 */

/** Converts an unknown value to a typed one. Throws with the path of a value that does not match. */
export type Shape<T> = (value: unknown, place?: string) => T

export type Shaped<S> = S extends Shape<infer T> ? T : never

const fail = (place: string, wanted: string, value: unknown): never => {
  throw new TypeError(`${place}: ${wanted} expected, not ${value === null ? 'null' : typeof value}`)
}

const here = 'answer'

export const text: Shape<string> = (value, place = here) =>
  typeof value === 'string' ? value : fail(place, 'text', value)

export const number: Shape<number> = (value, place = here) =>
  typeof value === 'number' ? value : fail(place, 'a number', value)

export const boolean: Shape<boolean> = (value, place = here) =>
  typeof value === 'boolean' ? value : fail(place, 'true or false', value)

/** Accepts any value; the caller must check it. */
export const anything: Shape<unknown> = (value) => value

export const nullable =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, place = here) =>
    value === null || value === undefined ? null : shape(value, place)

/** Replaces a missing or null value by a default, for example if an older service does not send it yet. */
export const otherwise =
  <T>(shape: Shape<T>, fallback: T): Shape<T> =>
  (value, place = here) =>
    value === undefined || value === null ? fallback : shape(value, place)

export const optional =
  <T>(shape: Shape<T>): Shape<T | undefined> =>
  (value, place = here) =>
    value === undefined ? undefined : shape(value, place)

export const oneOf =
  <const T extends string>(...choices: readonly T[]): Shape<T> =>
  (value, place = here) =>
    choices.find((choice) => choice === value) ?? fail(place, `one of ${choices.join(', ')}`, value)

export const list =
  <T>(shape: Shape<T>): Shape<readonly T[]> =>
  (value, place = here) =>
    Array.isArray(value)
      ? value.map((item, index) => shape(item, `${place}[${index}]`))
      : fail(place, 'a list', value)

/** An object whose keys are data, such as records by id. */
export const table =
  <T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> =>
  (value, place = here) =>
    Object.fromEntries(
      Object.entries(asObject(value, place)).map(([key, item]) => [key, shape(item, `${place}.${key}`)]),
    )

type Fields = Readonly<Record<string, Shape<unknown>>>
type Unfilled<F extends Fields> = {
  [K in keyof F]: undefined extends Shaped<F[K]> ? K : never
}[keyof F]
type Filled<F extends Fields> = Exclude<keyof F, Unfilled<F>>
type ObjectOf<F extends Fields> = {
  readonly [K in Filled<F>]: Shaped<F[K]>
} & { readonly [K in Unfilled<F>]?: Shaped<F[K]> }

export const object =
  <F extends Fields>(fields: F): Shape<ObjectOf<F>> =>
  (value, place = here) => {
    const given = asObject(value, place)
    const shaped = Object.entries(fields).map(
      ([name, shape]) => [name, shape(given[name], `${place}.${name}`)] as const,
    )
    // Each field was validated by its shape.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return Object.fromEntries(shaped.filter(([, item]) => item !== undefined)) as ObjectOf<F>
  }

function asObject(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return fail(place, 'an object', value)
  return { ...value }
}
