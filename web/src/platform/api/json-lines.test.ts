/** Tests reading NDJSON from a response that arrives in chunks. */
import { expect, it } from 'vitest'
import { readJsonLines } from './json-lines.ts'

function bodyOf(...pieces: readonly string[]): ReadableStream<Uint8Array> {
  const bytes = pieces.map((piece) => new TextEncoder().encode(piece))
  return new ReadableStream({
    pull(controller) {
      const next = bytes.shift()
      if (next === undefined) controller.close()
      else controller.enqueue(next)
    },
  })
}

async function all(body: ReadableStream<Uint8Array>): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for await (const line of readJsonLines(body)) found.push(line)
  return found
}

it('reads lines that are cut anywhere, and a last one without its end', async () => {
  expect(await all(bodyOf('{"a":', '1}\n\n{"a"', ':2}\n', '{"a":3}'))).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
})

it('puts characters together whose bytes come apart', async () => {
  const bytes = new TextEncoder().encode('"工程"\n')
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes.slice(0, 2))
      controller.enqueue(bytes.slice(2))
      controller.close()
    },
  })
  expect(await all(body)).toEqual(['工程'])
})

it('rejects what is no JSON', async () => {
  await expect(all(bodyOf('{"a":1}\nnot json\n'))).rejects.toThrow(SyntaxError)
})
