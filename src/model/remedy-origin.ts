/** The origin of the change set of an accepted remedy: which kind of remedy it is, and of which sales order. */

export interface RemedyOrigin {
  readonly kind: string
  readonly order: string
}

/** Returns the text that the change log keeps. */
export const remedyOrigin = ({ kind, order }: RemedyOrigin): string => `remedy ${kind} ${order}`

/** Returns the remedy that an origin names; undefined for any other origin. */
export function remedyOf(origin: string | null): RemedyOrigin | undefined {
  const [, kind, order] = /^remedy ([a-z]+) (.+)$/s.exec(origin ?? '') ?? []
  return kind === undefined || order === undefined ? undefined : { kind, order }
}
