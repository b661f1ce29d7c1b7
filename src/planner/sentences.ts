/**
 * Sentences of the planner about problems, constraints and invalid data. They are stored in English. The web UI finds
 * the template of a stored sentence and shows it in the language of the reader, so a sentence has no other text than
 * its template: parameters are names, numbers, durations (`time`) and lists of further sentences.
 */
import english from '../../words/en/plan-findings.json' with { type: 'json' }
import { fillText, type TextParams } from '../words/texts.ts'
import { day } from './time.ts'

export type SentenceId = keyof typeof english

/** Returns a sentence in English. */
export const sentence = (id: SentenceId, params: TextParams = {}): string => fillText(english[id], params)

/** Formats a duration in days with one decimal, or in minutes if that would be 0 days. */
export const days = (seconds: number): string => {
  const tenths = Math.round((seconds / day) * 10) / 10
  return tenths === 0 && seconds > 0 ? plural(Math.ceil(seconds / 60), 'minute') : plural(tenths, 'day')
}

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`
