/** How deep buffers lie in the network: what is sold first, what goes into it after it. */
import type { Buffer } from './nodes.ts'
import type { Network } from './compile.ts'
import { leavesOf } from './replenishment.ts'

/** Circles would make levels grow for ever. */
const deepest = 100

/** Buffers in an order in which each comes before those that it is made of, as far as there are no circles. */
export function byLevel(network: Network): readonly Buffer[] {
  const levels = new Map<Buffer, number>()
  const visit = (buffer: Buffer, level: number): void => {
    if (level > deepest || (levels.get(buffer) ?? -1) >= level) return
    levels.set(buffer, level)
    for (const source of sourcesOf(network, buffer)) visit(source, level + 1)
  }
  for (const buffer of network.buffers) visit(buffer, 0)
  return [...levels].toSorted(([a, one], [b, other]) => one - other || a.id - b.id).map(([buffer]) => buffer)
}

function sourcesOf(network: Network, { item, location, batch }: Buffer): readonly Buffer[] {
  const { methods = [] } = network.buffer(item, location, batch)
  return methods
    .flatMap(({ operation }) => leavesOf(operation))
    .flatMap(({ flows }) => flows.filter(({ consumes }) => consumes).flatMap((group) => group.flows))
    .map((flow) => network.buffer(flow.item, flow.location, batch))
}
