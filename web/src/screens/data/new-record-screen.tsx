/** The form of a new record. */
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../../platform/use-scenario.ts'
import { NoRight } from '../../ui/no-right.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { heading, keyOf } from '../../platform/meta/entity-meta.ts'
import { RecordForm } from '../../grid/record/record-form.tsx'
import styles from '../../grid/record/record.module.css'
import { recordHref } from '../../platform/record-href.ts'
import { WithEntity } from './with-entity.tsx'

const route = getRouteApi('/app/$scenario/data/$entity/new')

export function NewRecordScreen() {
  const { t } = useTranslation('grid')
  const { entity } = route.useParams()
  const scenario = useScenario()
  const router = useRouter()
  return (
    <WithEntity route={entity}>
      {(meta) => {
        const list = `/app/${encodeURIComponent(scenario.name)}${meta.route}`
        if (!meta.permissions.add || meta.readonly) return <NoRight />
        return (
          <div className="screen-fill">
            <PageHeader
              title={t('create.title', { entity: meta.label })}
              crumbs={[{ label: heading(meta.label_plural), to: list }]}
              help="how-to/work-with-data"
            />
            <div className={styles.body}>
              <RecordForm
                scenario={scenario.name}
                meta={meta}
                record={undefined}
                onSaved={(record) =>
                  setTimeout(() =>
                    router.history.push(recordHref(scenario.name, meta.entity, keyOf(meta, record))),
                  )
                }
                onReload={() => router.history.push(list)}
              />
            </div>
          </div>
        )
      }}
    </WithEntity>
  )
}
