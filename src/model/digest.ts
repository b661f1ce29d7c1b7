/** Preferences of a user for mails about changes by plans of followed records. */

/** No mail, one a day, or one after each plan. */
export const digestModes = ['off', 'daily', 'plan'] as const

export type DigestMode = (typeof digestModes)[number]

/** Hour of daily mails if the user has not chosen one, in the time zone of the service. */
export const usualDigestHour = 7
