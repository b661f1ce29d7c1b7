/** Names and labels of one line: lists, jobs, mails and logs would show what follows a line break as a new entry. */

/**
 * Pattern of texts without control characters, which include line breaks, for JSON Schema. Written with escapes that
 * the regular expressions of all languages know, because generated clients check it.
 */
export const oneLinePattern = String.raw`^[^\x00-\x1f\x7f-\x9f]*$`

/** Maximum number of characters of the label of a scenario. */
export const longestLabel = 500

/** Returns whether a text has a control character. */
export const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text)
