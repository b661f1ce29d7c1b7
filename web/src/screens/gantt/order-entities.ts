/** Where orders of a type are kept; deliveries and stock are none that one edits here. */
const entities: Readonly<Partial<Record<string, string>>> = {
  MO: 'manufacturingorder',
  WO: 'workorder',
  PO: 'purchaseorder',
  DO: 'distributionorder',
}

/** The entity of orders of a type within `input`, such as `workorder`; undefined where nobody edits them. */
export const orderModel = (type: string): string | undefined => entities[type]
