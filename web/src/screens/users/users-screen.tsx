/** All users with their roles in the scenarios that the current user administers. */
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconPlus, IconSearch, IconUsersGroup } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type User, usersQuery } from '../../platform/api/access.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StandingBadge } from './standing-badge.tsx'
import { useAdmin } from './use-admin.ts'
import styles from './users.module.css'

const activeSomewhere = ({ scenarios }: User): boolean =>
  Object.values(scenarios).some(({ active }) => active)

const fullName = ({ first_name, last_name }: User): string => `${first_name ?? ''} ${last_name ?? ''}`.trim()

export function UsersScreen() {
  const { t } = useTranslation('users')
  const admin = useAdmin()
  const { history } = useRouter()
  const found = useQuery(usersQuery(admin.scenario))
  const { data } = found
  const [words, setWords] = useState('')
  const [state, setState] = useState('all')
  const wanted = words.trim().toLowerCase()
  const users = (data?.users ?? []).filter(
    (user) =>
      (state === 'all' || activeSomewhere(user) === (state === 'active')) &&
      [user.username, fullName(user), user.email].some((text) => text?.toLowerCase().includes(wanted)),
  )
  const columns: readonly Column<User>[] = [
    {
      id: 'user',
      header: t('column.user'),
      sort: ({ username }) => username,
      cell: nameCell,
    },
    {
      id: 'login',
      header: t('column.login'),
      sort: ({ last_login }) => last_login ?? '',
      cell: loginCell,
    },
    ...(data?.scenarios ?? []).map((name): Column<User> => ({
      id: `scenario ${name}`,
      header: admin.labelOf(name),
      cell: standingIn(name),
    })),
  ]
  return (
    <>
      <PageHeader
        title={t('title')}
        help="tasks/users"
        actions={
          <>
            {admin.seesGroups ? (
              <Button
                variant="default"
                leftSection={<IconUsersGroup size={14} />}
                onClick={() => history.push('/app/admin/groups')}
              >
                {t('groups.title')}
              </Button>
            ) : null}
            {admin.may('add', 'user') ? (
              <Button
                leftSection={<IconPlus size={14} />}
                onClick={() => history.push('/app/admin/users/new')}
              >
                {t('new.button')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className={styles.page}>
        <div className={styles.tools}>
          <TextInput
            className={styles.search}
            type="search"
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={14} />}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <SegmentedControl
            aria-label={t('state.label')}
            value={state}
            onChange={setState}
            data={['all', 'active', 'inactive'].map((value) => ({ value, label: t(`state.${value}`) }))}
          />
          <span className={styles.soft} role="status">
            {data === undefined ? '' : t('count', { count: users.length })}
          </span>
        </div>
        <QueryView query={found}>
          {() => (
            <DataTable
              label={t('title')}
              columns={columns}
              rows={users}
              rowKey={({ id }) => id}
              empty={<EmptyState title={t('nobody')}>{t('nobodyHint')}</EmptyState>}
            />
          )}
        </QueryView>
      </div>
    </>
  )
}

const nameCell = (user: User) => (
  <>
    <ScreenLink className={styles.name} to={`/app/admin/users/${user.id}`}>
      {user.username}
    </ScreenLink>
    <div className={styles.soft}>
      {[fullName(user), user.email ?? ''].filter((part) => part !== '').join(' · ')}
    </div>
  </>
)

const loginCell = (user: User) => <LastLogin user={user} />

const standingIn = (scenario: string) => (user: User) => <StandingBadge standing={user.scenarios[scenario]} />

function LastLogin({ user: { last_login: at, has_password: has } }: { readonly user: User }) {
  const { t } = useTranslation('users')
  return (
    <>
      {at === null ? <span className={styles.soft}>{t('never')}</span> : <RelativeTime at={at} />}
      {has ? null : <div className={styles.soft}>{t('noPassword')}</div>}
    </>
  )
}
