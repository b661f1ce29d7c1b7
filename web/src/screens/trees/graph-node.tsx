/** A node of the graph. Each kind has its own shape, and each mark a border and a sign in addition to its color. */
import { useTranslation } from 'react-i18next'
import { nodeHeight, nodeWidth, type PlacedNode } from './graph-layout.ts'
import { nodeName } from './node-words.ts'
import type { Mark } from './supply-graph.ts'
import styles from './graph.module.css'

interface GraphNodeProps {
  readonly placed: PlacedNode
  readonly mark: Mark | undefined
  readonly dim: boolean
  readonly found: boolean
  readonly active: boolean
  /** Number of nodes behind it. */
  readonly behind: number
  readonly closed: boolean
  readonly onOpen: () => void
  readonly onToggle: () => void
}

const [w, h] = [nodeWidth, nodeHeight]

/** Outlines by kind, starting at the upper left corner. */
export const outlines: Readonly<Record<string, string>> = {
  buffer: `M10 0H${w - 10}Q${w} 0 ${w} 10V${h - 10}Q${w} ${h} ${w - 10} ${h}H10Q0 ${h} 0 ${h - 10}V10Q0 0 10 0Z`,
  operation: `M0 0H${w}V${h}H0Z`,
  resource: `M14 0H${w - 14}L${w} ${h / 2} ${w - 14} ${h}H14L0 ${h / 2}Z`,
  purchase: `M12 0H${w}L${w - 12} ${h}H0Z`,
  distribution: `M0 0H${w - 14}L${w} ${h / 2} ${w - 14} ${h}H0Z`,
}

const signs: Readonly<Record<Mark, string>> = { path: '●', shortage: '▲', bottleneck: '■' }

/** Maximum number of displayed characters; the slanted sides of a purchase leave less room. */
const longest = { name: 21, purchase: 17, kind: 26 } as const
const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

export function GraphNode(props: GraphNodeProps) {
  const { placed, mark, dim, found, active, behind, closed, onOpen, onToggle } = props
  const { t } = useTranslation('trees')
  const { node, x, y } = placed
  const name = nodeName(node)
  const kind = t(`kind.${node.kind}`, node.kind)
  return (
    // The keyboard actions of the drawing are equivalent.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <g
      className={styles.node}
      data-kind={node.kind}
      data-mark={mark}
      data-dim={dim}
      data-found={found}
      data-active={active}
      transform={`translate(${x - w / 2} ${y - h / 2})`}
      onClick={onOpen}
    >
      <title>{[kind, name, node.location ?? ''].filter((part) => part !== '').join(' · ')}</title>
      <path d={outlines[node.kind] ?? outlines['operation']} />
      <text x={w / 2} y={17} className={styles.name}>
        {cut(name, node.kind === 'purchase' ? longest.purchase : longest.name)}
      </text>
      <text x={w / 2} y={34} className={styles.kind}>
        {mark === undefined ? '' : `${signs[mark]} `}
        {cut([kind, ...(node.location === null ? [] : [node.location])].join(' · '), longest.kind)}
      </text>
      {behind === 0 ? null : (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <g
          className={styles.toggle}
          transform={`translate(${w / 2} ${h})`}
          onClick={(event) => {
            event.stopPropagation()
            onToggle()
          }}
        >
          <circle r="12" className={styles.target} />
          <circle r="8" />
          <text y="4">{closed ? '+' : '−'}</text>
        </g>
      )}
    </g>
  )
}
