/** Time of the planner: whole seconds since 1970-01-01 00:00 of planning time, without time zone. */
export type Seconds = number

export const minute = 60
export const hour = 3_600
export const day = 86_400

/** Stands for "no end" where a date is required: 2030-12-31 00:00. Plans of later data extend beyond it. */
export const endOfTime: Seconds = Date.UTC(2030, 11, 31) / 1000

/** Later dates are rejected as errors in the data: 2200-01-01 00:00. */
export const endOfData: Seconds = Date.UTC(2200, 0, 1) / 1000

/** A date that is never reached. */
export const never = Infinity
