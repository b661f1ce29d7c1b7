/** Result of the last import, and files with rejected rows. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { filesQuery } from '../../platform/api/files.ts'
import { runsQuery } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { RunStatus } from '../execute/run-status.tsx'
import styles from './home.module.css'

const imports = ['importfromfolder', 'importworkbook'] as const

export function LastImport() {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const scenario = useScenario()
  const answers = useQueries({
    queries: imports.map((name) => runsQuery(scenario.name, { name, limit: 1 })),
  })
  const { data: rejected } = useQuery({
    ...filesQuery(scenario.name, 'errors'),
    enabled: scenario.may('execute.manage_files'),
  })
  const [last] = answers.flatMap(({ data = [] }) => data).toSorted((one, other) => other.id - one.id)
  const faulty = rejected?.files.length ?? 0
  const base = `/app/${encodeURIComponent(scenario.name)}/execute`
  if (answers.some(({ isPending }) => isPending)) return null
  return (
    <div className={styles.import}>
      {last === undefined ? (
        <span className={styles.soft}>{t('data.neverImported')}</span>
      ) : (
        <>
          <ScreenLink to={`${base}/runs/${last.id}`}>{t('data.lastImport')}</ScreenLink>
          <RunStatus run={last} />
          <span className={styles.soft}>{formats.moment(last.finished ?? last.submitted)}</span>
          {last.status === 'Failed' && last.detail !== null ? (
            <span className={styles.reason} title={last.detail}>
              {last.detail}
            </span>
          ) : null}
        </>
      )}
      {faulty === 0 ? null : (
        <ScreenLink className={styles.bad} to={`${base}/files?folder=errors`}>
          {t('data.errorFiles', { count: faulty })}
        </ScreenLink>
      )}
    </div>
  )
}
