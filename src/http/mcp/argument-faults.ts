/** Validates the arguments of a tool, without traversing nested values. */
import { faultsIn } from '../../settings/schema-check.ts'
import type { Schema } from '../openapi/schemas.ts'
import { asSchema, textOf } from './tool.ts'

/** Maximum number of reported errors, and of arguments. */
const maxFaults = 5
const maxArguments = 50

/**
 * Returns one sentence per error: missing and unknown arguments, and values of the wrong type or format. Values
 * within lists and objects are validated by the request that the tool makes: it does so only once, in bounded time,
 * and its error names the position.
 * @param input schema of the arguments, an object
 */
export function argumentFaults(input: Schema, given: unknown): readonly string[] {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return ['arguments: must be an object']
  const names = Object.keys(given)
  if (names.length > maxArguments) return [`arguments: must not have more than ${maxArguments} properties`]
  const values = asSchema(given)
  const properties = asSchema(input['properties'])
  const required = Array.isArray(input['required']) ? input['required'].map(String) : []
  const faults = [
    ...required.filter((name) => !Object.hasOwn(values, name)).map((name) => `${name}: is required`),
    ...names.flatMap((name) => {
      if (!Object.hasOwn(properties, name)) return [`${name.slice(0, 100)}: is not an argument of this tool`]
      const fault = valueFault(asSchema(properties[name]), values[name])
      return fault === undefined ? [] : [`${name}: ${fault}`]
    }),
  ]
  return faults.slice(0, maxFaults)
}

function valueFault(schema: Schema, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return faultsIn({ ...schema }, value)[0]?.message
  const { type } = schema
  const kind = Array.isArray(value) ? 'array' : 'object'
  return type === undefined || type === kind ? undefined : `must be ${textOf(type)}`
}
