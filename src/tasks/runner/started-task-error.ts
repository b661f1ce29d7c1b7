/** The error of a command whose task was started and has failed: its exit code does not depend on what went wrong. */
export class StartedTaskError extends Error {
  /** @param cause the error of the task */
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'StartedTaskError'
  }
}
