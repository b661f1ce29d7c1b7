/** Combines the throttle of this process with the failures that all servers of the installation have counted. */
import type { SharedFailures } from './shared-failures.ts'
import { countedKinds, subjectsOf, type Throttle } from './throttle.ts'

export interface SharedAttempt {
  succeeded(): Promise<void>
  failed(): Promise<void>
  /** Cancels the attempt, which had no result because, for instance, the database was not available. */
  withdrawn(): void
}

export interface SharedThrottle {
  /** Checks the limits, and counts the attempt as a failure until its result is known. Throws `too_many_attempts`. */
  admit(name: string, address: string): Promise<SharedAttempt>
}

export interface SharedThrottleOptions {
  readonly throttle: Throttle
  readonly failures: SharedFailures
  /** Prefix of the subjects, to separate them from those of other throttles. */
  readonly prefix: string
  /** Calls the throttle; may call it again if it throws. */
  readonly ask?: <Result>(question: () => Result) => Promise<Result>
}

export function createSharedThrottle({
  throttle,
  failures,
  prefix,
  ask = async (question) => question(),
}: SharedThrottleOptions): SharedThrottle {
  return {
    admit: async (name, address) => {
      const subjects = subjectsOf(name, address)
      const subject = (kind: (typeof countedKinds)[number]): string => `${prefix} ${kind} ${subjects[kind]}`
      const known = await failures.read(countedKinds.map(subject))
      throttle.learn(
        name,
        address,
        Object.fromEntries(countedKinds.map((kind) => [kind, known.get(subject(kind))])),
      )
      const attempt = await ask(() => throttle.admit(name, address))
      return {
        succeeded: async () => {
          attempt.succeeded()
          if (known.has(subject('pair'))) await failures.forget(subject('pair'))
        },
        failed: async () => {
          attempt.failed()
          await failures.add(countedKinds.map(subject))
        },
        withdrawn: () => attempt.withdrawn(),
      }
    },
  }
}
