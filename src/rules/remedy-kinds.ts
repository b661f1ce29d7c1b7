/** The kinds of remedies of a late sales order. */
export const remedyKinds = [
  'overtime',
  'alternate',
  'expedite',
  'priority',
  'split',
  'transfer',
  'lot',
  'combination',
] as const
