import * as fc from 'fast-check'
import { Check } from 'typebox/schema'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { scale } from '../../test/support/scale.ts'
import { clearlyFits } from '../contract/clearly-fits.ts'
import { Type, type TSchema } from '../contract/type.ts'
import { faultsIn, fits, withDefaults } from './schema-check.ts'
import { settingsSchema } from './settings.ts'

const limit = fc.integer({ min: 0, max: 3 })
const words = ['a', 'bb', '', 'ü', '😀', 'e\u0301', 'constructor', '\ud83d', 'a.b']
const word = fc.constantFrom(...words)
const names = ['one', 'other', 'toString', '__proto__']
const annotations = fc.constantFrom({}, { title: 'A', description: 'B', default: 1, 'x-hint': 'C' })

/** Schemas of all kinds that parts of the service declare, and some that only TypeBox decides. */
const { schema } = fc.letrec<{ schema: TSchema; leaf: TSchema }>((tie) => ({
  leaf: fc.oneof(
    annotations.map((more) => Type.String(more)),
    limit.map((minLength) => Type.String({ minLength })),
    limit.map((maxLength) => Type.String({ maxLength })),
    fc.constantFrom('^a', '^[a-z]+\\.[a-z]+$', '^.$').map((pattern) => Type.String({ pattern })),
    fc.constantFrom('date', 'email').map((format) => Type.String({ format })),
    limit.map((minimum) => Type.Integer({ minimum, maximum: 2 })),
    limit.map((exclusiveMinimum) => Type.Number({ exclusiveMinimum, exclusiveMaximum: 3 })),
    limit.map((multipleOf) => Type.Number({ multipleOf: multipleOf + 1 })),
    fc.constant(Type.Boolean()),
    fc.constant(Type.Unknown()),
    word.map((one) => Type.Literal(one)),
    fc.constant(Type.Literal(true)),
    fc.constant(Type.Enum(['a', 'bb'])),
    fc.constant(Type.Unsafe({ minLength: 2 })),
    fc.constant(Type.Unsafe({ type: ['string', 'null'] })),
  ),
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc
      .tuple(tie('schema'), limit, fc.constantFrom({}, { uniqueItems: true }, { maxItems: 2 }))
      .map(([items, minItems, more]) => Type.Array(items, { minItems, ...more })),
    tie('schema').map((one) => Type.Record(Type.String(), one)),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((members) => Type.Union(members)),
    fc
      .tuple(
        fc.dictionary(fc.constantFrom(...names), fc.tuple(tie('schema'), fc.boolean()), { maxKeys: 3 }),
        fc.constantFrom({}, { additionalProperties: true }, { additionalProperties: false }),
      )
      .map(([members, more]) =>
        Type.Object(
          Object.fromEntries(
            Object.entries(members).map(([name, [one, isOptional]]) => [
              name,
              isOptional ? Type.Optional(one) : one,
            ]),
          ),
          more,
        ),
      ),
  ),
}))

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    fc.constantFrom(0, 1, 2, 3, 1.5, Number.NaN, Infinity, true, false, null, undefined, '2027-01-02', 1n),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names, 'more'), tie('value'), { maxKeys: 3 }),
    fc.constantFrom(new Date(0), /a/, new Map(), () => 1),
  ),
}))

describe('values that clearly fit their schema', () => {
  it('fit it for TypeBox too', () => {
    let clear = 0
    fc.assert(
      fc.property(schema, value, (one, other) => {
        const isClear = clearlyFits(one, other)
        if (isClear) clear++
        expect(isClear && !Check(one, other)).toBe(false)
        expect(fits(one, other)).toBe(Check(one, other))
        expect(faultsIn(one, other).length === 0).toBe(Check(one, other))
      }),
      { numRuns: scale({ short: 3_000, full: 100_000 }), seed: 20_261_127 },
    )
    expect(clear).toBeGreaterThan(200)
  })

  it.each([
    [Type.String({ minLength: 1 }), 'a'],
    [Type.Integer({ minimum: 1, maximum: 3 }), 3],
    [Type.Number({ exclusiveMinimum: 0 }), 0.5],
    [Type.Boolean(), false],
    [Type.Unknown(), undefined],
    [Type.Enum(['a', 'b'], { default: 'a' }), 'b'],
    [Type.Union([Type.Literal(false), Type.String({ pattern: '^x' })]), 'xy'],
    [Type.Array(Type.String(), { minItems: 1, maxItems: 2 }), ['a', 'b']],
    [Type.Record(Type.String(), Type.Number()), { a: 1, b: 2 }],
    [
      Type.Object(
        { one: Type.String(), other: Type.Optional(Type.Integer()) },
        { additionalProperties: false },
      ),
      { one: '', other: undefined },
    ],
  ])('are recognised without TypeBox: %j, %j', (one, other) => {
    expect(clearlyFits(one, other)).toBe(true)
  })

  it('are the settings by default, so that no process loads TypeBox to read them', () => {
    expect(clearlyFits(settingsSchema, withDefaults(settingsSchema, {}))).toBe(true)
  })
})

describe('defaults', () => {
  const schema = Type.Object({
    kept: Type.Integer({ default: 1 }),
    missing: Type.Array(Type.String(), { default: ['a'] }),
    without: Type.Optional(Type.String()),
  })

  it.each([{}, { kept: 2 }, { kept: undefined, other: 3 }, { missing: null, without: 'x' }])(
    'of missing members are added to %j as by TypeBox',
    (given) => {
      expect(withDefaults(schema, given)).toEqual(Value.Default(schema, { ...given }))
    },
  )

  it('are copies, so that a change of one does not change the schema', () => {
    expect(withDefaults(schema, {})['missing']).not.toBe(withDefaults(schema, {})['missing'])
  })
})
