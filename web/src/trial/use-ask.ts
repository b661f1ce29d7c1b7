/** Runs one what-if request at a time and holds its result or error; a newer request aborts the previous one. */
import { useEffect, useRef, useState } from 'react'
import { type ApiError, asApiError } from '../platform/api/api-error.ts'

export interface Asking<T> {
  readonly busy: boolean
  readonly answer: T | undefined
  readonly error: ApiError | undefined
  /** Resolves with the response, or undefined without one. */
  readonly ask: (question: (signal: AbortSignal) => Promise<T>) => Promise<T | undefined>
  /** Aborts the request and clears its response. */
  readonly cancel: () => void
}

interface State<T> {
  readonly busy: boolean
  readonly answer?: T
  readonly error?: ApiError
}

export function useAsk<T>(): Asking<T> {
  const [state, setState] = useState<State<T>>({ busy: false })
  const under = useRef<AbortController>(undefined)
  useEffect(() => () => under.current?.abort(), [])
  const cancel = (): void => {
    under.current?.abort()
    setState({ busy: false })
  }
  return {
    busy: state.busy,
    answer: state.answer,
    error: state.error,
    ask: async (question) => {
      under.current?.abort()
      const controller = new AbortController()
      under.current = controller
      setState({ busy: true })
      try {
        const answer = await question(controller.signal)
        if (controller.signal.aborted) return undefined
        setState({ busy: false, answer })
        return answer
      } catch (error) {
        if (!controller.signal.aborted) setState({ busy: false, error: asApiError(error) })
        return undefined
      }
    },
    cancel,
  }
}
