import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { until } from '../../../test/support/wait.ts'
import { withFolderLock } from './folder-lock.ts'

// The scenarios of one installation may be in different databases.
let control: TestDatabase
let further: TestDatabase

beforeAll(async () => {
  control = await createTestDatabase()
  further = await createTestDatabase()
})
afterAll(async () => {
  await further[Symbol.asyncDispose]()
  await control[Symbol.asyncDispose]()
})

it('one import at a time works on a folder that scenarios of two database servers share', async () => {
  const folder = { kind: 'upload', path: tmpdir() } as const
  const context = createTestContext(control.database)
  const elsewhere = { ...context, home: createTestContext(further.database).home }
  const log: string[] = []
  const order: string[] = []
  let second: Promise<void> | undefined
  await withFolderLock({ context, folder, log: (line) => log.push(line) }, async () => {
    second = withFolderLock({ context: elsewhere, folder, log: (line) => log.push(line) }, async () => {
      order.push('second')
    })
    await until('the second import waits or has ended', () => log.length + order.length > 0)
    order.push('first')
  })
  await second
  expect(order).toEqual(['first', 'second'])
  expect(log).toEqual(['Another import works on this folder. Waiting for it to end.'])
})
