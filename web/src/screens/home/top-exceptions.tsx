/** Number of exceptions by kind, and the most urgent ones. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exceptionCountsQuery, exceptionsQuery, type PlanException } from '../../platform/api/exceptions.ts'
import { noteDone } from '../../platform/api/first-hour.ts'
import { withQuery } from '../../platform/api/paths.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ExceptionList } from '../exceptions/exception-list.tsx'
import { GroupChips } from '../exceptions/group-chips.tsx'
import { OpenException } from '../exceptions/open-exception.tsx'
import { Card } from './card.tsx'
import styles from './home.module.css'

/** Number of exceptions shown. */
const shown = 7

export function TopExceptions() {
  const { t } = useTranslation('exceptions')
  const scenario = useScenario()
  const open = { status: 'open' } as const
  const query = useQuery(exceptionsQuery(scenario.name, open, shown))
  const { data } = query
  const { data: counts } = useQuery(exceptionCountsQuery(scenario.name, open))
  const [opened, setOpened] = useState<PlanException>()
  const openDetails = (exception: PlanException): void => {
    noteDone('exceptions')
    setOpened(exception)
  }
  const base = `/app/${encodeURIComponent(scenario.name)}/exceptions`
  return (
    <>
      <Card
        wide
        title={t('decide')}
        to={base}
        query={query}
        note={data === undefined || data.rows.length === 0 ? undefined : t('decideOrder')}
        empty={data?.rows.length === 0 ? t('none') : undefined}
      >
        <div className={styles.decide}>
          {counts === undefined ? null : (
            <GroupChips counts={counts} shown={null} hrefOf={(group) => withQuery(base, { group })} />
          )}
          <ExceptionList label={t('decide')} exceptions={data?.rows ?? []} onOpen={openDetails} />
        </div>
      </Card>
      <OpenException exception={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
