/** Search parameters of the execution screen. */

export interface ExecuteSearch {
  /** Task whose form is open. */
  readonly task?: string
  /** Run whose arguments prefill the form. */
  readonly from?: number
  /** Status filter of the list of runs. */
  readonly status?: string
}
