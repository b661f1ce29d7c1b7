/** Levels of buffers in the network: end items first, then their components. */
import type { Buffer } from './nodes.ts'
import type { Network } from './compile.ts'
import { leavesOf } from './leaves.ts'

/** Maximum level of components below an end item; limits circles. */
export const deepest = 100

/** The sorted buffers of each network; several passes over a plan need them. */
const sortedBuffers = new WeakMap<Network, readonly Buffer[]>()

/** Sorts buffers before their components, as far as there are no circles. */
export function byLevel(network: Network): readonly Buffer[] {
  const known = sortedBuffers.get(network)
  // Items that are made to order get more buffers during the search.
  if (known?.length === network.buffers.length) return known
  const sorted = sortByLevel(network)
  sortedBuffers.set(network, sorted)
  return sorted
}

function sortByLevel(network: Network): readonly Buffer[] {
  const levels: number[] = []
  const visit = (buffer: Buffer, level: number): void => {
    if (level > deepest || (levels[buffer.id] ?? -1) >= level) return
    levels[buffer.id] = level
    for (const { operation } of methodsOf(network, buffer)) {
      for (const { flows } of leavesOf(operation)) {
        for (const group of flows) {
          if (!group.consumes) continue
          for (const { buffer: source, item, location } of group.flows) {
            visit(source ?? network.buffer(item, location, buffer.batch), level + 1)
          }
        }
      }
    }
  }
  // Reading a buffer can add more buffers to the list.
  for (let id = 0; id < network.buffers.length; id += 1) visit(network.buffers[id]!, 0)
  const sorted: Buffer[][] = []
  for (const buffer of network.buffers) (sorted[levels[buffer.id]!] ??= []).push(buffer)
  return sorted.flat()
}

const methodsOf = (network: Network, { methods, item, location, batch }: Buffer) =>
  methods ?? network.buffer(item, location, batch).methods!
