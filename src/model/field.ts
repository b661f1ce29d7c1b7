/**
 * What a field of an entity is: its type, its limits, its default and its words.
 *
 * A field is plain data. Codecs, SQL, filters, headers and forms are derived from it elsewhere.
 */

/** The value types of the service; `http-api` and `values` documentation tell how each is written. */
export type FieldType =
  | 'text'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'datetime'
  | 'date'
  | 'time'
  | 'duration'
  | 'choice'
  | 'reference'
  | 'json'
  | 'identity'

/** Who may set the value: clients, nobody (set by the service), or the planner and other computations. */
export type Access = 'write' | 'readonly' | 'computed'

/** What happens to a record when the record it refers to is deleted. */
export type OnDelete = 'cascade' | 'setNull'

export interface Reference {
  /** Entity referred to, for example `input.item`. */
  readonly entity: string
  readonly onDelete: OnDelete
}

export interface Field {
  readonly name: string
  readonly type: FieldType
  /** English label, lower case unless it is a proper name. */
  readonly label: string
  /** One sentence that says what the value means. */
  readonly help: string
  /** Database column; differs from `name` only for aliases such as `ordering_date` of a purchase order. */
  readonly column: string
  readonly access: Access
  /** Whether the column can be empty. */
  readonly nullable: boolean
  /** Whether a value must be given when a record is created. */
  readonly required: boolean
  /** A required value that may be left out where the order of the record knows it. */
  readonly inherited: boolean
  /** Other names under which clients may send the value. */
  readonly aliases?: readonly string[]
  /**
   * Value when nothing is given: a JSON value in the API's notation; `'now()'` for the moment of writing.
   * `undefined` means no default (null where nullable).
   */
  readonly default?: string | number | boolean | null
  /** A null that is written becomes the default: parts of a natural key never hold nulls. */
  readonly nullMeansDefault: boolean
  /** An index supports default filters or a foreign key on this column. */
  readonly indexed: boolean
  readonly unique: boolean
  /** Text that is sorted by the number at its end: `MO-9` before `MO-10`. */
  readonly numbered: boolean
  /** Time of day that may be the end of the day: `24:00` is the last second, which ends with the day. */
  readonly endsDay: boolean
  readonly maxLength?: number
  /** Least number that may be written. Of a duration it is 0. */
  readonly minimum?: number
  /** Moment that the planner works with: dates outside `plannableDates` are rejected when written. */
  readonly plannable: boolean
  readonly choices?: readonly string[]
  /** English words for values that are not words themselves; of a text, the values that the service writes. */
  readonly words?: Readonly<Record<string, string>>
  /** JSON Schema of the values of a JSON field, for the documentation of the API. */
  readonly schema?: Readonly<Record<string, unknown>>
  readonly reference?: Reference
  /** Accepted in writes but never given out (passwords). */
  readonly writeOnly: boolean
  /** Lives only beside the table (memberships of a user): the entity's storage provides it. */
  readonly virtual: boolean
  /** Defined by a record in `common.attribute` rather than by the model. */
  readonly custom: boolean
  /** Custom field that grids hide until a user adds it. */
  readonly initiallyHidden: boolean
  /** The value is that of a record referred to: a field of the entity to which `reference` leads. */
  readonly via?: { readonly reference: Field; readonly entity: string; readonly field: Field }
}

export type FieldOptions = Partial<Omit<Field, 'name' | 'type' | 'help'>> & { readonly help: string }

/** Builds a field with the defaults that most fields share. */
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
