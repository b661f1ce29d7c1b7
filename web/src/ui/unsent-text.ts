/** Keeps what was typed into a text box while its text was being sent. */

/** Returns the text without what was sent, if it still starts with that; the whole text if that was changed meanwhile. */
export const unsentText = (text: string, sent: string): string =>
  text.startsWith(sent) ? text.slice(sent.length).trimStart() : text
