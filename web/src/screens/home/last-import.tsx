/** Result of the last import, and files with rejected rows. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { filesQuery } from '../../platform/api/files.ts'
import { runsQuery, type Run } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { joinQueries } from '../../platform/join-queries.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { RunStatus } from '../execute/run-status.tsx'
import styles from './home.module.css'

export function LastImport() {
  const scenario = useScenario()
  const ofFolder = useQuery(runsQuery(scenario.name, { name: 'importfromfolder', limit: 1 }))
  const ofWorkbook = useQuery(runsQuery(scenario.name, { name: 'importworkbook', limit: 1 }))
  return (
    <QueryView query={joinQueries(ofFolder, ofWorkbook)} inline rows={1}>
      {(runs) => <ImportResult last={runs.flat().toSorted((one, other) => other.id - one.id)[0]} />}
    </QueryView>
  )
}

/** `last`: undefined if nothing was imported. */
function ImportResult({ last }: { readonly last: Run | undefined }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const scenario = useScenario()
  const { data: rejected } = useQuery({
    ...filesQuery(scenario.name, 'errors'),
    enabled: scenario.may('execute.manage_files'),
  })
  const faulty = rejected?.files.length ?? 0
  const base = `/app/${encodeURIComponent(scenario.name)}/execute`
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
