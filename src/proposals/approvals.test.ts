/** Tests which groups must approve a proposal, and whose approvals count. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestContext, createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import { buildUser } from '../../test/support/users.ts'
import type { Model } from '../model/model.ts'
import { missingApprovals, neededGroups } from './approvals.ts'
import type { Proposal } from './proposal.ts'
import { readProposal } from './read-proposals.ts'

let held: TestDatabase
let model: Model
const users: Record<string, number> = {}
let proposal: Proposal

const sql = async <Row extends object>(
  text: string,
  ...values: readonly unknown[]
): Promise<readonly Row[]> => (await held.database.query<Row>({ text, values: [...values] })).rows

beforeAll(async () => {
  held = await createTestDatabase()
  model = createTestContext(held.database).model
  for (const username of ['author', 'buyer', 'elsewhere', 'outsider'])
    users[username] = await buildUser(held.database, { username, rights: { default: [], scenario1: [] } })
  await sql(`INSERT INTO control."group" ("id", "name") VALUES (901, 'buyers'), (902, 'planners')`)
  await sql(
    `INSERT INTO control."membershipgroup" ("user", "scenario", "group")
      VALUES ($1, 'default', 901), ($2, 'default', 901), ($3, 'scenario1', 901), ($4, 'default', 902)`,
    users['author'],
    users['buyer'],
    users['elsewhere'],
    users['outsider'],
  )
  const summary = JSON.stringify([['input.supplier', 'update', 1]])
  const [made] = await sql<{ id: number }>(
    `INSERT INTO control."proposal" ("scenario", "title", "author", "state", "source", "edits", "summary", "revision")
      VALUES ('default', 'Supplier', $1, 'open', '{"kind": "edits"}', 1, $2, 2) RETURNING "id"::int AS "id"`,
    users['author'],
    summary,
  )
  proposal = await held.database.withTransaction((client) => readProposal(client, 'default', made!.id))
})
afterAll(() => held[Symbol.asyncDispose]())

const groupsOf = (rules: Readonly<Record<string, string>>, ...entities: readonly string[]) =>
  neededGroups(
    model,
    rules,
    entities.map((entity) => ({ entity })),
  )

describe('the groups that must approve', () => {
  it('are those of the rules of all edited entities, otherwise those of the rule for the others', () => {
    const rules = { 'input.supplier': 'buyers', 'input.item': '', '*': 'planners' }
    expect(groupsOf(rules, 'input.supplier')).toEqual(['buyers'])
    expect(groupsOf(rules, 'input.item')).toEqual([])
    expect(groupsOf(rules, 'input.location', 'input.supplier')).toEqual(['buyers', 'planners'])
    expect(groupsOf({}, 'input.supplier')).toEqual([])
  })

  it('are the same for orders of one type and for all orders, which share their records', () => {
    const all = { 'input.operationplan': 'buyers' }
    const type = { 'input.purchaseorder': 'buyers' }
    expect(groupsOf(all, 'input.purchaseorder')).toEqual(['buyers'])
    expect(groupsOf(type, 'input.operationplan')).toEqual(['buyers'])
    expect(groupsOf(type, 'input.manufacturingorder')).toEqual([])
  })
})

const missing = () =>
  held.database.withTransaction((client) =>
    missingApprovals(client, model, { 'input.supplier': 'buyers' }, proposal),
  )

it('counts approvals of this revision by members of the group in this scenario, but not of the author', async () => {
  const approve = (user: number | null | undefined, revision: number) =>
    sql(
      `INSERT INTO control."proposalevent" ("proposal", "user", "kind", "revision") VALUES ($1, $2, 'approved', $3)`,
      proposal.id,
      user,
      revision,
    )
  for (const [username, revision] of [
    ['author', 2],
    ['elsewhere', 2],
    ['outsider', 2],
    ['buyer', 1],
  ] as const) {
    await approve(users[username], revision)
    expect(await missing(), username).toEqual(['buyers'])
  }
  await approve(users['buyer'], 2)
  expect(await missing()).toEqual([])
  await sql(`DELETE FROM control."membershipgroup" WHERE "user" = $1`, users['buyer'])
  expect(await missing()).toEqual(['buyers'])
  await approve(null, 2)
  expect(await missing()).toEqual([])
})
