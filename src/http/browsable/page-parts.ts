/** The data from which the page of a list or a record is built. */

import type { Answer } from '../answer.ts'
import type { Labels } from '../../model/labels/labels.ts'
import type { DataCall } from '../data/data-call.ts'
import type { Words } from './words.ts'

export interface FormState {
  readonly token: string
  /** Initial record of the form; undefined for a list. */
  readonly record: Readonly<Record<string, unknown>> | undefined
  /** Values that the user has typed, if they were rejected. */
  readonly typed: ReadonlyMap<string, string>
  readonly errors: ReadonlyMap<string, readonly string[]>
}

export interface Shown {
  /** Method of the request: the one in the form, if the request is a form. */
  readonly method: string
  readonly answer: Answer
  /** The body of the response as a value; undefined without a body. */
  readonly value: unknown
  /** Number of records on all pages of a list. */
  readonly total?: number
  /** Offset of the first record that is shown, starting with 0. */
  readonly offset: number
}

export interface PageParts {
  readonly call: DataCall
  readonly labels: Labels
  readonly words: Words
  readonly permitted: readonly string[]
  readonly form: FormState
  readonly shown: Shown
}
