/** Quotes names and values that become part of SQL text. */

/**
 * Returns a schema, table or column name as SQL. It is always quoted, so that every name is valid and case is kept.
 */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Returns a schema-qualified table as SQL. */
export function qualified(schema: string, table: string): string {
  return `${identifier(schema)}.${identifier(table)}`
}

/** Returns a text as an SQL literal that does not depend on `standard_conforming_strings`. */
export function literal(value: string): string {
  const quoted = `'${value.replaceAll("'", "''")}'`
  return quoted.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}
