/**
 * The definition of a field: type, limits, default and labels.
 *
 * A field is plain data. Codecs, SQL, filters, headers and forms are derived from it elsewhere.
 */

/** The value types of the service; the documentation of the API describes their formats. */
export const fieldTypes = [
  'text',
  'number',
  'integer',
  'boolean',
  'datetime',
  'date',
  'time',
  'duration',
  'choice',
  'reference',
  'json',
  'identity',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** How the value is set: by clients, by the service (`readonly`), or by computations such as the planner (`computed`). */
export type Access = 'write' | 'readonly' | 'computed'

/** What happens to a record when the record it refers to is deleted. */
export type OnDelete = 'cascade' | 'setNull'

export interface Reference {
  /** Referenced entity, for example `input.item`. */
  readonly entity: string
  readonly onDelete: OnDelete
}

export interface Field {
  readonly name: string
  readonly type: FieldType
  /** English label, lower case unless it is a proper name. */
  readonly label: string
  /** Meaning of the value, in one sentence. */
  readonly help: string
  /** Database column; differs from `name` only for aliases such as `ordering_date` of a purchase order. */
  readonly column: string
  readonly access: Access
  /** Whether the column may be null. */
  readonly nullable: boolean
  /** Whether a value is required when a record is created. */
  readonly required: boolean
  /** Whether a required value may be omitted if it follows from the order of the record. */
  readonly inherited: boolean
  /** Other names under which clients may send the value. */
  readonly aliases?: readonly string[]
  /**
   * Default value: a JSON value in the format of the API; `'now()'` for the time of writing. `undefined` means no
   * default (null if nullable).
   */
  readonly default?: string | number | boolean | null
  /** Whether writing null sets the default: fields of a natural key are never null. */
  readonly nullMeansDefault: boolean
  /** Whether an index supports default filters or a foreign key on this column. */
  readonly indexed: boolean
  readonly unique: boolean
  /** Whether text is sorted by the number at its end: `MO-9` before `MO-10`. */
  readonly numbered: boolean
  /** Whether the time of day may be the end of the day: `24:00` is stored as the last second. */
  readonly endsDay: boolean
  /** Whether control characters, such as line breaks, are rejected when written. */
  readonly oneLine: boolean
  /** Whether the text is a list of names or addresses separated by commas. */
  readonly commaSeparated: boolean
  readonly maxLength?: number
  /** Minimum value when written; 0 for durations. */
  readonly minimum?: number
  /** Whether the planner uses the date: dates outside `plannableDates` are rejected when written. */
  readonly plannable: boolean
  readonly choices?: readonly string[]
  /** English labels for code values; for a text, the values that the service writes. */
  readonly words?: Readonly<Record<string, string>>
  /** JSON Schema of the values of a JSON field, for the API documentation. */
  readonly schema?: Readonly<Record<string, unknown>>
  readonly reference?: Reference
  /** Accepted in requests but never returned (passwords). */
  readonly writeOnly: boolean
  /** Not a column of the table (memberships of a user): stored by the entity itself. */
  readonly virtual: boolean
  /** Defined by a record of `common.attribute` instead of the model. */
  readonly custom: boolean
  /** Custom field that grids hide until a user adds it. */
  readonly initiallyHidden: boolean
  /** The value belongs to a referenced record: a field of the entity that `reference` refers to. */
  readonly via?: { readonly reference: Field; readonly entity: string; readonly field: Field }
}

export type FieldOptions = Partial<Omit<Field, 'name' | 'type' | 'help'>> & { readonly help: string }

/** Creates a field with common defaults. */
export function defineField(name: string, type: FieldType, options: FieldOptions): Field {
  return {
    label: name,
    column: name,
    access: 'write',
    nullable: false,
    required: false,
    inherited: false,
    nullMeansDefault: false,
    indexed: false,
    unique: false,
    numbered: false,
    endsDay: false,
    oneLine: false,
    commaSeparated: false,
    plannable: false,
    writeOnly: false,
    virtual: false,
    custom: false,
    initiallyHidden: false,
    ...options,
    name,
    type,
  }
}
