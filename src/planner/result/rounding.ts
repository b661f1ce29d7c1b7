/** Quantities as they are stored: without the last digits, in which traces of calculation stand. */
const digits = 1e6

export const rounded = (quantity: number): number => Math.round(quantity * digits) / digits
