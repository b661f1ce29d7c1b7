/** Entities of orders by type; deliveries and stock cannot be edited here. */
const entities: Readonly<Partial<Record<string, string>>> = {
  MO: 'manufacturingorder',
  WO: 'workorder',
  PO: 'purchaseorder',
  DO: 'distributionorder',
}

/** Returns the entity name within `input`, such as `workorder`; undefined for types that cannot be edited. */
export const orderModel = (type: string): string | undefined => entities[type]
