/** One group: name, rights and members. */
import { Alert, Button, Group as Row, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  accessKey,
  changeGroup,
  createGroup,
  deleteGroup,
  type Group,
  groupsQuery,
  rightsQuery,
  usersQuery,
} from '../../platform/api/access.ts'
import { asApiError } from '../../platform/api/api-error.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { groupChange, type GroupDraft, type GroupFacts, rebaseGroup } from './rights-draft.ts'
import { membersOf } from './members.ts'
import { RightsMatrix } from './rights-matrix.tsx'
import { useAdmin } from './use-admin.ts'
import { errorText } from '../../ui/error-text.ts'
import styles from './users.module.css'

const list = '/app/admin/groups'

/** A new group before anything is entered. */
const noGroup: GroupFacts = { name: '', permissions: [] }

export function GroupScreen() {
  const { t } = useTranslation('users')
  const admin = useAdmin()
  const { id } = useParams({ strict: false })
  const found = useQuery(groupsQuery(admin.scenario))
  const { data } = found
  const group = data?.find((one) => String(one.id) === id)
  if (group !== undefined || (id === 'new' && data !== undefined)) {
    return <GroupForm key={id} group={group} />
  }
  return (
    <>
      <PageHeader
        title={t('groups.title')}
        help="tasks/users"
        crumbs={[{ label: t('groups.title'), to: list }]}
      />
      <QueryView query={found}>
        {() => <EmptyState title={t('groups.unknown')}>{t('unknownHint')}</EmptyState>}
      </QueryView>
    </>
  )
}

function GroupForm({ group }: { readonly group: Group | undefined }) {
  const { t } = useTranslation('users')
  const admin = useAdmin()
  const client = useQueryClient()
  const { history } = useRouter()
  const [draft, setDraft] = useState<GroupDraft>()
  const stored = group ?? noGroup
  const now = draft === undefined ? stored : rebaseGroup(draft, stored)
  const { name } = now
  const chosen = new Set(now.permissions)
  const edit = (changes: Partial<GroupFacts>): void =>
    setDraft({ before: stored, edited: { ...now, ...changes } })
  const rights = useQuery(rightsQuery(admin.scenario))
  const members = membersOf(useQuery(usersQuery(admin.scenario)).data?.users ?? [], group?.name ?? '')
  const may = admin.may(group === undefined ? 'add' : 'change', 'group')
  const dirty = group === undefined || Object.keys(groupChange(now, group)).length > 0
  const saving = useMutation({
    mutationFn: async (): Promise<unknown> => {
      if (group === undefined)
        return createGroup(admin.scenario, { name: name.trim(), permissions: [...chosen].sort() })
      // Read again, so that what others have changed meanwhile stays.
      const all = await client.fetchQuery({ ...groupsQuery(admin.scenario), staleTime: 0 })
      const fresh = all.find(({ id }) => id === group.id) ?? group
      const changes = draft === undefined ? {} : groupChange(rebaseGroup(draft, fresh), fresh)
      return Object.keys(changes).length === 0 ? undefined : changeGroup(admin.scenario, group.id, changes)
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: accessKey })
      if (group !== undefined) setDraft(undefined)
      toastDone({ message: t('saved') })
      if (group === undefined) history.push(list, undefined, { ignoreBlocker: true })
    },
  })
  const failure = saving.error === null ? undefined : asApiError(saving.error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    saving.mutate()
  }
  const remove = async (one: Group): Promise<void> => {
    const done = await confirm({
      title: t('groups.deleteTitle', { name: one.name }),
      children: t('groups.deleteHint', { count: members.length }),
      action: t('groups.delete'),
      danger: true,
      ...(members.length > 0 ? { typed: one.name } : {}),
      run: () => deleteGroup(admin.scenario, one.id),
    })
    if (!done) return
    toastDone({ message: t('groups.deleted', { name: one.name }) })
    history.push(list, undefined, { ignoreBlocker: true })
    await client.invalidateQueries({ queryKey: accessKey })
  }
  return (
    <>
      <PageHeader
        title={group?.name ?? t('groups.new')}
        crumbs={[{ label: t('groups.title'), to: list }]}
        help="tasks/users"
        actions={
          group !== undefined && admin.may('delete', 'group') ? (
            <Button
              variant="default"
              leftSection={<IconTrash size={14} />}
              onClick={() => void remove(group)}
            >
              {t('groups.delete')}
            </Button>
          ) : undefined
        }
      />
      <LeaveGuard
        dirty={group === undefined ? name.trim() !== '' || chosen.size > 0 : dirty && !saving.isPending}
      />
      <form className={styles.page} onSubmit={submit}>
        <Panel title={t('groups.name')}>
          <TextInput
            className={styles.short}
            aria-label={t('groups.name')}
            required
            readOnly={!may}
            maxLength={150}
            value={name}
            error={failure?.fields['name']?.join(' ')}
            onChange={({ currentTarget }) => edit({ name: currentTarget.value })}
          />
        </Panel>
        <Panel title={t('groups.rights')} about={t('groups.rightsHint')}>
          <QueryView query={rights} inline>
            {(data) => (
              <RightsMatrix
                rights={data}
                chosen={chosen}
                readOnly={!may}
                onChange={(rights) => edit({ permissions: [...rights] })}
              />
            )}
          </QueryView>
        </Panel>
        {group === undefined ? null : <MembersPanel members={members} />}
        {failure === undefined ? null : (
          <Alert color="red" role="alert" title={t('notSaved')}>
            {failure.fields['permissions']?.join(' ') ?? errorText(failure)}
          </Alert>
        )}
        {may ? (
          <div className={styles.foot}>
            <Row justify="flex-end" gap="xs">
              <Button
                variant="default"
                onClick={() => history.push(list, undefined, { ignoreBlocker: true })}
              >
                {t('common:cancel')}
              </Button>
              <Button type="submit" disabled={!dirty} loading={saving.isPending}>
                {t('save')}
              </Button>
            </Row>
          </div>
        ) : null}
      </form>
    </>
  )
}

function MembersPanel({ members }: { readonly members: ReturnType<typeof membersOf> }) {
  const { t } = useTranslation('users')
  const { labelOf } = useAdmin()
  return (
    <Panel title={t('groups.members')}>
      {members.length === 0 ? (
        <p className={styles.soft}>{t('groups.nobody')}</p>
      ) : (
        <ul className={styles.members}>
          {members.map(({ user, scenarios }) => (
            <li key={user.id}>
              <ScreenLink className={styles.name} to={`/app/admin/users/${user.id}`}>
                {user.username}
              </ScreenLink>{' '}
              <span className={styles.soft}>{scenarios.map(labelOf).join(', ')}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
