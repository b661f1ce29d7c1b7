/** Tests that an undo waits for transactions that change its records, and then sees what they have changed. */
import { expect, it } from 'vitest'
import { lockWaits } from '../../../../test/support/lock-waits.ts'
import { rowsOf, write } from '../../../../test/support/records.ts'
import { openUndoTrial } from '../../../../test/support/undo-trial.ts'
import { until } from '../../../../test/support/wait.ts'

const { context, newest, undo } = openUndoTrial()

it('refuses to overwrite what a transaction has changed that began before the undo', async () => {
  await write(context(), 'input.customer', [{ name: 'A', category: 'retail' }])
  await write(context(), 'input.customer', [{ name: 'A', category: 'whole' }])
  const changeset = await newest()
  const { home } = context()
  const { undoing } = await home.withTransaction(async (client) => {
    await client.query(`UPDATE "default"."customer" SET "category" = 'later' WHERE "name" = 'A'`)
    const result = undo(changeset)
    await until('the undo waits for the change', async () => (await lockWaits(home)) > 0)
    return { undoing: result }
  })
  expect(await undoing).toMatchObject({ changeset: undefined, conflictCount: 1 })
  expect(await rowsOf(context(), 'customer', '"name"')).toMatchObject([{ name: 'A', category: 'later' }])
})
