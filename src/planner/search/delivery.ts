/** What a plan delivers of a sales order. */

import type { Demand } from '../network/nodes.ts'
import type { Order } from './plan.ts'
import type { Reason } from './reason.ts'

export interface Shipment {
  readonly order: Order
  readonly quantity: number
}

export interface Delivery {
  readonly demand: Demand
  readonly shipments: readonly Shipment[]
  /** The binding constraints of late shipments and of the quantity that is not shipped. */
  readonly reasons: readonly Reason[]
}
