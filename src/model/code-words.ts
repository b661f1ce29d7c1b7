/** English labels of code values that several entities and reports share. */

export const orderTypeWords = {
  STCK: 'stock',
  MO: 'manufacturing order',
  WO: 'work order',
  PO: 'purchase order',
  DO: 'distribution order',
  DLVR: 'delivery order',
} as const

export const searchWords = {
  PRIORITY: 'priority',
  MINCOST: 'lowest cost',
  MINPENALTY: 'lowest penalty',
  MINCOSTPENALTY: 'lowest cost and penalty',
} as const
