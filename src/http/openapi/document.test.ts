import { expect, it } from 'vitest'
import { contract } from '../../contract/contract.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { buildModel } from '../../model/model.ts'
import { taskListings } from '../../tasks/registry.ts'
import { declaredErrors, derivedProblems } from './contract-paths.ts'
import { openApiDocument } from './document.ts'
import { describedTasks } from './task-paths.ts'

const tasks = await describedTasks(taskListings)
const document: unknown = JSON.parse(JSON.stringify(openApiDocument(buildModel(), tasks)))

function at(...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, name) => Object(value)[name], document)
}

it('names the lists that orders carry along', () => {
  expect(at('components', 'schemas', 'input.purchaseorder.input', 'properties', 'materials')).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/input.operationplanmaterial.input' },
  })
})

it('demands the key of what is added, the core fields of what is replaced, and nothing of a change', () => {
  const body = ['requestBody', 'content', 'application/json', 'schema']
  const required = (name: string): unknown => at('components', 'schemas', name, 'required')
  expect(at('paths', '/api/input/demand/', 'post', ...body, 'oneOf', 0, '$ref')).toMatch(
    /input\.demand\.input$/,
  )
  expect(required('input.demand.input')).toEqual(['name'])
  expect(required('input.buffer.input')).toBeUndefined()
  expect(at('paths', '/api/input/demand/{key}/', 'put', ...body, '$ref')).toMatch(
    /input\.demand\.replacement$/,
  )
  expect(required('input.demand.replacement')).toEqual(expect.arrayContaining(['quantity']))
  expect(at('paths', '/api/input/demand/{key}/', 'patch', ...body, '$ref')).toMatch(/input\.demand\.patch$/)
  expect(required('input.demand.patch')).toBeUndefined()
})

it('has no default that makes generated clients demand a value', () => {
  const schemas = Object.values<unknown>(Object(at('components', 'schemas')))
  const properties = schemas.flatMap((schema) => Object.values<unknown>(Object(Object(schema).properties)))
  expect(properties.length).toBeGreaterThan(1000)
  expect(properties.filter((each) => Object.hasOwn(Object(each), 'default'))).toEqual([])
})

it.each([
  ['due', { type: 'string', format: 'date-time' }],
  ['minshipment', { type: 'number' }],
  ['maxlateness', { type: 'string', format: 'duration' }],
  ['status', { type: 'string', enum: expect.arrayContaining(['open', 'closed']) }],
])('says what the filter %s takes', (name, schema) => {
  expect(at('paths', '/api/input/demand/', 'get', 'parameters')).toContainEqual(
    expect.objectContaining({ name, schema }),
  )
})

it('describes signing in and out', () => {
  expect(at('paths')).toMatchObject({
    '/login/': { post: {} },
    '/logout/': { post: {} },
    '/api/me/': { get: {} },
  })
})

it('derives from an endpoint what its declaration does not repeat', () => {
  const repeated = Object.entries<Endpoint>(contract).flatMap(([name, endpoint]) => {
    const derived = derivedProblems(name.split(' ')[0] ?? '', endpoint)
    return declaredErrors(endpoint)
      .filter((status) => Object.hasOwn(derived, status))
      .map((status) => `${name} ${status}`)
  })
  expect(repeated).toEqual([])
})
