import { expect, it } from 'vitest'
import { buildModel } from '../../model/model.ts'
import { taskListings } from '../../tasks/registry.ts'
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

it('demands the key of what is added', () => {
  const body = ['requestBody', 'content', 'application/json', 'schema', 'oneOf', 0]
  expect(at('paths', '/api/input/demand/', 'post', ...body)).toMatchObject({
    allOf: [{}, { required: ['name'] }],
  })
  expect(at('paths', '/api/input/buffer/', 'post', ...body)).not.toHaveProperty('allOf')
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
