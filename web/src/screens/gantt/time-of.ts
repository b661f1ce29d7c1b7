/** Returns a moment of the plan in milliseconds. Planning time has no time zone. */
export const timeOf = (moment: string): number => Date.parse(`${moment}Z`)
