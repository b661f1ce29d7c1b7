/** Makes a plan of its own for an attempt that is not possible in the loaded plan, next to that one. */
import type { PlannerInput } from '../input.ts'
import type { Steps } from '../pauses.ts'

/** An attempt needs a plan of its own while another attempt is being made next to the plan. */
export class SecondPlan extends Error {}

/** An attempt needs a plan of its own, which does not fit into memory next to the loaded one. */
export class NoRoomForPlan extends Error {}

/** Returns whether a plan of this input fits into memory next to the loaded one. */
export type HasRoom = (next: PlannerInput) => boolean

export class PlanBeside {
  readonly #hasRoom: HasRoom
  #isMaking = false

  constructor(hasRoom: HasRoom) {
    this.#hasRoom = hasRoom
  }

  get isMaking(): boolean {
    return this.#isMaking
  }

  /**
   * Makes a plan of the input by the steps. Throws {@link SecondPlan} while another one is being made, and
   * {@link NoRoomForPlan}; nothing has begun then.
   */
  *make<T>(next: PlannerInput, steps: Steps<T>): Steps<T> {
    if (this.#isMaking) throw new SecondPlan('Only one attempt can be made next to the plan at a time.')
    if (!this.#hasRoom(next)) throw new NoRoomForPlan('Two plans of this size do not fit into memory.')
    this.#isMaking = true
    try {
      return yield* steps
    } finally {
      this.#isMaking = false
    }
  }
}
