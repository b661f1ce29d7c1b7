/**
 * Functions that declare the schemas of parameters, settings and files, with the types of TypeBox. Those of TypeBox
 * itself load 440 modules, which takes as long as some commands take to run. A test compares the results.
 */
import type {
  TArray,
  TArrayOptions,
  TBoolean,
  TEnum,
  TEnumValue,
  TInteger,
  TLiteral,
  TNumber,
  TNumberOptions,
  TObject,
  TObjectOptions,
  TOptional,
  TProperties,
  TRecord,
  TSchema,
  TSchemaOptions,
  TString,
  TStringOptions,
  TUnion,
  TUnknown,
  TUnsafe,
} from 'typebox'

export type { Static, TNumberOptions, TObject, TProperties, TSchema, TString, TUnsafe } from 'typebox'

/** Pattern of the keys of records, which is any text, as TypeBox writes it. */
export const everyKey = '^.*$'

/** Returns a schema with a mark, which is not enumerable, so that JSON does not contain it. */
function marked(keywords: object, mark: string, value: unknown) {
  return Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(keywords),
    [mark]: { value, configurable: true, writable: true, enumerable: false },
  })
}

const isOptional = (schema: TSchema): boolean => '~optional' in schema

export const Type = {
  String: (options?: TStringOptions): TString => marked({ type: 'string', ...options }, '~kind', 'String'),
  Integer: (options?: TNumberOptions): TInteger =>
    marked({ type: 'integer', ...options }, '~kind', 'Integer'),
  Number: (options?: TNumberOptions): TNumber => marked({ type: 'number', ...options }, '~kind', 'Number'),
  Boolean: (options?: TSchemaOptions): TBoolean =>
    marked({ type: 'boolean', ...options }, '~kind', 'Boolean'),
  Unknown: (): TUnknown => marked({}, '~kind', 'Unknown'),
  Literal: <const Value extends string | boolean>(value: Value): TLiteral<Value> =>
    marked({ type: typeof value, const: value }, '~kind', 'Literal'),
  Enum: <const Values extends TEnumValue[]>(
    values: readonly [...Values],
    options?: TSchemaOptions,
  ): TEnum<Values> => marked({ enum: values, ...options }, '~kind', 'Enum'),
  Array: <Item extends TSchema>(items: Item, options?: TArrayOptions): TArray<Item> =>
    marked({ type: 'array', items, ...options }, '~kind', 'Array'),
  /** Objects whose keys are data. */
  Record: <Value extends TSchema>(
    _key: TString,
    value: Value,
    options?: TObjectOptions,
  ): TRecord<typeof everyKey, Value> =>
    marked({ type: 'object', patternProperties: { [everyKey]: value }, ...options }, '~kind', 'Record'),
  Union: <Members extends TSchema[]>(anyOf: [...Members], options?: TSchemaOptions): TUnion<Members> =>
    marked({ anyOf, ...options }, '~kind', 'Union'),
  Object: <Properties extends TProperties>(
    properties: Properties,
    options?: TObjectOptions,
  ): TObject<Properties> => {
    const required = Object.entries(properties).flatMap(([name, schema]) =>
      isOptional(schema) ? [] : [name],
    )
    return marked(
      { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options },
      '~kind',
      'Object',
    )
  },
  /** Returns the schema of a property that may be missing. */
  Optional: <Schema extends TSchema>(schema: Schema): TOptional<Schema> => marked(schema, '~optional', true),
  /** Returns the schema with another TypeScript type of its values. */
  Unsafe: <Value>(schema: TSchema): TUnsafe<Value> => marked(schema, '~unsafe', null),
} as const
