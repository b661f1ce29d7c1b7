/** Tests proposals for entities of an extension module that is not in use any more. */
import { expect, test } from 'vitest'
import { createTestContext, createTestDatabase } from '../../test/support/database.ts'
import { write } from '../../test/support/records.ts'
import { createProposal } from './create-proposal.ts'
import { findSuspects } from './find-suspects.ts'
import { proposalOf } from './given-proposal.ts'
import { watchConflicts } from './watch-conflicts.ts'

test('a proposal for an absent entity is refused by name, and the others are watched', async () => {
  await using held = await createTestDatabase()
  const context = createTestContext(held.database)
  await write(context, 'input.customer', [{ name: 'a' }, { name: 'b' }])
  const propose = (key: string): Promise<number> => {
    const edits = [
      { entity: 'input.customer', action: 'update', key, fields: { description: 'new' } },
    ] as const
    return createProposal(context, proposalOf(context, { title: key, edits }), {})
  }
  const [absent, watched] = [await propose('a'), await propose('b')]
  await held.database.query({
    text: `UPDATE control."proposaledit" SET "entity" = 'gone.machine' WHERE "proposal" = $1`,
    values: [absent],
  })
  await expect(
    held.database.withTransaction((client) => findSuspects(client, context, absent, { lock: true })),
  ).rejects.toMatchObject({ code: 'proposal_entity_absent', status: 409, params: { entity: 'gone.machine' } })
  await write(context, 'input.customer', [{ name: 'b', description: 'changed by another' }])
  await watchConflicts(context)
  const { rows } = await held.database.query<{ conflicts: boolean }>({
    text: `SELECT "conflicting" AS "conflicts" FROM control."proposal" WHERE "id" = $1`,
    values: [watched],
  })
  expect(rows).toEqual([{ conflicts: true }])
})
