/** The reason why something is not possible earlier: a constraint with the record that it is of. */
import type { Buffer, Method, Operation } from '../network/nodes.ts'
import type { Seconds } from '../time.ts'

/** Why something is not possible earlier. */
export interface Reason {
  readonly kind:
    | 'lead time'
    | 'capacity'
    | 'await supply'
    | 'no supply'
    | 'circle'
    | 'sync demand'
    | 'never open'
    | 'missing reference'
    | 'never enough'
    | 'too many lots'
    | 'too many levels'
    | 'not effective'
  /** Name of the binding operation, resource or item. */
  readonly owner: string
  /** Explanation, where kind and owner are not sufficient. */
  readonly detail?: string
  /** Seconds by which the demand would be earlier if only this constraint, or all of `together`, were relaxed. */
  readonly gain?: number
  /** Objects of constraints that must be relaxed as well for any gain. */
  readonly together?: readonly Pick<Reason, 'owner' | 'buffer'>[]
  /** Whether the owner is a resource, for kinds that apply to several entities. */
  readonly ofResource?: boolean
  /** The buffer whose supply is awaited. */
  readonly buffer?: Buffer
  /** The method that is not effective. */
  readonly method?: Method
  readonly operation: Operation | undefined
  readonly from: Seconds
  readonly to: Seconds
}
