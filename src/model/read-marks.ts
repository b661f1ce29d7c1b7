/** The preference that stores which items of the inbox a user has read (`inbox/read-marks.ts`). */
export const readMarksPreference = 'inbox:read'
