/** The edits of a proposal: records with base and proposed values. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CheckedProposal, proposalEditsQuery, type ProposedEdit } from '../../platform/api/proposals.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { heading, metaQuery } from '../../platform/meta/entity-meta.ts'
import { useShownValue } from '../../platform/values/use-shown-value.ts'
import styles from './proposals.module.css'

/** Number of records shown initially, and added by "show more". */
const shownAtFirst = 100
const shownAtMost = 1_000

export function EditList({ proposal }: { readonly proposal: CheckedProposal }) {
  const { t } = useTranslation('proposals')
  const scenario = useScenario()
  const [limit, setLimit] = useState(shownAtFirst)
  const { data, error, refetch } = useQuery(proposalEditsQuery(scenario.name, proposal.id, limit))
  if (error !== null) return <ErrorState error={error} inline onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingSkeleton rows={3} />
  return (
    <>
      <ul className={styles.edits}>
        {data.edits.map((edit) => (
          <EditItem key={edit.number} edit={edit} />
        ))}
      </ul>
      {data.more && limit < shownAtMost ? (
        <Button variant="default" onClick={() => setLimit(shownAtMost)}>
          {t('more')}
        </Button>
      ) : null}
      {data.more && limit === shownAtMost ? (
        <p className={styles.soft}>{t('first', { count: shownAtMost })}</p>
      ) : null}
    </>
  )
}

function EditItem({ edit }: { readonly edit: ProposedEdit }) {
  const { t, i18n } = useTranslation('proposals')
  const scenario = useScenario()
  const { entity, label, route, action, key, title, fields, base } = edit
  const meta = useQuery(metaQuery(scenario.name, entity, i18n.language)).data
  const show = useShownValue(meta)
  const address = `/app/${encodeURIComponent(scenario.name)}${route}/${encodeURIComponent(key ?? '')}`
  const values = Object.entries(action === 'delete' ? {} : fields).filter(([name]) => name !== meta?.key)
  return (
    <li className={styles.edit}>
      <div>
        <span className={styles.soft}>
          {heading(label, i18n.language)} · {t(`action.${action}`)}
        </span>{' '}
        {action === 'create' || key === null ? <b>{title}</b> : <ScreenLink to={address}>{title}</ScreenLink>}
      </div>
      <dl className={styles.values}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{show.label(name)}</dt>
            <dd>
              {base === null ? null : (
                <>
                  <del>{show.value(name, base[name])}</del> →{' '}
                </>
              )}
              <ins>{show.value(name, value)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
