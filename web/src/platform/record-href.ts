/** Builds addresses of record screens. */

/** Returns the address of the screen of a record. */
export const recordHref = (scenario: string, entity: string, key: string): string =>
  `/app/${encodeURIComponent(scenario)}/data/${encodeURIComponent(entity.slice(entity.indexOf('.') + 1))}/${encodeURIComponent(key)}`
