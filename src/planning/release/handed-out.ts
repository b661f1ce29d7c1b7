/**
 * Which receipts keep an order from being released again. An order that became a proposal again was released by
 * mistake, and one that the ERP has rejected was not taken; without another release the plan would count on orders
 * that nobody places.
 */

/**
 * SQL that is true if an order must not be released again: the ERP has accepted it, or has not answered yet and the
 * release was not withdrawn since.
 *
 * @param receipt alias of the receipt of the order
 */
export const isHandedOutSql = (receipt: string): string =>
  `(CASE WHEN ${receipt}."receipt" IS NULL THEN NOT ${receipt}."withdrawn" ELSE ${receipt}."receipt" = 'accepted' END)`
