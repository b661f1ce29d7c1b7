/** Compares values with schemas. */
import { createRequire } from 'node:module'
import type { TLocalizedValidationError } from 'typebox/error'
import { clearlyFits } from '../contract/clearly-fits.ts'
import type { Static, TObject, TSchema } from '../contract/type.ts'

/** A difference between a value and its schema. */
export type SchemaFault = TLocalizedValidationError

/** Loads the comparison of TypeBox when a value first needs it. */
function typeBox(): typeof import('typebox/schema') {
  const load = createRequire(import.meta.url)
  return load('typebox/schema')
}

/** Returns whether the value matches the schema. */
export const fits = <Schema extends TSchema>(schema: Schema, value: unknown): value is Static<Schema> =>
  clearlyFits(schema, value) || typeBox().Check(schema, value)

/** Returns the differences between the value and the schema, of which there are none if it matches. */
export const faultsIn = (schema: TSchema, value: unknown): readonly SchemaFault[] =>
  clearlyFits(schema, value) ? [] : typeBox().Errors(schema, value)[1]

/** Returns the members with the defaults of the missing ones. */
export function withDefaults(
  { properties }: TObject,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const defaults = Object.entries(properties).flatMap(([name, schema]) => {
    const { default: value }: { readonly default?: unknown } = schema
    return value === undefined || given[name] !== undefined ? [] : [[name, structuredClone(value)]]
  })
  return { ...given, ...Object.fromEntries(defaults) }
}
