/** Help texts of fields, and the parts of which comments on headers of workbooks consist, in one language. */
import english from '../../words/en/workbook-notes.json' with { type: 'json' }
import type { Field } from '../model/field.ts'
import { firstWord, type Labels } from '../model/labels/labels.ts'
import { fillText, type TextParams } from './texts.ts'

export type NoteWord = keyof typeof english.note

/** Returns the help text of a field; that of a custom attribute only says that it is one. */
export const fieldHelp = ({ help, custom, label }: Field, labels: Labels): string =>
  custom ? noteText('custom', labels, { label }) : (firstWord(labels, `help.${help}`) ?? help)

/** Returns a part of a help text, or of the comment on a header. */
export const noteText = (word: NoteWord, labels: Labels, params: TextParams = {}): string =>
  fillText(firstWord(labels, `note.${word}`) ?? english.note[word], params)
