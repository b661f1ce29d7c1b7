import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { fillScenario } from '../../../test/support/scenarios.ts'
import { writeSchema } from './write-dump.ts'

const noSpace = 'ENOSPC: no space left on device, write'

/** Accepts the statements of a dump, and fails at the first rows. */
async function writeStatements(text: Buffer | string): Promise<void> {
  if (Buffer.isBuffer(text)) throw new Error(noSpace)
}

it('fails when the disk is full, with a connection that can roll back', async () => {
  await using test = await createTestDatabase()
  await fillScenario(test.database, 'default')
  const written = test.database.withTransaction((client) =>
    writeSchema(client, writeStatements, { schema: 'default' }),
  )
  await expect(written).rejects.toThrow(noSpace)
})
