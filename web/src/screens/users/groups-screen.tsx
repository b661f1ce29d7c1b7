/** Groups with their rights and number of members. */
import { Button } from '@mantine/core'
import { IconPlus, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type Group, groupsQuery, usersQuery } from '../../platform/api/access.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { membersOf } from './members.ts'
import { useAdmin } from './use-admin.ts'
import styles from './users.module.css'

export function GroupsScreen() {
  const { t } = useTranslation('users')
  const admin = useAdmin()
  const { history } = useRouter()
  const found = useQuery(groupsQuery(admin.scenario))
  const users = useQuery(usersQuery(admin.scenario)).data?.users
  const columns: readonly Column<Group>[] = [
    {
      id: 'name',
      header: t('groups.name'),
      sort: ({ name }) => name,
      cell: nameCell,
    },
    {
      id: 'rights',
      header: t('groups.rights'),
      align: 'end',
      sort: ({ permissions }) => permissions.length,
      cell: ({ permissions }) => permissions.length,
    },
    ...(users === undefined
      ? []
      : [
          {
            id: 'members',
            header: t('groups.members'),
            cell: ({ name }: Group) =>
              membersOf(users, name)
                .map(({ user }) => user.username)
                .join(', ') || '–',
          },
        ]),
  ]
  return (
    <>
      <PageHeader
        title={t('groups.title')}
        help="tasks/users"
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconUser size={14} />}
              onClick={() => history.push('/app/admin/users')}
            >
              {t('title')}
            </Button>
            {admin.may('add', 'group') ? (
              <Button
                leftSection={<IconPlus size={14} />}
                onClick={() => history.push('/app/admin/groups/new')}
              >
                {t('groups.new')}
              </Button>
            ) : null}
          </>
        }
      />
      <div className={styles.page}>
        <p className={styles.soft}>{t('groups.about')}</p>
        <QueryView query={found}>
          {(data) => (
            <DataTable
              label={t('groups.title')}
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              empty={<EmptyState title={t('groups.none')}>{t('groups.about')}</EmptyState>}
            />
          )}
        </QueryView>
      </div>
    </>
  )
}

const nameCell = ({ id, name }: Group) => (
  <ScreenLink className={styles.name} to={`/app/admin/groups/${id}`}>
    {name}
  </ScreenLink>
)
