/** Legend of the graph. */
import { useTranslation } from 'react-i18next'
import { nodeHeight, nodeWidth } from './graph-layout.ts'
import { outlines } from './graph-node.tsx'
import styles from './graph.module.css'

const kinds = ['buffer', 'operation', 'purchase', 'distribution', 'resource'] as const
const marks = ['path', 'shortage', 'bottleneck'] as const

export function GraphLegend() {
  const { t } = useTranslation('trees')
  return (
    <ul className={styles.legend} aria-label={t('graph.legend')}>
      {kinds.map((kind) => (
        <li key={kind}>
          <svg
            width="26"
            height="14"
            viewBox={`-2 -2 ${nodeWidth + 4} ${nodeHeight + 4}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <g className={styles.node} data-kind={kind}>
              <path d={outlines[kind]} />
            </g>
          </svg>
          {t(`kind.${kind}`)}
        </li>
      ))}
      {marks.map((mark) => (
        <li key={mark}>
          <span className={styles.sample} data-mark={mark} aria-hidden="true">
            {mark === 'path' ? '●' : mark === 'shortage' ? '▲' : '■'}
          </span>
          {t(`graph.${mark}`)}
        </li>
      ))}
    </ul>
  )
}
