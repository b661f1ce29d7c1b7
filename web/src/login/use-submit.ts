/** Submits a form: one request at a time, with the error if it fails. */
import { type FormEvent, useState } from 'react'
import { ApiError, asApiError } from '../platform/api/api-error.ts'

export type FormFields = Readonly<Record<string, string>>

export interface Submission {
  readonly problem: ApiError | undefined
  readonly busy: boolean
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** Returns the error of a field. */
  readonly faultOf: (field: string) => string | undefined
}

/** `act` may throw an `ApiError`. `busy` stays true after success, because another page is loading. */
export function useSubmit(act: (fields: FormFields) => Promise<void>): Submission {
  const [problem, setProblem] = useState<ApiError>()
  const [busy, setBusy] = useState(false)
  const run = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      const given = [...new FormData(form)].map(([name, value]) => [
        name,
        typeof value === 'string' ? value : '',
      ])
      await act(Object.fromEntries(given))
    } catch (error) {
      setProblem(asApiError(error))
      setBusy(false)
    }
  }
  return {
    problem,
    busy,
    onSubmit: (event) => {
      event.preventDefault()
      if (!busy) void run(event.currentTarget)
    },
    faultOf: (field) => problem?.fields[field]?.join(' '),
  }
}

/** Throws with the message for the second field if the two values differ. */
export function requireSame(one: string | undefined, other: string | undefined, words: string): void {
  if (one !== other) throw new ApiError({ status: 400, detail: '', fields: { again: [words] } })
}
