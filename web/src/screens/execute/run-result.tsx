/** The result of a run; for imports with one line per entity and a link to the rejected rows. */
import { useTranslation } from 'react-i18next'
import type { Run } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { useEntityLabels } from '../files/entity-labels.ts'
import { partsOf } from './result-parts.ts'
import styles from './execute.module.css'

/** Tasks that store rejected rows. */
const imports: ReadonlySet<string> = new Set(['importfromfolder', 'importworkbook'])

/** Returns whether the run has stored rejected rows. */
export const keepsRejected = (run: Pick<Run, 'name' | 'message' | 'arguments'>): boolean =>
  imports.has(run.name) && /\d rejected\b/.test(run.message ?? '') && !/dryrun/.test(run.arguments ?? '')

/** Link to the files of rejected rows. */
export function RejectedLink() {
  const { t } = useTranslation('files')
  const scenario = useScenario()
  return scenario.may('execute.manage_files') ? (
    <ScreenLink to={`/app/${encodeURIComponent(scenario.name)}/execute/files?folder=errors`}>
      {t('folder.errors')}
    </ScreenLink>
  ) : null
}

interface RunResultProps {
  readonly run: Run
  /** Its formatted message. */
  readonly words: string
}

export function RunResult({ run, words }: RunResultProps) {
  const labels = useEntityLabels()
  const parts = imports.has(run.name) ? partsOf(words) : undefined
  if (parts === undefined) return <div className={styles.result}>{words}</div>
  const keeps = keepsRejected(run)
  return (
    <div className={styles.result}>
      {parts.before === '' ? null : <p>{parts.before}</p>}
      <dl>
        {parts.lines.map(({ name, counts }) => (
          <div key={name}>
            <dt>{labels.get(`input.${name}`) ?? labels.get(`common.${name}`) ?? name}</dt>
            <dd>{counts}</dd>
          </div>
        ))}
      </dl>
      {parts.after === '' ? null : <p>{parts.after}</p>}
      {keeps ? (
        <p>
          <RejectedLink />
        </p>
      ) : null}
    </div>
  )
}
