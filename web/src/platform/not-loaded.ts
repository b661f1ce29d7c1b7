/** Code or words of the app that could not be loaded: without a network, or after an update of the service. */
import { ApiError, asApiError } from './api/api-error.ts'

export class NotLoaded extends ApiError {
  constructor(cause: unknown) {
    super({ status: 0, detail: '', cause })
    this.message = `Not loaded: ${asApiError(cause).message}`
  }
}

/** Returns code that is loaded on first use. Throws `NotLoaded` instead of the message of the browser. */
export const loadCode = <Code>(loading: Promise<Code>): Promise<Code> =>
  loading.catch((cause: unknown) => {
    throw new NotLoaded(cause)
  })
