/** Errors that end the transaction of an outdated trial. */
import { ServiceError } from '../../errors/service-error.ts'

/** A record that another user has changed since the trial. */
export interface Overwritten {
  /** Index of the edit in the list. */
  readonly edit: number
  readonly entity: string
  readonly key: string
  /** Change set that changed the record. */
  readonly changeset: number
}

export class StaleTrial extends ServiceError {
  readonly conflicts: readonly Overwritten[]

  /** Without conflicts, the plan has a different outcome. */
  constructor(conflicts: readonly Overwritten[]) {
    super('trial_outdated')
    this.conflicts = conflicts
  }
}

/** Thrown if the data have changed between the update of the plan and the locking of its tables. */
export class MovedOn extends ServiceError {
  constructor() {
    super('conflict')
  }
}
