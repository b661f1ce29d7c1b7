/** Edges grouped by one of their ends: the edges of order n are `list[begins[n] … begins[n + 1]]`. */
export interface Adjacency {
  readonly begins: Int32Array
  readonly list: Int32Array
}

export function adjacencyOf(ends: Int32Array, count: number): Adjacency {
  const begins = new Int32Array(count + 1)
  for (const end of ends) begins[end + 1]! += 1
  for (let index = 0; index < count; index += 1) begins[index + 1]! += begins[index]!
  const filled = begins.slice(0, count)
  const list = new Int32Array(ends.length)
  for (let edge = 0; edge < ends.length; edge += 1) list[filled[ends[edge]!]!++] = edge
  return { begins, list }
}
