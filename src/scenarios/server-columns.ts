/**
 * Columns of custom attributes on further servers. No transaction spans two servers, so a note in `control` says first
 * which columns are to be compared with the attributes. The comparison may be repeated at any time: it adds the column
 * of an attribute that exists, and drops that of one that does not, also after a kill.
 */
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { homesOf } from '../database/homes.ts'
import type { Model } from '../model/model.ts'
import {
  addColumns,
  type Attribute,
  countValues,
  dropColumns,
  loadCustomFields,
} from './custom-attributes.ts'
import { schemasIn } from './registry.ts'

type Column = Pick<Attribute, 'model' | 'name'>

const noteSql = `INSERT INTO control."columnwork" ("server", "model", "name")
  SELECT s."server", c."model", c."name" FROM unnest($1::text[]) AS s ("server"),
    json_to_recordset($2::json) AS c ("model" text, "name" text) ON CONFLICT DO NOTHING`

/** Returns the further servers that have scenarios. */
async function serversInUse(control: Database): Promise<readonly (readonly [string, Database])[]> {
  const found: (readonly [string, Database])[] = []
  for (const [name, server] of homesOf(control).servers) {
    if ((await schemasIn(server, control)).length > 0) found.push([name, server])
  }
  return found
}

/**
 * Adds the columns of attributes that an open transaction creates. Throws `scenario_server_unavailable`: an attribute
 * belongs to all scenarios. If the transaction is rolled back, `settleColumns` drops the columns.
 */
export async function addOnServers(
  control: Database,
  model: Model,
  attributes: readonly Attribute[],
): Promise<void> {
  const servers = attributes.length === 0 ? [] : await serversInUse(control)
  if (servers.length === 0) return
  const names = servers.map(([name]) => name)
  await control.query({ text: noteSql, values: [names, JSON.stringify(attributes)] })
  for (const [, server] of servers) {
    await server.withTransaction((client) => addColumns(client, model, attributes, 'if missing'))
  }
}

/** Notes, in the transaction that deletes attributes, that their columns are to be dropped after it. */
export async function noteDropped(
  client: pg.ClientBase,
  control: Database,
  attributes: readonly Column[],
): Promise<void> {
  const servers = await serversInUse(control)
  const names = servers.map(([name]) => name)
  if (names.length > 0) await client.query(noteSql, [names, JSON.stringify(attributes)])
}

/** Returns the number of records on further servers that have a value of the attribute. */
export async function countOnServers(control: Database, model: Model, attribute: Attribute): Promise<number> {
  let total = 0
  for (const [, server] of await serversInUse(control)) {
    total += await server.withClient((client) => countValues(client, model, attribute))
  }
  return total
}

/**
 * Compares noted columns with the attributes. Requires a client in a transaction of `control`, which waits for other
 * transactions that create or delete attributes. Notes of servers that cannot be reached stay.
 */
export async function settleColumns(client: pg.ClientBase, control: Database, model: Model): Promise<void> {
  const { servers } = homesOf(control)
  if (servers.size === 0) return
  await client.query('LOCK TABLE control."attribute" IN SHARE ROW EXCLUSIVE MODE')
  const { rows } = await client.query<Column & { server: string }>(
    'SELECT "server", "model", "name" FROM control."columnwork" ORDER BY 1, 2, 3',
  )
  if (rows.length === 0) return
  const attributes = await loadCustomFields({
    query: ({ text, values = [] }) => client.query(text, [...values]),
  })
  const exists = (column: Column): boolean =>
    attributes.get(column.model)?.some(({ name }) => name === column.name) === true
  for (const [name, columns] of Map.groupBy(rows, ({ server }) => server)) {
    const server = servers.get(name)
    if (server === undefined) continue
    const settled = await server
      .withTransaction(async (there) => {
        await dropColumns(
          there,
          model,
          columns.filter((column) => !exists(column)),
        )
        return true
      })
      .catch(() => false)
    if (settled) await client.query('DELETE FROM control."columnwork" WHERE "server" = $1', [name])
  }
}
