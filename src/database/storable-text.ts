/** Text of unknown origin as PostgreSQL `text` can store it. */

/**
 * The text without what PostgreSQL cannot store: null characters and halves of surrogate pairs become `�`. For what the
 * service itself says, such as the message of a task, which may repeat a part of a file or of an answer; what users
 * store is rejected instead.
 * @param longest characters after which the text is cut
 */
export function storableText(text: string, longest: number): string {
  const cut = text.length > longest ? `${text.slice(0, longest - 1)}…` : text
  return cut.replaceAll('\0', '�').toWellFormed()
}
