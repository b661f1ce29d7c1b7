/** Time of the planner: whole seconds since 1970-01-01 00:00 of planning time, without zones. */
export type Seconds = number

export const hour = 3_600
export const day = 86_400

/** The end of planning time: 2030-12-31 00:00. Nothing is planned on or after it. */
export const endOfTime: Seconds = Date.UTC(2030, 11, 31) / 1000

/** What never happens. */
export const never = Infinity
