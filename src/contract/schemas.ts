/**
 * The vocabulary of the contract: TypeBox schemas that carry the TypeScript type of their values. They are plain JSON
 * Schema, so the OpenAPI document contains them unchanged.
 */
import { oneLinePattern } from '../model/values/one-line.ts'
import { type TUnsafe, Type } from './type.ts'

/** A JSON schema of values of type `T`. */
export type Schema<T = unknown> = TUnsafe<T>

/** The values that a schema describes. */
export type ValueOf<S extends Schema> = S['~unsafe']

export const text: Schema<string> = Type.Unsafe({ type: 'string' })
/** Name or label of one line. */
export const lineOfText: Schema<string> = Type.Unsafe({ type: 'string', pattern: oneLinePattern })
export const flag: Schema<boolean> = Type.Unsafe({ type: 'boolean' })
export const integer: Schema<number> = Type.Unsafe({ type: 'integer' })
export const number: Schema<number> = Type.Unsafe({ type: 'number' })
export const anything: Schema = Type.Unsafe({})
/** Date and time in planning time, which has no time zone. */
export const moment: Schema<string> = Type.Unsafe({ type: 'string', examples: ['2026-12-01T06:00:00'] })
/** Date and time with a time zone. */
export const utc: Schema<string> = Type.Unsafe({ type: 'string', format: 'date-time' })
export const password: Schema<string> = Type.Unsafe({ type: 'string', format: 'password' })
/** Content of a file in a form. */
export const binary: Schema<string> = Type.Unsafe({ type: 'string', format: 'binary' })
/** Value of a field that is neither a list nor an object. */
export const scalar: Schema<string | number | boolean | null> = Type.Unsafe({
  type: ['string', 'number', 'boolean', 'null'],
})
/** Key of a record of any entity. */
export const anyKey: Schema<string | number> = Type.Unsafe({ type: ['string', 'integer'] })

/** Returns the schema with more keywords, such as `maxLength`. */
export const limited = <T>(schema: Schema<T>, keywords: Readonly<Record<string, unknown>>): Schema<T> =>
  Type.Unsafe({ ...schema, ...keywords })

/** Returns the schema with a description. */
export const means = <T>(schema: Schema<T>, description: string): Schema<T> =>
  limited(schema, { description })

/** Returns the schema of one of several texts. */
export const oneOf = <const T extends string>(choices: readonly T[]): Schema<T> =>
  Type.Unsafe({ type: 'string', enum: [...choices] })

/** Returns the schema of one of the keys of a table. */
export const oneKeyOf = <T extends string>(table: Readonly<Record<T, unknown>>): Schema<T> =>
  Type.Unsafe({ type: 'string', enum: Object.keys(table) })

/** Returns the schema that also permits null. */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  const { type, enum: choices, ...rest }: Readonly<Record<string, unknown>> = { ...schema }
  if (type === undefined) return Type.Unsafe({ oneOf: [schema, { type: 'null' }] })
  return Type.Unsafe({
    ...rest,
    type: [type, 'null'].flat(),
    ...(Array.isArray(choices) ? { enum: [...choices, null] } : {}),
  })
}

export const listOf = <T>(items: Schema<T>): Schema<readonly T[]> => Type.Unsafe({ type: 'array', items })

/** Returns the schema of objects whose keys are data. */
export const mapOf = <T>(values: Schema<T>): Schema<Readonly<Record<string, T>>> =>
  Type.Unsafe({ type: 'object', additionalProperties: values })

/** Any object. */
export const record: Schema<Readonly<Record<string, unknown>>> = Type.Unsafe({ type: 'object' })

export type Properties = Readonly<Record<string, Schema>>

/** The objects that properties describe; the optional ones may be missing. */
export type ObjectOf<P extends Properties, Optional extends keyof P = never> = {
  readonly [Name in Exclude<keyof P, Optional>]: ValueOf<P[Name]>
} & { readonly [Name in Optional]?: ValueOf<P[Name]> | undefined }

/** Returns the schema of an object; all properties are required except for the optional ones. */
export const object = <P extends Properties, Optional extends keyof P & string = never>(
  properties: P,
  optional: readonly Optional[] = [],
): Schema<ObjectOf<P, Optional>> => {
  const optionalNames: ReadonlySet<string> = new Set(optional)
  return Type.Unsafe({
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optionalNames.has(name)),
  })
}

/** Returns the schema of an object of which every property may be missing. */
export const partial = <P extends Properties>(properties: P): Schema<ObjectOf<P, keyof P & string>> =>
  Type.Unsafe({ type: 'object', properties, required: [] })

/** Returns the schema of values of either of two schemas. */
export const either = <T, U>(one: Schema<T>, other: Schema<U>): Schema<T | U> =>
  Type.Unsafe({ anyOf: [one, other] })

/** The common format of errors: messages by member of the body, or one message. */
export const errorFields = mapOf(either(text, listOf(text)))

/** Returns the schema of an object in a request; other members than its properties are rejected. */
export const closed = <T>(schema: Schema<T>): Schema<T> => limited(schema, { additionalProperties: false })
