/** Search parameters of the orders of a resource. */

export interface OrdersSearch {
  /** First moment of the window, and the exclusive end. */
  readonly start?: string
  readonly end?: string
  /** Statuses of the orders, separated by commas. */
  readonly status__in?: string
  readonly ordering?: string
}

const names = ['start', 'end', 'status__in', 'ordering'] as const

export function readOrdersSearch(given: Readonly<Record<string, unknown>>): OrdersSearch {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = given[name]
      return typeof value === 'string' && value !== '' ? [[name, value] as const] : []
    }),
  )
}
