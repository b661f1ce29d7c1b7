/**
 * Withdraws releases whose order is a proposal again or was deleted. The release stays withdrawn when the order is
 * approved by hand later: nobody has sent it to the ERP, so it can be released again.
 */
import type pg from 'pg'
import { qualified } from '../../../database/identifiers.ts'
import { isProposedSql } from '../../../rules/proposed-order.ts'

/**
 * Marks the releases of a scenario without an answer of the ERP whose order is no longer firm. An answer of the ERP
 * counts, whatever happens to the order.
 */
export async function withdrawReleases(client: pg.ClientBase, scenario: string): Promise<void> {
  await client.query(
    `UPDATE ${qualified(scenario, 'orderrelease')} AS r SET "withdrawn" = true
     WHERE r."receipt" IS NULL AND NOT r."withdrawn" AND NOT EXISTS (
       SELECT FROM ${qualified(scenario, 'operationplan')} AS o
       WHERE o."reference" = r."reference" AND NOT ${isProposedSql('o."status"')})`,
  )
}
