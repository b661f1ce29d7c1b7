/** What texts about remedies have in common, on screens and in the output of commands. */

interface Summary {
  readonly code: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Returns the name of the text of a summary: overtime of a single day has no last day. */
export const summaryTextName = ({ code, values: { from, to } }: Summary): string =>
  code.startsWith('overtime_') && from === to ? `${code}_once` : code

interface WithParts extends Summary {
  readonly parts?: readonly Summary[] | undefined
}

/** Returns whether a remedy has overtime after its delivery: other orders are made then, and make room before. */
export const hasLaterOvertime = (summary: WithParts, delivery: string | null): boolean =>
  delivery !== null &&
  (summary.parts ?? [summary]).some(
    ({ code, values: { to } }) =>
      code.startsWith('overtime_') && typeof to === 'number' && to * 1000 >= Date.parse(`${delivery}Z`),
  )

interface Delivery {
  /** ISO 8601 text. */
  readonly date: string
  readonly quantity: number
}

/** Returns the deliveries with those of the same day added up. */
export function deliveriesByDay(deliveries: readonly Delivery[]): readonly Delivery[] {
  const days = Map.groupBy(deliveries, ({ date }) => date.slice(0, 'yyyy-mm-dd'.length))
  return [...days].map(([date, those]) => ({
    date,
    quantity: those.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
}
