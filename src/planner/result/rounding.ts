/** Rounds quantities for storage, without the last digits, which contain rounding errors. */
const digits = 1e6

export const rounded = (quantity: number): number => Math.round(quantity * digits) / digits
