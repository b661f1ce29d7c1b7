/** What the address of the calendar editor says. */

export interface CalendarsSearch {
  readonly calendar?: string
  /** A day of the week or month that is shown. */
  readonly date?: string
  readonly view?: 'month'
  /** Whose capacity is told. */
  readonly resource?: string
}
