/** The buffers that an edit has changed, in the sequence in which supply is adapted to them. */
import type { Buffer } from '../network/nodes.ts'
import type { Edit } from './edit.ts'

/** Visits each changed buffer, finished items before their components, including buffers that change meanwhile. */
export function eachChanged(edit: Edit, visit: (buffer: Buffer) => void): void {
  const visited = new Set<Buffer>()
  for (;;) {
    const next = [...edit.buffers].filter((buffer) => !visited.has(buffer))
    if (next.length === 0) return
    next.sort((a, b) => edit.state.levelOf(a) - edit.state.levelOf(b))
    for (const buffer of next) {
      visited.add(buffer)
      if (!buffer.infinite) visit(buffer)
    }
  }
}
