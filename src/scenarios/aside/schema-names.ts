/**
 * Names of the schemas besides a live one: `<scenario>__new_<time>` while it is built, `__old_` if it was replaced
 * and is kept, `__drop_` if it is to be dropped. Names of scenarios never contain two consecutive underscores.
 */
export type AsideKind = 'new' | 'old' | 'drop'

export interface AsideName {
  readonly scenario: string
  readonly kind: AsideKind
  /** Creation time as `yyyymmddhhmmss` in UTC. */
  readonly time: string
}

export const asideName = (scenario: string, kind: AsideKind, time: string): string =>
  `${scenario}__${kind}_${time}`

/** Parses the name; returns undefined for any other schema. */
export function parseAsideName(schema: string): AsideName | undefined {
  const match = /^(.+)__(new|old|drop)_(\d{14})$/.exec(schema)
  if (match === null) return undefined
  const [, scenario = '', kind, time = ''] = match
  return kind === 'new' || kind === 'old' || kind === 'drop' ? { scenario, kind, time } : undefined
}
