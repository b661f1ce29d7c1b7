/** Names of orders for which the model has no operation. `%s` is replaced by the arguments, in their order. */

export const purchaseName = 'Purchase %s @ %s from %s'
export const transportName = 'Ship %s from %s to %s'
export const deliveryName = 'Ship %s @ %s'

/** Returns the name with the arguments filled in. */
export function orderName(form: string, ...parts: readonly string[]): string {
  let place = 0
  return form.replaceAll('%s', () => parts[place++] ?? '')
}
