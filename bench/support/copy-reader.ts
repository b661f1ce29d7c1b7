/** Replaces `psql` with COPY … TO STDOUT on machines without it: reads everything and counts the bytes. */
import { Client } from 'pg'
import { to } from 'pg-copy-streams'

const [databaseUrl, statement = ''] = process.argv.slice(2)
const client = new Client({ connectionString: databaseUrl! })
await client.connect()
let bytes = 0
for await (const chunk of client.query(to(statement))) {
  if (chunk instanceof Buffer) bytes += chunk.length
}
console.log(bytes)
await client.end()
