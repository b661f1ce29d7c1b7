import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readJsonArray } from './json-array.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

async function read(text: string, size = 7): Promise<readonly unknown[]> {
  const values: unknown[] = []
  for await (const { value } of readJsonArray(inPieces(text, size), 'demo.json')) values.push(value)
  return values
}

describe('a JSON array read piece by piece', () => {
  it.each([
    ['', 'demo.json, line 1: the text ends before the array does'],
    ['{"a": 1}', 'line 1: the text must be a JSON array'],
    ['[\n{"a": 1},\n{"b": tru}]', 'line 3: '],
    ['[{"a": 1},\n]', 'line 2: a value is missing'],
    ['[,{"a": 1}]', 'line 1: a value is missing'],
    ['[{"a": 1}\n{"b": 2}]', 'line 1: '],
    ['[{"a": 1}', 'the text ends before the array does'],
    ['[{"a": "never closed}]', 'the text ends before the array does'],
    ['[{"a": 1}}]', 'a closing bracket has no opening one'],
    ['[{"a": 1}] []', 'there is text behind the end of the array'],
  ])('refuses %j', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })

  it('may be empty', async () => {
    expect(await read('[]')).toEqual([])
    expect(await read(' [ \n ] \n')).toEqual([])
  })

  it('gives what JSON.parse gives, however the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 1, 2),
        async (values, size, indent) => {
          const text = JSON.stringify(values, null, indent)
          expect(await read(text, size)).toEqual(JSON.parse(text))
        },
      ),
    )
  })

  it('tells the line and the position of every element', async () => {
    const places: unknown[] = []
    const text = '[\n{"a": "}],\\" \u20ac"},\n\n  {"b": [1, 2]}\n]\n'
    for await (const { index, line } of readJsonArray(inPieces(text, 3), 'demo.json'))
      places.push([index, line])
    expect(places).toEqual([
      [0, 2],
      [1, 4],
    ])
  })

  it('passes over a byte order mark', async () => {
    expect(await read('\ufeff[1]')).toEqual([1])
  })
})
