/** Converts arbitrary text to text that PostgreSQL `text` can store. */

/**
 * Returns the text without characters that PostgreSQL cannot store: null characters and halves of surrogate pairs
 * become `�`. Used for messages of the service itself, such as the message of a task, which may contain a part of a
 * file or of a response; invalid input of users is rejected instead.
 * @param longest maximum length; longer text is cut
 */
export function storableText(text: string, longest: number): string {
  const cut = text.length > longest ? `${text.slice(0, longest - 1)}…` : text
  return cut.replaceAll('\0', '�').toWellFormed()
}
