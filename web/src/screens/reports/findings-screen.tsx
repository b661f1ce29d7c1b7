/** Problems of the plan, or constraints of late orders: causes by frequency, and the list. */
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { countsQuery } from '../../platform/api/counts.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useFindingText } from '../../platform/findings/use-finding-text.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { EntityGrid } from '../../grid/entity-grid.tsx'
import { useChoiceWords } from '../../platform/meta/use-choice-words.ts'
import type { GridSearch } from '../../grid/state/grid-search.ts'
import { WithEntity } from '../data/with-entity.tsx'
import { useFindingLinks } from './finding-links.ts'
import styles from './findings.module.css'

const problems = getRouteApi('/app/$scenario/reports/problems')
const constraints = getRouteApi('/app/$scenario/reports/constraints')

export function ProblemsScreen() {
  return <Findings kind="problem" path="problems" search={problems.useSearch()} />
}

export function ConstraintsScreen() {
  return <Findings kind="constraint" path="constraints" search={constraints.useSearch()} />
}

interface FindingsProps {
  readonly kind: 'problem' | 'constraint'
  readonly path: 'problems' | 'constraints'
  readonly search: GridSearch
}

function Findings({ kind, path, search }: FindingsProps) {
  const { t } = useTranslation('reports')
  const scenario = useScenario()
  const navigate = useNavigate()
  const linkOf = useFindingLinks()
  const describe = useFindingText()
  const onSearch = (next: GridSearch, replace: boolean): void => {
    void navigate({
      to: `/app/$scenario/reports/${path}`,
      params: { scenario: scenario.name },
      search: next,
      replace,
    })
  }
  const framed = (list: ReactNode): ReactNode => (
    <div className="screen-fill">
      <PageHeader title={t(`findings.${kind}`)} help="how-the-planner-thinks" />
      {kind === 'problem' ? (
        <p className={styles.hint}>
          {t('findings.problemHint')}{' '}
          <ScreenLink to={`/app/${encodeURIComponent(scenario.name)}/exceptions`}>
            {t('findings.exceptions')}
          </ScreenLink>
        </p>
      ) : null}
      <Causes kind={kind} onChoose={(name) => onSearch({ name }, false)} />
      {list}
    </div>
  )
  return (
    <WithEntity route={kind} renderAhead={() => framed(<LoadingSkeleton />)}>
      {(meta) =>
        framed(
          <EntityGrid meta={meta} search={search} onSearch={onSearch} linkOf={linkOf} describe={describe} />,
        )
      }
    </WithEntity>
  )
}

interface CausesProps {
  readonly kind: FindingsProps['kind']
  readonly onChoose: (name: string) => void
}

/** One bar per cause; selecting one filters the rows. */
function Causes({ kind, onChoose }: CausesProps) {
  const { t } = useTranslation('reports')
  const formats = useFormats()
  const scenario = useScenario()
  const wordOf = useChoiceWords(`output.${kind}`, 'name')
  const { data = [] } = useQuery(countsQuery(scenario.name, `output.${kind}`, 'name'))
  if (data.length === 0) return null
  const most = Math.max(...data.map(({ count }) => count))
  return (
    <ul className={styles.causes} aria-label={t('findings.causes')}>
      {data.map(({ value, count }) => (
        <li key={value}>
          <button type="button" onClick={() => onChoose(value)}>
            <span>{wordOf(value)}</span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width={(count / most) * 100} height="8" />
            </svg>
            <strong>{formats.number(count)}</strong>
          </button>
        </li>
      ))}
    </ul>
  )
}
