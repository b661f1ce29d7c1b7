/** Search parameters of a supply path. */

export interface TreeSearch {
  readonly direction?: 'downstream'
  readonly search?: string
  readonly location?: string
  readonly show?: 'graph'
  /** The sales order that is highlighted in the graph. */
  readonly demand?: string
}
