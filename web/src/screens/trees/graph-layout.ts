/** Arranges the nodes of a network in layers along the material flow. Loaded with the graph only. */
import { Graph, layout } from '@dagrejs/dagre'
import type { NetworkEdge, NetworkNode } from './supply-graph.ts'

/** Pixels. */
export const nodeWidth = 176
export const nodeHeight = 46

export interface PlacedNode extends NetworkNode {
  /** Center of the node. */
  readonly x: number
  readonly y: number
}

export interface PlacedEdge extends NetworkEdge {
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

export interface GraphLayout {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  readonly width: number
  readonly height: number
}

/** Direction of the material flow: to the right, to the left, or upward on narrow screens. */
export type FlowDirection = 'LR' | 'RL' | 'BT'

export function layoutGraph(
  nodes: readonly NetworkNode[],
  edges: readonly NetworkEdge[],
  direction: FlowDirection,
): GraphLayout {
  const graph = new Graph()
  graph.setGraph({
    rankdir: direction,
    nodesep: direction === 'BT' ? 12 : 18,
    ranksep: 54,
    marginx: 20,
    marginy: 20,
  })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const { id } of nodes) graph.setNode(id, { width: nodeWidth, height: nodeHeight })
  for (const { from, to } of edges) graph.setEdge(from, to)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph()
  return {
    nodes: nodes.map((node) => {
      const { x = 0, y = 0 } = graph.node(node.id)
      return { ...node, x, y }
    }),
    edges: edges.map((edge) => ({ ...edge, points: graph.edge(edge.from, edge.to).points ?? [] })),
    width,
    height,
  }
}
