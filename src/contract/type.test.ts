import { Type as TypeBox } from 'typebox'
import { describe, expect, it } from 'vitest'
import { Type } from './type.ts'

/** Returns all properties of a schema and of those in it, with those that JSON does not contain. */
function allOf(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  if (Array.isArray(schema)) return schema.map(allOf)
  return Object.fromEntries(
    Object.entries(Object.getOwnPropertyDescriptors(schema)).map(([name, { value, enumerable }]) => [
      `${name}${enumerable === true ? '' : ' (hidden)'}`,
      allOf(value),
    ]),
  )
}

const text = { minLength: 1, description: 'A text.' }
const closed = { additionalProperties: false }

/** Schemas with every function, once by each library. */
const pairs = (
  [
    [Type.String(), TypeBox.String()],
    [Type.String(text), TypeBox.String(text)],
    [Type.Integer({ minimum: 1 }), TypeBox.Integer({ minimum: 1 })],
    [Type.Number({ maximum: 2 }), TypeBox.Number({ maximum: 2 })],
    [Type.Boolean({ default: false }), TypeBox.Boolean({ default: false })],
    [Type.Unknown(), TypeBox.Unknown()],
    [Type.Literal('a'), TypeBox.Literal('a')],
    [Type.Literal(true), TypeBox.Literal(true)],
    [Type.Enum(['a', 'b'], text), TypeBox.Enum(['a', 'b'], text)],
    [Type.Array(Type.String(), { minItems: 1 }), TypeBox.Array(TypeBox.String(), { minItems: 1 })],
    [
      Type.Record(Type.String(), Type.Number(), { description: 'Rates.' }),
      TypeBox.Record(TypeBox.String(), TypeBox.Number(), { description: 'Rates.' }),
    ],
    [Type.Union([Type.String(), Type.Boolean()]), TypeBox.Union([TypeBox.String(), TypeBox.Boolean()])],
    [Type.Optional(Type.String(text)), TypeBox.Optional(TypeBox.String(text))],
    [Type.Unsafe({ type: 'string', format: 'date' }), TypeBox.Unsafe({ type: 'string', format: 'date' })],
    [
      Type.Object({ one: Type.String(), other: Type.Optional(Type.Integer()) }, closed),
      TypeBox.Object({ one: TypeBox.String(), other: TypeBox.Optional(TypeBox.Integer()) }, closed),
    ],
    [
      Type.Object({ other: Type.Optional(Type.Integer()) }),
      TypeBox.Object({ other: TypeBox.Optional(TypeBox.Integer()) }),
    ],
  ] as const
).map(([own, theirs]) => ({ own, theirs }))

describe('the functions that declare schemas', () => {
  it.each(pairs)('give $theirs as those of TypeBox do', ({ own, theirs }) => {
    expect(allOf(own)).toEqual(allOf(theirs))
  })

  it('are all compared', () => {
    const used = new Set(
      pairs
        .map(({ own }) => Object.entries(Object.getOwnPropertyDescriptors(own)))
        .flatMap((properties) =>
          properties.flatMap(([name, { value }]) => (name === '~kind' ? [String(value)] : [])),
        ),
    )
    expect(Object.keys(Type).filter((name) => !used.has(name))).toEqual(['Optional', 'Unsafe'])
  })
})
