/** What the address of a supply path says. */

export interface TreeSearch {
  readonly direction?: 'downstream'
  readonly search?: string
  readonly location?: string
  readonly show?: 'graph'
  /** The sales order that is lit up in the graph. */
  readonly demand?: string
}
