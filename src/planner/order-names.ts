/** What orders are called that no operation of the model names. `%s` stands for what the arguments name, in their order. */

export const purchaseName = 'Purchase %s @ %s from %s'
export const transportName = 'Ship %s from %s to %s'
export const deliveryName = 'Ship %s @ %s'

/** The name with its parts filled in. */
export function orderName(form: string, ...parts: readonly string[]): string {
  let place = 0
  return form.replaceAll('%s', () => parts[place++] ?? '')
}
