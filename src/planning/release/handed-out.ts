/**
 * Which receipts keep an order from being released again. An order that is a proposal again was released by mistake,
 * and one that the ERP has rejected was not taken; without another release the plan would count on orders that nobody
 * places.
 */
import { isProposedSql } from '../../rules/proposed-order.ts'

/**
 * SQL that is true if an order must not be released again: the ERP has accepted it, or has not answered yet and the
 * order is no proposal again.
 *
 * @param receipt alias of the receipt of the order
 * @param status SQL of the status of the order
 */
export const isHandedOutSql = (receipt: string, status: string): string =>
  `(CASE WHEN ${receipt}."receipt" IS NULL THEN NOT ${isWithdrawnSql(status)} ELSE ${receipt}."receipt" = 'accepted' END)`

/**
 * SQL that is true if a released order is a proposal again or deleted.
 *
 * @param status SQL of the status of the order; null if it was deleted
 */
export const isWithdrawnSql = (status: string): string => isProposedSql(status)
