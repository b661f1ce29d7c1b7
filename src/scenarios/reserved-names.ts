/** Names that custom attributes cannot have, because languages and protocols use them. */
import { contract } from '../contract/contract.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { changedSince, deleteParameters, reservedParameters } from '../data/read/index.ts'

/** Names of query parameters of records: a field with such a name would hide the parameter, or be hidden by it. */
const recordParameters: readonly string[] = [...reservedParameters, ...deleteParameters, changedSince]

/** Names of query parameters of endpoints that take the filters of an entity besides. */
const endpointParameters: readonly string[] = Object.values<Endpoint>(contract).flatMap(
  ({ query = {}, takesFilters }) => (takesFilters === true ? Object.keys(query) : []),
)

/** System columns, which every PostgreSQL table has. */
const systemColumns = `tableoid oid xmin cmin xmax cmax ctid`

/**
 * Properties that every JavaScript object has, in lower case as attributes: programs that read records would get
 * these properties instead.
 */
const objectProperties = `
  constructor prototype hasownproperty isprototypeof propertyisenumerable tolocalestring tostring valueof
`

/** Reserved words of PostgreSQL: SQL files and reports that use such a column without quotes would mean something else. */
const sqlKeywords = `
  all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time
  current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from
  full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime
  localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning
  right select session_user similar some symmetric system_user table tablesample then to trailing true union unique user
  using variadic verbose when where window with
`

/** Names that no field of an extension module may have. */
export const reservedForModules: ReadonlySet<string> = new Set([
  ...recordParameters,
  ...[systemColumns, objectProperties, sqlKeywords].flatMap((names) => names.trim().split(/\s+/)),
])

/** Names that no custom attribute may have. */
export const reservedNames: ReadonlySet<string> = new Set([...reservedForModules, ...endpointParameters])
