/**
 * Interface of plan reports for the API: the parameters of a report, and the entity that is read for given arguments.
 * Filters, order, paging, fields and formats are the same as for every list.
 */
import type { DataContext } from '../../data/context.ts'
import type { ReadRequest, RunOptions } from '../../data/read/index.ts'
import type { Entity } from '../../model/entity.ts'
import type { Labels } from '../../model/labels/labels.ts'
import type { ReportArguments, ReportParameter } from './parameters.ts'
import type { Drilldowns } from './report.ts'

export interface Asked {
  readonly args: ReportArguments
  /** Name of the output format, such as `json`. */
  readonly format: string
  /** Labels for columns that are created for this response. */
  readonly labels: Labels
}

export interface OpenReport {
  /** The entity that filters, order, pages and fields refer to. */
  readonly entity: Entity
  /** Names of fields: the default order, which also makes the order unique if another one is requested. */
  readonly order: readonly string[]
  /** Returns the same request with less to read: rows that its filters exclude are not computed. */
  readonly narrow?: (context: DataContext, request: ReadRequest) => ReadRequest
  /**
   * Returns the rows of the response for a page of records of the entity; without it, the records themselves. An
   * expensive report computes only the rows of the page.
   * @param run options of the statement that reads them, which apply to statements before it too
   */
  readonly rows?: (context: DataContext, request: ReadRequest, run: RunOptions) => Promise<ReadRequest>
}

export interface OutputReport {
  /** Name, labels, permissions and columns of the report. */
  readonly declaration: Entity
  readonly parameters: readonly ReportParameter[]
  /** Columns of the rows of its other shapes in JSON, by the value of the parameter `shape`. */
  readonly shapes?: Readonly<Record<string, Entity>>
  readonly drilldowns?: Drilldowns
  /** Opens the report for arguments. Throws `invalid_parameter` for inconsistent arguments. */
  open(asked: Asked, context: DataContext): OpenReport | Promise<OpenReport>
}
