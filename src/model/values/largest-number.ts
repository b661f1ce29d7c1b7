/** The limit of numbers. */

/**
 * Largest number that is stored. Products of several such numbers, such as the value of the stock, can still be
 * computed; beyond, PostgreSQL ends the statement of a report or of a plan.
 */
export const largestNumber = 1e60
