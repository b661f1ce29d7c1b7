/** Quoting of names and values that become part of SQL text. */

/** A schema, table or column name as SQL: always quoted, so every name is legal and case is kept. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A schema-qualified table as SQL. */
export function qualified(schema: string, table: string): string {
  return `${identifier(schema)}.${identifier(table)}`
}

/** A text as an SQL literal, right whatever `standard_conforming_strings` says. */
export function literal(value: string): string {
  const quoted = `'${value.replaceAll("'", "''")}'`
  return quoted.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}
