/**
 * Start screen of a scenario: the widgets that the user or the role has chosen, and first steps in an empty scenario.
 */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { entitiesQuery } from '../../platform/api/entities.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { late } from '../../ui/late.tsx'
import { NoRight } from '../../ui/no-right.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Board } from './board.tsx'
import { isEmpty } from './seen-entities.ts'
import { StartActions } from './start-actions.tsx'
import styles from './home.module.css'

const GettingStarted = late(async () => (await import('./getting-started.tsx')).GettingStarted)
const StartPageDialog = late(async () => (await import('./start-page-dialog.tsx')).StartPageDialog)

export function HomeScreen() {
  const { t } = useTranslation('home')
  const scenario = useScenario()
  const entities = useQuery(entitiesQuery(scenario.name))
  const [isChoosing, setChoosing] = useState(false)
  const empty = entities.data !== undefined && isEmpty(entities.data)
  return (
    <>
      <PageHeader
        title={t('title')}
        help="how-to/the-start-screen"
        aside={<span className={styles.soft}>{scenario.label}</span>}
        actions={
          empty ? undefined : (
            <>
              <Button variant="default" onClick={() => setChoosing(true)}>
                {t('board.customize')}
              </Button>
              <StartActions />
            </>
          )
        }
      />
      <div className={styles.page}>
        <QueryView query={entities}>
          {(seen) =>
            isEmpty(seen) ? (
              <Suspense fallback={null}>
                <GettingStarted />
              </Suspense>
            ) : seen.some(({ entity }) => entity.startsWith('input.')) ? (
              <Board entities={seen} onChoose={() => setChoosing(true)} />
            ) : (
              <NoRight />
            )
          }
        </QueryView>
      </div>
      <Suspense fallback={null}>
        {isChoosing ? <StartPageDialog onClose={() => setChoosing(false)} /> : null}
      </Suspense>
    </>
  )
}
