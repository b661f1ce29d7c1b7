/** Color and pattern of bars in the legend of the Gantt chart. */
import { useId } from 'react'
import { patternPaths, patternSize } from '../../ui/pattern.ts'
import type { BarLook } from './bar-looks.ts'
import styles from './gantt.module.css'

export function Swatch({ look: { variable, pattern } }: { readonly look: BarLook }) {
  const id = useId()
  return (
    <svg className={styles.swatch} viewBox="0 0 18 12" aria-hidden="true">
      <defs>
        <pattern id={id} width={patternSize} height={patternSize} patternUnits="userSpaceOnUse">
          <path d={patternPaths[pattern]} stroke="var(--surface)" fill="none" />
        </pattern>
      </defs>
      <rect width="18" height="12" fill={`var(${variable})`} />
      <rect width="18" height="12" fill={`url(#${id})`} />
    </svg>
  )
}
