/** Values of a parameter whose text lists some of its choices, separated by commas; without a text it has all. */

/** Text of a parameter that has none of its choices. */
export const noChoice = 'none'

/** Returns the chosen values; undefined if the text contains anything else. */
export function parseValueSet(choices: readonly string[], text: string): readonly string[] | undefined {
  const given = text.trim()
  if (given === '') return choices
  if (given === noChoice) return []
  const chosen = given.split(',').map((part) => part.trim())
  return chosen.every((value) => choices.includes(value)) ? chosen : undefined
}

/** Returns the text of the chosen values; empty if all are chosen. */
export function formatValueSet(choices: readonly string[], chosen: readonly string[]): string {
  const kept = choices.filter((value) => chosen.includes(value))
  if (kept.length === choices.length) return ''
  return kept.length === 0 ? noChoice : kept.join(',')
}
