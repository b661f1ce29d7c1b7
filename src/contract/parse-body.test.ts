import { expect, it } from 'vitest'
import type { Message } from '../errors/messages.ts'
import { ServiceError } from '../errors/service-error.ts'
import { parseBody } from './parse-body.ts'
import { integer, limited, number, object } from './schemas.ts'

const schema = object(
  {
    factor: number,
    quantity: limited(number, { exclusiveMinimum: 0 }),
    number: integer,
    limit: limited(integer, { minimum: 1 }),
  },
  ['factor', 'quantity', 'number', 'limit'],
)

/** Returns the error of the only member of a body; undefined if it is accepted. */
function faultOf(member: string): Message | undefined {
  const body: Record<string, unknown> = JSON.parse(`{${member}}`)
  try {
    parseBody(schema, body)
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return Object.values(error.fields ?? {}).flat()[0]
  }
}

const tooLarge = (lowest: string, highest: string): Message => ({
  code: 'number_too_large',
  params: { lowest, highest },
})
const largest = '1.7976931348623157e+308'
const largestWhole = '9007199254740991'

it.each<[string, Message | undefined]>([
  ['"factor": 1e100', undefined],
  ['"factor": 1e400', tooLarge(`-${largest}`, largest)],
  ['"factor": -1e400', tooLarge(`-${largest}`, largest)],
  ['"quantity": 1e400', tooLarge('5e-324', largest)],
  ['"quantity": -1e400', { code: 'not_above', params: { minimum: 0 } }],
  ['"number": 1e100', tooLarge(`-${largestWhole}`, largestWhole)],
  ['"number": 9007199254740991', undefined],
  ['"number": 1.5', { code: 'invalid_integer' }],
  ['"limit": 1e400', tooLarge('1', largestWhole)],
  ['"limit": -1e400', { code: 'below_minimum', params: { minimum: 1 } }],
])('the number in a body %s is accepted, or the error names those that are', (member, fault) => {
  expect(faultOf(member)).toEqual(fault)
})
