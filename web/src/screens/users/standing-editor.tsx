/** Rights of a user in one scenario: active, superuser, groups, and individual rights. */
import { Button, Collapse, Group, MultiSelect, Switch } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  accessKey,
  changeUser,
  groupsQuery,
  noStanding,
  rightsQuery,
  type Standing,
  type User,
  usersQuery,
} from '../../platform/api/access.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { LoadingSkeleton } from '../../ui/loading-skeleton.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { rebaseStanding, standingChange, type StandingDraft } from './rights-draft.ts'
import { RightsMatrix } from './rights-matrix.tsx'
import { StandingBadge } from './standing-badge.tsx'
import { useAdmin } from './use-admin.ts'
import styles from './users.module.css'

interface StandingEditorProps {
  readonly scenario: string
  readonly user: User
  readonly standing: Standing
}

export function StandingEditor({ scenario, user, standing }: StandingEditorProps) {
  const { t } = useTranslation('users')
  const admin = useAdmin()
  const client = useQueryClient()
  const [draft, setDraft] = useState<StandingDraft>()
  const [open, setOpen] = useState(false)
  const groups = useQuery(groupsQuery(admin.scenario)).data ?? []
  const rights = useQuery({ ...rightsQuery(scenario), enabled: open }).data
  const now = draft === undefined ? standing : rebaseStanding(draft, standing)
  const change = (changes: Partial<Standing>): void =>
    setDraft({ before: standing, edited: { ...now, ...changes } })
  const dirty = Object.keys(standingChange(now, standing)).length > 0
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async () => {
      if (draft === undefined) return
      // Read again, so that what others have changed meanwhile stays.
      const { users } = await client.fetchQuery({ ...usersQuery(admin.scenario), staleTime: 0 })
      const stored = users.find(({ id }) => id === user.id)?.scenarios[scenario] ?? noStanding
      const changes = standingChange(rebaseStanding(draft, stored), stored)
      if (Object.keys(changes).length > 0) await changeUser(scenario, user.id, changes)
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: accessKey })
      setDraft(undefined)
      toastDone({ message: t('saved') })
    },
  })
  const superuser = admin.superuserIn(scenario)
  // Only superusers may change superusers.
  const may = admin.may('change', 'user', scenario) && (superuser || !standing.superuser)
  return (
    <section className={styles.scenario} aria-label={admin.labelOf(scenario)}>
      <LeaveGuard dirty={dirty && !isPending} />
      <div className={styles.scenarioHead}>
        <h3>{admin.labelOf(scenario)}</h3>
        <StandingBadge standing={standing} />
      </div>
      <div className={styles.standingFields}>
        <Switch
          label={t('access.active')}
          checked={now.active}
          disabled={!may}
          onChange={({ currentTarget }) => change({ active: currentTarget.checked })}
        />
        <Switch
          label={t('access.superuser')}
          checked={now.superuser}
          disabled={!may || !superuser}
          onChange={({ currentTarget }) => change({ superuser: currentTarget.checked })}
        />
        <MultiSelect
          aria-label={t('access.groupsIn', { scenario: admin.labelOf(scenario) })}
          placeholder={now.groups.length === 0 ? t('access.noGroups') : ''}
          data={[...new Set([...groups.map(({ name }) => name), ...now.groups])]}
          value={[...now.groups]}
          disabled={!may}
          onChange={(chosen) => change({ groups: chosen })}
        />
        <Button
          variant="subtle"
          rightSection={<IconChevronDown size={14} />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t('access.direct', { count: now.permissions.length })}
        </Button>
      </div>
      <Collapse expanded={open}>
        {!open ? null : rights === undefined ? (
          <LoadingSkeleton rows={4} />
        ) : (
          <RightsMatrix
            rights={rights}
            chosen={new Set(now.permissions)}
            readOnly={!may}
            onChange={(chosen) => change({ permissions: [...chosen].sort() })}
          />
        )}
      </Collapse>
      {now.superuser ? <p className={styles.soft}>{t('access.superuserHint')}</p> : null}
      <ErrorAlert error={error} title={t('notSaved')} />
      {dirty ? (
        <Group justify="flex-end" gap="xs">
          <Button
            variant="default"
            onClick={() => {
              setDraft(undefined)
              reset()
            }}
          >
            {t('discard')}
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>
            {t('access.save', { scenario: admin.labelOf(scenario) })}
          </Button>
        </Group>
      ) : null}
    </section>
  )
}
