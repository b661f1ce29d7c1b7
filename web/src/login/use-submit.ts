/** What a form does when it is sent: once at a time, and with the reason where it did not work. */
import { type FormEvent, useState } from 'react'
import { ApiError, asApiError } from '../api/api-error.ts'

export type FormFields = Readonly<Record<string, string>>

export interface Submission {
  readonly problem: ApiError | undefined
  readonly busy: boolean
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** What is wrong with a field. */
  readonly faultOf: (field: string) => string | undefined
}

/** `act` may throw an `ApiError`. It stays busy after it has worked: another page comes. */
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

/** Two fields that must agree. Throws with what to say at the second one. */
export function requireSame(one: string | undefined, other: string | undefined, words: string): void {
  if (one !== other) throw new ApiError({ status: 400, detail: '', fields: { again: [words] } })
}
