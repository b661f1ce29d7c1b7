/**
 * The supply network as a graph: moved and zoomed by mouse, touch and keyboard, with collapsible branches and the
 * highlighted path of a sales order. The tree beside it has the same content.
 */
import { useMediaQuery } from '@mantine/hooks'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupplyNode } from '../../platform/api/plan-trees.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { announce } from '../../ui/live-region.tsx'
import { recordHref } from '../../platform/record-href.ts'
import { layoutGraph, nodeHeight, nodeWidth, type PlacedEdge, type PlacedNode } from './graph-layout.ts'
import { GraphLegend } from './graph-legend.tsx'
import { GraphNode } from './graph-node.tsx'
import { GraphTools } from './graph-tools.tsx'
import { isNamed, nodeHref, nodeName } from './node-words.ts'
import { type NetworkNode, networkOf } from './supply-graph.ts'
import { useOrderMarks } from './use-order-marks.ts'
import { useShownNetwork } from './use-shown-network.ts'
import { usePanZoom } from './use-pan-zoom.ts'
import styles from './graph.module.css'

interface GraphViewProps {
  readonly rows: readonly SupplyNode[]
  readonly downstream: boolean
  readonly wanted: string
  /** The highlighted sales order. */
  readonly demand: string | undefined
  readonly onDemand: (name: string | undefined) => void
}

export function GraphView({ rows, downstream, wanted, demand, onDemand }: GraphViewProps) {
  const { t } = useTranslation('trees')
  const scenario = useScenario()
  const router = useRouter()
  const [active, setActive] = useState<string>()
  const [revealed, setRevealed] = useState<{ readonly id: string }>()
  const box = useRef<HTMLDivElement>(null)
  const asked = demand !== undefined
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const direction = isNarrow ? 'BT' : document.documentElement.dir === 'rtl' ? 'RL' : 'LR'
  const network = useMemo(() => networkOf(rows, downstream), [rows, downstream])
  const { shown, closed, openAll, ...part } = useShownNetwork(network, isNarrow)
  const placed = useMemo(() => layoutGraph(shown.nodes, shown.edges, direction), [shown, direction])
  const { marks, error, retry } = useOrderMarks(demand, placed)
  const root = placed.nodes.find(({ level }) => level === 0)
  const view = usePanZoom(box, { ...placed, root })
  const current = placed.nodes.find(({ id }) => id === active) ?? root
  const wordsOf = (one: NetworkNode): string => {
    const mark = marks.get(one.id)
    return [
      t(`kind.${one.node.kind}`, one.node.kind),
      nodeName(one.node),
      ...(one.node.location === null ? [] : [one.node.location]),
      ...(mark === undefined ? [] : [t(`graph.${mark}`)]),
      ...(closed.has(one.id) ? [t('graph.closed')] : []),
    ].join(', ')
  }
  const go = (one: NetworkNode | undefined): void => {
    if (one === undefined) return
    const drawn = placed.nodes.find(({ id }) => id === one.id)
    setActive(one.id)
    if (drawn === undefined) {
      part.reveal(one.id)
      setRevealed({ id: one.id })
    } else view.show(drawn)
    announce(wordsOf(one))
  }
  const showDrawn = useEffectEvent((sought: { readonly id: string } | undefined) => {
    const drawn = placed.nodes.find(({ id }) => id === sought?.id)
    if (drawn !== undefined) view.show(drawn)
  })
  // A node that was not drawn has its place only now.
  useEffect(() => showDrawn(revealed), [revealed])
  const toggle = ({ id, node }: NetworkNode): void => {
    if ((network.behind.get(id) ?? []).length === 0) return
    part.toggle(id)
    setActive(id)
    announce(`${nodeName(node)}: ${t(closed.has(id) ? 'graph.opened' : 'graph.closed')}`)
  }
  const open = ({ node }: PlacedNode): void => router.history.push(nodeHref(recordHref, scenario.name, node))
  const keyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || current === undefined) return
    const way = ways[event.key]
    if (way !== undefined) go(nearest(placed.nodes, current, way))
    else if (event.key === 'Enter') open(current)
    else if (event.key === ' ') toggle(current)
    else if (event.key === '+') view.zoom(1.25)
    else if (event.key === '-') view.zoom(0.8)
    else if (event.key === '0') view.fit()
    else return
    event.preventDefault()
  }
  const found = network.nodes.filter(({ node }) => isNamed(node, wanted))
  return (
    <div className={styles.graph}>
      <GraphTools
        view={view}
        demand={demand}
        onDemand={onDemand}
        isAllOpen={closed.size === 0}
        onOpenAll={openAll}
        found={wanted === '' ? undefined : found.length}
        onFound={() => go(found[(found.findIndex(({ id }) => id === active) + 1) % found.length])}
        shown={shown}
      />
      {error === null ? null : <ErrorState error={error} inline onRetry={retry} />}
      {/* An application widget: arrow keys go from node to node, and the tree has the same content. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-static-element-interactions */}
      <div
        ref={box}
        className={styles.canvas}
        role="application"
        aria-label={t('graph.label', { count: shown.nodes.length })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onKeyDown={keyDown}
        {...view.handlers}
      >
        <svg width="100%" height="100%" aria-hidden="true">
          <ArrowMarker />
          <g transform={`translate(${view.x} ${view.y}) scale(${view.scale})`}>
            <Edges edges={placed.edges} marks={marks} />
            {placed.nodes.map((one) => (
              <GraphNode
                key={one.id}
                placed={one}
                mark={marks.get(one.id)}
                dim={asked && marks.get(one.id) === undefined}
                found={isNamed(one.node, wanted)}
                active={one.id === current?.id}
                behind={(network.behind.get(one.id) ?? []).length}
                closed={closed.has(one.id)}
                onOpen={() => {
                  if (!view.wasMoved()) open(one)
                }}
                onToggle={() => {
                  if (!view.wasMoved()) toggle(one)
                }}
              />
            ))}
          </g>
        </svg>
      </div>
      <GraphLegend />
    </div>
  )
}

