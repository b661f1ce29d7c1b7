/** Role of a user in a scenario, with the names of groups. */
import { useTranslation } from 'react-i18next'
import { noStanding, type Standing } from '../../platform/api/access.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './users.module.css'

export function StandingBadge({ standing = noStanding }: { readonly standing?: Standing | undefined }) {
  const { t } = useTranslation('users')
  const { active, superuser, groups, permissions } = standing
  if (!active && !superuser && groups.length === 0 && permissions.length === 0) {
    return <span className={styles.soft}>{t('standing.none')}</span>
  }
  return (
    <span className={styles.standing}>
      <StatusBadge tone={active ? (superuser ? 'info' : 'ok') : 'off'}>
        {t(active ? (superuser ? 'standing.superuser' : 'standing.active') : 'standing.inactive')}
      </StatusBadge>
      <span className={styles.soft}>
        {[
          ...groups,
          ...(permissions.length === 0 ? [] : [t('standing.direct', { count: permissions.length })]),
        ].join(', ')}
      </span>
    </span>
  )
}
