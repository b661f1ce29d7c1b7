/** References that orders of a plan in memory have until they are stored. */

/**
 * Prefix of temporary references. An order with a temporary reference is matched by its traits unless another order has
 * the same reference.
 */
export const temporaryPrefix = '+'

/** Returns a function that returns unique temporary references. */
export function temporaryKeys(): () => string {
  let count = 0
  return () => {
    count += 1
    return `${temporaryPrefix}${count}`
  }
}

/** Returns a reference, or undefined if it is a temporary one. */
export const storedReference = (key: string | undefined): string | undefined =>
  key?.startsWith(temporaryPrefix) === true ? undefined : key
