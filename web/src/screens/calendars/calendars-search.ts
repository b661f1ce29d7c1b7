/** Search parameters of the calendar editor. */

export interface CalendarsSearch {
  readonly calendar?: string
  /** A day of the displayed week or month. */
  readonly date?: string
  readonly view?: 'month'
  /** Resource whose capacity is shown. */
  readonly resource?: string
}
