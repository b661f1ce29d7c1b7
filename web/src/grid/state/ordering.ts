/** Parses `ordering=-due,name` to a list, and updates it when a header is clicked. */

export interface Order {
  readonly field: string
  readonly descending: boolean
}

export const readOrdering = (text: string): readonly Order[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '-')
    .map((part) => ({ field: part.replace(/^-/, ''), descending: part.startsWith('-') }))

export const orderingText = (orders: readonly Order[]): string =>
  orders.map(({ field, descending }) => `${descending ? '-' : ''}${field}`).join(',')

/** Returns the next order of a field: ascending, descending, none; `more` adds it to the others. */
export function cycleOrder(orders: readonly Order[], field: string, more: boolean): readonly Order[] {
  const known = orders.find((order) => order.field === field)
  const next: readonly Order[] =
    known === undefined
      ? [{ field, descending: false }]
      : known.descending
        ? []
        : [{ field, descending: true }]
  if (!more) return next
  if (known === undefined) return [...orders, ...next]
  return orders.flatMap((order) => (order === known ? next : [order]))
}

/** Sorts by one column in a direction; undefined removes the column. */
export function setOrder(
  orders: readonly Order[],
  field: string,
  descending: boolean | undefined,
  more: boolean,
): readonly Order[] {
  const others = more ? orders.filter((order) => order.field !== field) : []
  return descending === undefined
    ? orders.filter((order) => order.field !== field)
    : [...others, { field, descending }]
}
