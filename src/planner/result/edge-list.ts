/** Edges between orders as parallel arrays: there are millions of edges, and an object for each would exceed the memory. */

export interface Edges {
  readonly producers: Int32Array
  readonly consumers: Int32Array
  /** Units of material; for steps, the quantity of the predecessor. */
  readonly quantities: Float64Array
  /** Seconds between production and consumption; negative if the material is late. */
  readonly gaps: Float64Array
  /** Units of the producing order per unit of the consuming one. */
  readonly weights: Float64Array
}

export class EdgeList {
  #count = 0
  #edges: Edges

  /** Allocates memory for the given number of edges. */
  constructor(room: number) {
    this.#edges = emptyEdges(Math.max(16, room))
  }

  add(producer: number, consumer: number, quantity: number, gap: number, weight: number): void {
    const at = this.#count
    if (at === this.#edges.producers.length) this.#grow()
    const { producers, consumers, quantities, gaps, weights } = this.#edges
    producers[at] = producer
    consumers[at] = consumer
    quantities[at] = quantity
    gaps[at] = gap
    weights[at] = weight
    this.#count += 1
  }

  #grow(): void {
    const before = this.#edges
    const after = emptyEdges(2 * before.producers.length)
    after.producers.set(before.producers)
    after.consumers.set(before.consumers)
    after.quantities.set(before.quantities)
    after.gaps.set(before.gaps)
    after.weights.set(before.weights)
    this.#edges = after
  }

  /** Returns all edges; none may be added afterwards. */
  edges(): Edges {
    const { producers, consumers, quantities, gaps, weights } = this.#edges
    return {
      producers: producers.subarray(0, this.#count),
      consumers: consumers.subarray(0, this.#count),
      quantities: quantities.subarray(0, this.#count),
      gaps: gaps.subarray(0, this.#count),
      weights: weights.subarray(0, this.#count),
    }
  }
}

const emptyEdges = (room: number): Edges => ({
  producers: new Int32Array(room),
  consumers: new Int32Array(room),
  quantities: new Float64Array(room),
  gaps: new Float64Array(room),
  weights: new Float64Array(room),
})
