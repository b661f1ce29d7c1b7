/**
 * The supply network as a graph: moved and zoomed by mouse, touch and keyboard, with collapsible branches and the
 * highlighted path of a sales order. The tree beside it has the same content.
 */
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { peggingQuery, reasonsQuery, type SupplyNode } from '../../platform/api/plan-trees.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { announce } from '../../ui/live-region.tsx'
import { recordHref } from '../../platform/record-href.ts'
import { layoutGraph, nodeHeight, nodeWidth, type PlacedEdge, type PlacedNode } from './graph-layout.ts'
import { GraphLegend } from './graph-legend.tsx'
import { GraphNode } from './graph-node.tsx'
import { GraphTools } from './graph-tools.tsx'
import { nodeHref, nodeName } from './node-words.ts'
import { closedFrom, markOf, networkOf, orderPath, shownNetwork, throughPath } from './supply-graph.ts'
import { usePanZoom } from './use-pan-zoom.ts'
import styles from './graph.module.css'

/** Maximum number of displayed nodes, limited by readability and layout time. */
const mostNodes = 150

/** Levels that are displayed at first on a narrow screen, from the root. */
const firstLevels = 2

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
  // Undefined until the user opens or closes a node.
  const [toggled, setToggled] = useState<ReadonlySet<string>>()
  const [active, setActive] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const asked = demand !== undefined
  const pegging = useQuery({ ...peggingQuery(scenario.name, { demand: demand ?? '' }), enabled: asked })
  const reasons = useQuery({ ...reasonsQuery(scenario.name, demand ?? ''), enabled: asked })
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const direction = isNarrow ? 'BT' : document.documentElement.dir === 'rtl' ? 'RL' : 'LR'
  const network = useMemo(() => networkOf(rows, downstream), [rows, downstream])
  // A whole network is unreadable on a narrow screen.
  const closed = useMemo(
    () => toggled ?? (isNarrow ? closedFrom(network, firstLevels) : new Set<string>()),
    [toggled, isNarrow, network],
  )
  const shown = useMemo(() => shownNetwork(network, closed, mostNodes), [network, closed])
  const placed = useMemo(() => layoutGraph(shown.nodes, shown.edges, direction), [shown, direction])
  const path = useMemo(() => orderPath(pegging.data ?? [], reasons.data ?? []), [pegging.data, reasons.data])
  const marks = throughPath(
    new Map(asked ? placed.nodes.map((one) => [one.id, markOf(path, one)]) : []),
    placed,
  )
  const root = placed.nodes.find(({ level }) => level === 0)
  const view = usePanZoom(box, { ...placed, root })
  const needle = wanted.toLowerCase()
  const isFound = ({ node }: PlacedNode): boolean =>
    needle !== '' && nodeName(node).toLowerCase().includes(needle)
  const current = placed.nodes.find(({ id }) => id === active) ?? root
  const wordsOf = (one: PlacedNode): string => {
    const mark = marks.get(one.id)
    return [
      t(`kind.${one.node.kind}`, one.node.kind),
      nodeName(one.node),
      ...(one.node.location === null ? [] : [one.node.location]),
      ...(mark === undefined ? [] : [t(`graph.${mark}`)]),
      ...(closed.has(one.id) ? [t('graph.closed')] : []),
    ].join(', ')
  }
  const go = (one: PlacedNode | undefined): void => {
    if (one === undefined) return
    setActive(one.id)
    view.show(one)
    announce(wordsOf(one))
  }
  const toggle = (one: PlacedNode): void => {
    if ((network.behind.get(one.id) ?? []).length === 0) return
    const next = new Set(closed)
    if (!next.delete(one.id)) next.add(one.id)
    setToggled(next)
    setActive(one.id)
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
  const found = placed.nodes.filter(isFound)
  return (
    <div className={styles.graph}>
      <GraphTools
        view={view}
        demand={demand}
        onDemand={onDemand}
        isAllOpen={closed.size === 0}
        onOpenAll={() => setToggled(new Set())}
        found={found.length}
        onFound={() => go(found[(found.findIndex(({ id }) => id === active) + 1) % found.length])}
        shown={shown}
      />
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
                found={isFound(one)}
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
