/**
 * What the API asks of a plan report: its parameters, and for arguments the entity that is read. Filters, order,
 * paging, fields and formats are those of every list.
 */
import type { DataContext } from '../../data/context.ts'
import type { ReadRequest } from '../../data/read/index.ts'
import type { Entity } from '../../model/entity.ts'
import type { Labels } from '../../model/labels/labels.ts'
import type { ReportArguments, ReportParameter } from './parameters.ts'

export interface Asked {
  readonly args: ReportArguments
  /** Name of the format of the answer, such as `json`. */
  readonly format: string
  /** Words for columns that are made for this answer. */
  readonly labels: Labels
}

export interface OpenReport {
  /** What filters, order, pages and fields speak of. */
  readonly entity: Entity
  /** Names of fields: the order, and what tells rows apart where another order is asked for. */
  readonly order: readonly string[]
  /** The same request, reading less: what its filters rule out anyway is not computed. */
  readonly narrow?: (context: DataContext, request: ReadRequest) => ReadRequest
  /**
   * The rows that are given out for a page of records of the entity; without it, these records themselves.
   * An expensive report computes just what the page shows.
   */
  readonly rows?: (context: DataContext, request: ReadRequest) => Promise<ReadRequest>
}

export interface OutputReport {
  /** Its name, words, rights and columns. */
  readonly declaration: Entity
  readonly parameters: readonly ReportParameter[]
  /** Where the records behind a figure are found: URLs of the data API with names of fields in braces. */
  readonly drilldowns?: Readonly<Record<string, string>>
  /** Throws `invalid_parameter` for arguments that make no sense together. */
  open(asked: Asked, context: DataContext): OpenReport | Promise<OpenReport>
}
