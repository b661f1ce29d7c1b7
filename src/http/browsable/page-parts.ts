/** What the page of a list or a record is made of. */

import type { Answer } from '../answer.ts'
import type { Labels } from '../../model/labels/labels.ts'
import type { DataCall } from '../data/data-call.ts'
import type { Words } from './words.ts'

export interface FormState {
  readonly token: string
  /** Record that the form starts from; undefined on a list. */
  readonly record: Readonly<Record<string, unknown>> | undefined
  /** What was typed before, when it was not accepted. */
  readonly typed: ReadonlyMap<string, string>
  readonly errors: ReadonlyMap<string, readonly string[]>
}

export interface Shown {
  /** Method that was carried out: a form may have asked for another one than POST. */
  readonly method: string
  readonly answer: Answer
  /** The body of the answer as a value; undefined without a body. */
  readonly value: unknown
  /** Records on all pages, for a list. */
  readonly total?: number
  /** Position of the first record shown, from 0. */
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
