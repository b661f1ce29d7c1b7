import { expect, it } from 'vitest'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { copyRows } from './copy-rows.ts'

it('copies every text as it is, numbers, booleans and nothing', async () => {
  await using test = await createTestDatabase()
  const texts = [
    '',
    'plain',
    'tab\tbed',
    'line\nbroken\r',
    'back\\slash',
    '\\N',
    '\\.',
    'ümläut 自転車 🚲',
    '"quoted", \'too\'',
  ]
  await test.database.withClient(async (client) => {
    await client.query(
      'CREATE TEMPORARY TABLE "copied" ("n" integer, "te xt" text, "amount" float8, "flag" boolean)',
    )
    const rows = texts.map((text, index) => [index, text, index / 3, index % 2 === 0] as const)
    expect(
      await copyRows(
        client,
        'pg_temp."copied"',
        ['n', 'te xt', 'amount', 'flag'],
        [...rows, [99, null, null, null]],
      ),
    ).toBe(texts.length + 1)
    const { rows: stored } = await client.query<unknown[]>({
      text: 'SELECT * FROM "copied" ORDER BY "n"',
      rowMode: 'array',
    })
    expect(stored).toEqual([...rows, [99, null, null, null]])
  })
})

it('makes rows while they are taken, and leaves the connection usable when one cannot be made', async () => {
  await using test = await createTestDatabase()
  await test.database.withClient(async (client) => {
    await client.query('CREATE TEMPORARY TABLE "copied" ("n" integer, "text" text)')
    const text = 'x'.repeat(1_000)
    function* broken() {
      for (let n = 0; n < 5_000; n += 1) {
        if (n === 4_999) throw new Error('out of rows')
        yield [n, text]
      }
    }
    await expect(copyRows(client, 'pg_temp."copied"', ['n', 'text'], broken())).rejects.toThrow('out of rows')
    const { rows } = await client.query<{ count: number }>('SELECT count(*) AS count FROM "copied"')
    expect(rows).toEqual([{ count: 0 }])
    expect(await copyRows(client, 'pg_temp."copied"', ['n', 'text'], [[1, 'after']])).toBe(1)
  })
})
