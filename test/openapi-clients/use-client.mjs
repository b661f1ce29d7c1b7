/** Calls a server with openapi-fetch: `node use-client.mjs <url> <user> <password>` prints the results as JSON. */
import createClient from 'openapi-fetch'

const [, , baseUrl, user, password] = process.argv
const client = createClient({
  baseUrl,
  headers: { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` },
  querySerializer: { object: { style: 'form', explode: true } },
})

/** Returns the data of a response. Throws the error of a rejected request. */
async function wanted(answer) {
  const { data, error } = await answer
  if (error !== undefined) throw new Error(JSON.stringify(error))
  return data
}

const order = { item: 'client 1', customer: 'client 1', location: 'client 1', due: '2026-12-01T00:00:00' }
const seen = {}
for (const { entity, patch, more } of [
  { entity: 'location', patch: { description: 'changed' } },
  { entity: 'customer', patch: { category: 'changed' } },
  { entity: 'item', patch: { cost: 2.5 } },
  { entity: 'demand', patch: { quantity: 3 }, more: order },
]) {
  const body = { name: 'client 1', ...more }
  const path = `/api/input/${entity}/`
  const params = { path: { key: body.name } }
  const made = await wanted(client.POST(path, { body }))
  const changed = await wanted(client.PATCH(`${path}{key}/`, { params, body: patch }))
  const query = { limit: 5, filters: { name__startswith: 'client' } }
  const list = await wanted(client.GET(path, { params: { query } }))
  const none = await wanted(client.GET(path, { params: { query: { name: 'nothing of this name' } } }))
  seen[entity] = {
    made: made.name,
    changed: Object.entries(patch).every(([name, value]) => changed[name] === value),
    listed: list.map(({ name }) => name),
    none: none.length,
  }
}
console.log(JSON.stringify(seen))
