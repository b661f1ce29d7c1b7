/** Labels of the nodes of a supply network, and links to their records. */
import type { SupplyNode } from '../../platform/api/plan-trees.ts'

export const nodeName = ({ kind, item, operation, resource, supplier, origin }: SupplyNode): string => {
  if (kind === 'resource') return resource ?? ''
  if (kind === 'purchase') return `${item ?? ''} ← ${supplier ?? ''}`
  if (kind === 'distribution') return `${item ?? ''} ← ${origin ?? ''}`
  return operation ?? item ?? ''
}

/** Returns whether the name of a node contains a text, in any case; an empty text is in none. */
export const isNamed = (node: SupplyNode, text: string): boolean =>
  text !== '' && nodeName(node).toLowerCase().includes(text.toLowerCase())

/** @param hrefOf returns the address of a record of an entity */
export function nodeHref(
  hrefOf: (scenario: string, entity: string, key: string) => string,
  scenario: string,
  { kind, item, operation, resource }: SupplyNode,
): string {
  if (kind === 'resource') return hrefOf(scenario, 'input.resource', resource ?? '')
  return operation === null
    ? hrefOf(scenario, 'input.item', item ?? '')
    : hrefOf(scenario, 'input.operation', operation)
}
