/**
 * Checks the expressions of a dump in defaults, checks, generated columns and indexes: they may contain only columns,
 * literals, operators, and functions that compute values. PostgreSQL evaluates them with the privileges of the
 * service, so functions that read files, change settings or read other tables are not allowed.
 */
import { Misfit, type TokenReader } from './token-reader.ts'

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const keywords =
  list(`AND OR NOT IS NULL TRUE FALSE true false UNKNOWN DISTINCT FROM IN LIKE ILIKE SIMILAR TO ESCAPE
  BETWEEN SYMMETRIC CASE WHEN THEN ELSE END ANY ALL ARRAY ROW CURRENT_DATE CURRENT_TIMESTAMP CURRENT_TIME LOCALTIME
  LOCALTIMESTAMP AT TIME ZONE FOR BOTH LEADING TRAILING epoch century decade year quarter month week day hour minute
  second millisecond microsecond dow doy isodow isoyear`)

/** Keywords after which a parenthesis is not a function call. */
const beforeBracket =
  list(`AND OR NOT IN LIKE ILIKE TO ESCAPE BETWEEN SYMMETRIC CASE WHEN THEN ELSE ANY ALL ARRAY ROW
  FROM ZONE CURRENT_TIMESTAMP CURRENT_TIME LOCALTIME LOCALTIMESTAMP`)

const functions = list(
  `SUBSTRING POSITION TRIM COALESCE GREATEST LEAST NULLIF EXTRACT now statement_timestamp transaction_timestamp
  clock_timestamp date_part date_trunc date_bin age make_date make_time make_timestamp make_interval isfinite
  justify_days justify_hours justify_interval timezone to_timestamp to_date to_char to_number
  length char_length character_length octet_length bit_length lower upper initcap btrim ltrim rtrim lpad rpad left right
  substr  strpos replace translate reverse repeat split_part starts_with concat concat_ws
  regexp_replace regexp_like regexp_substr similar_to_escape like_escape md5 sha256 encode decode normalize ascii chr
  abs ceil ceiling floor round trunc sign mod div power sqrt exp ln log gcd lcm width_bucket gen_random_uuid
  jsonb_typeof jsonb_array_length jsonb_extract_path jsonb_extract_path_text jsonb_strip_nulls json_typeof
  array_length cardinality array_position array_to_string string_to_array array_remove array_ndims num_nulls num_nonnulls
  to_tsvector to_json to_jsonb lower_inf upper_inf isempty pg_current_xact_id`,
)

const types =
  list(`text character varchar bpchar boolean smallint integer bigint numeric real date time timestamp interval
  json jsonb uuid bytea name tsvector inet cidr int4range int8range numrange tsrange tstzrange daterange money point`)

const indexKeywords = list('ASC DESC NULLS FIRST LAST INCLUDE WITH WHERE')
const indexSettings = list(`fillfactor pages_per_range autosummarize deduplicate_items fastupdate buffering
  gin_pending_list_limit`)

/** Names that an expression may contain. */
export interface Names {
  readonly isColumn: (name: string) => boolean
  readonly sequences: ReadonlySet<string>
  /** Whether the expression is the part of an index after its method. */
  readonly index?: boolean
}

/** Reads a built-in type. */
export function takeType(reader: TokenReader): void {
  if (reader.takes('double')) reader.expect('precision')
  else {
    const { kind, text } = reader.next()
    if ((kind !== 'word' || !types.has(text)) && !(kind === 'quoted' && text === 'char')) throw new Misfit()
    if (text === 'character') reader.takes('varying')
  }
  if (reader.takes('(')) {
    do reader.integer()
    while (reader.takes(','))
    reader.expect(')')
  }
  if (!reader.takes('with time zone')) reader.takes('without time zone')
  while (reader.takes('[')) reader.expect(']')
}

/** Reads an expression up to a comma or closing parenthesis at the top level, or up to the end. */
export function takeExpression(reader: TokenReader, names: Names): void {
  for (let depth = 0; ;) {
    const token = reader.peek()
    if (token === undefined) break
    const { kind, text } = token
    if (kind === 'sign' && depth === 0 && (text === ')' || text === ',')) break
    if (kind === 'sign' && text === '.') throw new Misfit()
    if (kind === 'sign' && text === '::') {
      reader.next()
      takeType(reader)
      continue
    }
    if (reader.takes('COLLATE')) {
      reader.name()
      continue
    }
    if (reader.takes('nextval (')) {
      if (!names.sequences.has(sequenceName(reader.literal()))) throw new Misfit()
      reader.expect(':: regclass )')
      continue
    }
    reader.next()
    if (kind === 'sign') {
      if (text === '(' || text === '[') depth += 1
      else if (text === ')' || text === ']') depth -= 1
    } else if (kind === 'word' || kind === 'quoted') takeName(reader, names, token)
  }
}

/** Returns the name in a literal, as `regclass` reads it. */
export function sequenceName(text: string): string {
  if (/^[a-z_][a-z0-9_]*$/.test(text)) return text
  return /^"(?:[^"]|"")+"$/.test(text) ? text.slice(1, -1).replaceAll('""', '"') : ''
}

function takeName(
  reader: TokenReader,
  { isColumn, index = false }: Names,
  { kind, text }: { readonly kind: string; readonly text: string },
): void {
  const word = kind === 'word'
  const following = reader.peek()
  const bracket = following?.kind === 'sign' && following.text === '('
  if (index && following?.kind === 'sign' && following.text === '.') {
    // An operator class of a database extension; only superusers can create these.
    reader.next()
    if (!reader.next().text.endsWith('_ops')) throw new Misfit()
    return
  }
  if (bracket) {
    const opens =
      beforeBracket.has(text) || functions.has(text) || (index && /^(INCLUDE|WITH|WHERE)$/.test(text))
    if (!word || !opens) throw new Misfit()
    return
  }
  const fits =
    isColumn(text) ||
    (word && keywords.has(text)) ||
    (word && index && (indexKeywords.has(text) || indexSettings.has(text) || text.endsWith('_ops')))
  if (!fits) throw new Misfit()
}
