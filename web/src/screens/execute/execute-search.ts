/** What the address of the screen of tasks says. */

export interface ExecuteSearch {
  /** Task whose form is open. */
  readonly task?: string
  /** Run whose arguments the form begins with. */
  readonly from?: number
  /** Runs that are listed: of this state. */
  readonly status?: string
}
