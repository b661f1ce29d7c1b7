/** Ends the transaction of a trial that does not hold any more. */
import { ServiceError } from '../../errors/service-error.ts'

/** A record that somebody else has changed since. */
export interface Overwritten {
  /** Place of the edit in the list. */
  readonly edit: number
  readonly entity: string
  readonly key: string
  /** The change set that changed it. */
  readonly changeset: number
}

export class StaleTrial extends ServiceError {
  readonly conflicts: readonly Overwritten[]

  /** Without conflicts it is the plan that comes out otherwise. */
  constructor(conflicts: readonly Overwritten[]) {
    super('trial_outdated')
    this.conflicts = conflicts
  }
}
