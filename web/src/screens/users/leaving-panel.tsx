/** Offboarding of a user: all scenarios are closed first, then the account can be deleted. */
import { Button } from '@mantine/core'
import { IconTrash, IconUserOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { accessKey, changeUser, deleteUser, type User } from '../../platform/api/access.ts'
import { useMe } from '../../platform/api/me.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { errorText } from '../../ui/error-text.ts'
import { Panel } from '../../ui/panel.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { useAdmin } from './use-admin.ts'

interface LeavingPanelProps {
  readonly user: User
  readonly scenarios: readonly string[]
}

export function LeavingPanel({ user, scenarios }: LeavingPanelProps) {
  const { t } = useTranslation('users')
  const admin = useAdmin()
  const client = useQueryClient()
  const { history } = useRouter()
  const { username: own } = useMe()
  const { username: name } = user
  const open = scenarios.filter((scenario) => user.scenarios[scenario]?.active === true)
  const mayDelete = admin.may('delete', 'user')
  // Users cannot close their own account.
  if (name === own || (!mayDelete && !admin.may('change', 'user'))) return null
  const mine = open.filter((scenario) => admin.may('change', 'user', scenario))
  const others = open.filter((scenario) => !mine.includes(scenario))
  const labelsOf = (named: readonly string[]): string => named.map(admin.labelOf).join(', ')
  const deactivate = (): void => {
    void confirm({
      title: t('leaving.deactivateTitle', { name }),
      children: t('leaving.deactivateHint', { scenarios: labelsOf(mine) }),
      action: t('leaving.deactivate'),
      danger: true,
      run: async () => {
        const failures: string[] = []
        for (const scenario of mine) {
          try {
            await changeUser(scenario, user.id, { is_active: false })
          } catch (error) {
            failures.push(`${admin.labelOf(scenario)}: ${errorText(error)}`)
          }
        }
        await client.invalidateQueries({ queryKey: accessKey })
        if (failures.length > 0) throw new Error(failures.join(' '))
        toastDone({ message: t('saved') })
      },
    })
  }
  const remove = async (): Promise<void> => {
    const done = await confirm({
      title: t('leaving.deleteTitle', { name }),
      children: t('leaving.deleteHint'),
      action: t('leaving.delete'),
      danger: true,
      typed: name,
      run: () => deleteUser(admin.scenario, user.id),
    })
    if (!done) return
    toastDone({ message: t('leaving.deleted', { name }) })
    history.push('/app/admin/users', undefined, { ignoreBlocker: true })
    await client.invalidateQueries({ queryKey: accessKey })
  }
  return (
    <Panel
      title={t('leaving.title')}
      about={t(open.length > 0 ? 'leaving.about' : 'leaving.aboutInactive')}
      actions={
        mine.length > 0 ? (
          <Button variant="default" leftSection={<IconUserOff size={14} />} onClick={deactivate}>
            {t('leaving.deactivate')}
          </Button>
        ) : mayDelete && open.length === 0 ? (
          <Button
            color="red.8"
            autoContrast
            leftSection={<IconTrash size={14} />}
            onClick={() => void remove()}
          >
            {t('leaving.delete')}
          </Button>
        ) : undefined
      }
    >
      {others.length > 0 ? <p>{t('leaving.others', { scenarios: labelsOf(others) })}</p> : null}
    </Panel>
  )
}
