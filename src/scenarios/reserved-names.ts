/** Names that no custom attribute may have, because languages and protocols give them a meaning of their own. */

/** Parameter names with a meaning of their own would hide the field. */
const parameterNames = `format limit offset page page_size cursor ordering fields search dryrun confirm indent`

/** Columns that every table of PostgreSQL has already. */
const systemColumns = `tableoid oid xmin cmin xmax cmax ctid`

/**
 * Properties that objects of JavaScript have already, in the lower case of attributes: programs that read records would
 * find those instead.
 */
const objectProperties = `
  constructor prototype hasownproperty isprototypeof propertyisenumerable tolocalestring tostring valueof
`

/** Words that PostgreSQL reserves: SQL files and reports that name such a column without quotes mean something else. */
const sqlKeywords = `
  all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from
  full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime
  localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning
  right select session_user similar some symmetric system_user table tablesample then to trailing true union unique user
  using variadic verbose when where window with
`

export const reservedNames: ReadonlySet<string> = new Set(
  [parameterNames, systemColumns, objectProperties, sqlKeywords].flatMap((names) =>
    names.trim().split(/\s+/),
  ),
)
