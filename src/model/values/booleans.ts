/** Words for yes and no in the languages of the service, for all readers of booleans. */

/** Words of programs first, then those of the languages, separated by blanks. */
const yes =
  'true yes on t y 1 1.0 x ✓ wahr ja j vrai oui verdadero sí si s vero sì waar verdadeiro sim はい 真 是'
const no = 'false no off f n 0 0.0 falsch nein faux non falso nee onwaar não nao いいえ 偽 否 假'
const words = { true: yes.split(' '), false: no.split(' ') } as const

const meanings: ReadonlyMap<string, boolean> = new Map([
  ...words.true.map((word) => [word, true] as const),
  ...words.false.map((word) => [word, false] as const),
])

/** Returns the boolean of a text, ignoring case; undefined if it is neither. */
export function parseBoolean(text: string): boolean | undefined {
  return meanings.get(text) ?? meanings.get(text.trim().normalize('NFKC').toLowerCase())
}

/** Marks in a cell of a table that mean yes. */
const marks: ReadonlySet<string> = new Set(['x', '✓'])

/** Returns the boolean of a parameter or a setting as `parseBoolean`; marks of tables are no clear answer there. */
export const parseFlag = (text: string): boolean | undefined =>
  marks.has(text.trim().normalize('NFKC').toLowerCase()) ? undefined : parseBoolean(text)

/** Returns all words for a value in lower case, for comparisons in the database. */
export const booleanWords = (value: boolean): readonly string[] => words[value ? 'true' : 'false']
