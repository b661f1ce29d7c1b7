/** One scenario with its contents and origin, and the actions that the user may run on it. */
import { Button, Group, Menu } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowBigUpLine,
  IconArrowsDiff,
  IconCopy,
  IconDots,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { deleteScenario, type KeptAction, type ScenarioState } from '../../platform/api/scenarios.ts'
import { launchTask } from '../../platform/api/tasks.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { confirm } from '../../ui/confirm-dialog.tsx'
import { ScreenLink } from '../../ui/screen-link.tsx'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import styles from './scenarios.module.css'

/** Dialogs that a card opens. */
export type CardDialog = 'copy' | 'promote' | 'label'

interface ScenarioCardProps {
  readonly scenario: ScenarioState
  /** Scenario from which a free one is deleted; undefined without the right. */
  readonly deletedFrom: string | undefined
  readonly onOpen: (dialog: CardDialog) => void
  readonly onStarted: (scenario: string, id: number) => void
  /** Undoes the last promotion, or redoes it. */
  readonly onBringBack: (action: KeptAction) => void
}

const tones: Readonly<Record<string, Tone>> = { 'In use': 'ok', Busy: 'waiting', Free: 'neutral' }

const isFree = ({ status }: ScenarioState): boolean => status === 'Free'

/** The size of data is unknown only while their database server cannot be reached. */
const isUnreachable = ({ open, size }: ScenarioState): boolean => open && size === null

export function ScenarioCard(props: ScenarioCardProps) {
  const { scenario } = props
  const { t } = useTranslation('scenarios')
  const { name, label, status, production } = scenario
  return (
    <li className={styles.card} data-production={production} data-free={isFree(scenario)}>
      <div className={styles.cardHead}>
        {scenario.open ? (
          <ScreenLink className={styles.name} to={`/app/${encodeURIComponent(name)}/`}>
            {label}
          </ScreenLink>
        ) : (
          <span className={styles.name}>{label}</span>
        )}
        {isUnreachable(scenario) ? (
          <StatusBadge tone="bad">{t('unreachable')}</StatusBadge>
        ) : (
          <StatusBadge tone={tones[status] ?? 'neutral'}>{t(`status.${status}`)}</StatusBadge>
        )}
        <StatusBadge tone={production ? 'info' : 'neutral'}>
          {t(production ? 'production' : 'whatIf')}
        </StatusBadge>
      </div>
      <ScenarioFacts scenario={scenario} />
      <ScenarioActions {...props} />
    </li>
  )
}

function ScenarioFacts({ scenario }: { readonly scenario: ScenarioState }) {
  const { t } = useTranslation('scenarios')
  const formats = useFormats()
  const { name, size, home, origin, users, last_plan: plan } = scenario
  return (
    <dl>
      <Fact title={t('name')}>
        <code>{name}</code>
      </Fact>
      {origin === null ? null : (
        <Fact title={t('origin')}>
          {t(origin.by === null ? 'originAt' : 'originOf', {
            source: origin.source ?? '',
            by: origin.by ?? '',
            at: origin.at === null ? '' : formats.moment(origin.at),
          })}
        </Fact>
      )}
      {size === null ? null : <Fact title={t('size')}>{formats.bytes(size)}</Fact>}
      {home === null ? null : <Fact title={t('home')}>{home}</Fact>}
      {plan === null ? null : (
        <Fact title={t('plan')}>
          {plan.task === null
            ? t('planOfTrial', { at: formats.moment(plan.at) })
            : t('planOfRun', { at: formats.moment(plan.at), task: plan.task })}
        </Fact>
      )}
      {users === null ? null : (
        <Fact title={t('users')}>{users.map(({ username }) => username).join(', ')}</Fact>
      )}
    </dl>
  )
}

const Fact = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
)

function ScenarioActions({ scenario, deletedFrom, onOpen, onStarted, onBringBack }: ScenarioCardProps) {
  const { t } = useTranslation('scenarios')
  const { name, label, production, rights, users } = scenario
  const free = isFree(scenario)
  const isReady = !free && !isUnreachable(scenario)
  const release = (): void => {
    void confirm({
      title: t('release.title', { label }),
      children: <p>{t('release.hint', { label, count: users?.length ?? 0 })}</p>,
      action: t('release.action'),
      danger: true,
      typed: name,
      run: async () => onStarted(name, await launchTask(name, 'scenario_release', {})),
    })
  }
  const remove = (home: string): void => {
    void confirm({
      title: t('delete.title', { label }),
      children: <p>{t('delete.hint')}</p>,
      action: t('delete.button'),
      danger: true,
      typed: name,
      run: async () => onStarted(home, await deleteScenario(home, name)),
    })
  }
  return (
    <Group gap="xs">
      {rights.copy && isReady ? (
        <Button variant="default" leftSection={<IconCopy size={14} />} onClick={() => onOpen('copy')}>
          {t('copy.button')}
        </Button>
      ) : null}
      {rights.promote && isReady && !production ? (
        <Button
          variant="default"
          leftSection={<IconArrowBigUpLine size={14} />}
          onClick={() => onOpen('promote')}
        >
          {t('promote.button')}
        </Button>
      ) : null}
      {free && !production && deletedFrom !== undefined ? (
        <Button variant="default" leftSection={<IconTrash size={14} />} onClick={() => remove(deletedFrom)}>
          {t('delete.button')}
        </Button>
      ) : null}
      {scenario.open && isReady ? (
        <Button
          component={ScreenLink}
          variant="default"
          leftSection={<IconArrowsDiff size={14} />}
          to={`/app/${encodeURIComponent(name)}/reports/comparison`}
        >
          {t('compare')}
        </Button>
      ) : null}
      <MoreActions scenario={scenario} onOpen={onOpen} onRelease={release} onBringBack={onBringBack} />
    </Group>
  )
}

interface MoreActionsProps extends Pick<ScenarioCardProps, 'scenario' | 'onOpen' | 'onBringBack'> {
  readonly onRelease: () => void
}

/** Menu of the less common actions; nothing if the user may run none of them. */
function MoreActions({ scenario, onOpen, onRelease, onBringBack }: MoreActionsProps) {
  const { t } = useTranslation('scenarios')
  const { label, production, rights, kept } = scenario
  const back = production && rights.superuser ? kept : null
  if (!rights.label && !rights.release && back === null) return null
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" aria-label={t('more', { label })}>
          <IconDots size={16} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {rights.label ? (
          <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => onOpen('label')}>
            {t('label.button')}
          </Menu.Item>
        ) : null}
        {rights.release && !production && !isFree(scenario) ? (
          <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={onRelease}>
            {t('release.button')}
          </Menu.Item>
        ) : null}
        {back === null ? null : (
          <Menu.Item
            leftSection={back === 'undo' ? <IconArrowBackUp size={14} /> : <IconArrowForwardUp size={14} />}
            onClick={() => onBringBack(back)}
          >
            {t(back === 'undo' ? 'revert.button' : 'redo.button')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
