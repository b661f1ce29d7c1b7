/** Spreadsheet screen: exports planning data as one workbook, and imports workbooks sheet by sheet. */
import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { tasksQuery } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { NoRight } from '../../ui/no-right.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ExportWorkbook } from './export-workbook.tsx'
import { ImportWorkbook } from './import-workbook.tsx'
import styles from './files.module.css'

export function SpreadsheetScreen() {
  const { t } = useTranslation('files')
  const scenario = useScenario()
  const { data: tasks } = useSuspenseQuery(tasksQuery(scenario.name))
  const may = (task: string): boolean => tasks.some(({ name }) => name === task)
  return (
    <>
      <PageHeader
        title={t('spreadsheet.title')}
        crumbs={[{ label: t('execute:title'), to: `/app/${encodeURIComponent(scenario.name)}/execute` }]}
        help="tasks/exportworkbook"
      />
      <div className={styles.pair}>
        {may('exportworkbook') ? <ExportWorkbook /> : null}
        {may('importworkbook') ? <ImportWorkbook /> : null}
        {may('exportworkbook') || may('importworkbook') ? null : <NoRight />}
      </div>
    </>
  )
}