interface Way {
  readonly x: number
  readonly y: number
}

const ways: Readonly<Record<string, Way>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
}

/** Returns the nearest node in a direction; nodes straight ahead are preferred. */
function nearest(nodes: readonly PlacedNode[], from: PlacedNode, { x, y }: Way): PlacedNode | undefined {
  let best: PlacedNode | undefined
  let least = Infinity
  for (const node of nodes) {
    const along = (node.x - from.x) * x + (node.y - from.y) * y
    const across = Math.abs((node.x - from.x) * y) + Math.abs((node.y - from.y) * x)
    if (along < (x === 0 ? nodeHeight : nodeWidth) / 2) continue
    const distance = along + 2 * across
    if (distance < least) [best, least] = [node, distance]
  }
  return best
}

/** The head of the arrows. */
const ArrowMarker = () => (
  <defs>
    <marker
      id="graph-arrow"
      viewBox="0 0 8 8"
      refX="8"
      refY="4"
      markerUnits="userSpaceOnUse"
      markerWidth="9"
      markerHeight="9"
      orient="auto"
    >
      <path d="M0 0 8 4 0 8z" className={styles.arrow} />
    </marker>
  </defs>
)

interface EdgesProps {
  readonly edges: readonly PlacedEdge[]
  readonly marks: ReadonlyMap<string, unknown>
}

/** Arrows between the nodes; those along the path of the sales order are highlighted. */
const Edges = ({ edges, marks }: EdgesProps) =>
  edges.map(({ from, to, points }) => (
    <polyline
      key={`${from} ${to}`}
      className={styles.edge}
      data-on={marks.get(from) !== undefined && marks.get(to) !== undefined}
      points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
      markerEnd="url(#graph-arrow)"
    />
  ))
