/** Makes a scenario production: first shows in what they differ, then wants the name typed. */
import { Alert, Button, Group, Modal, Table, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../api/api-error.ts'
import { entitiesQuery } from '../../api/entities.ts'
import { productionScenario } from '../../api/paths.ts'
import { type Comparison, comparisonOf, copyScenario, type ScenarioState } from '../../api/scenarios.ts'
import { hasEnded, launchTask, runQuery } from '../../api/tasks.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { LoadingSkeleton } from '../../components/loading-skeleton.tsx'
import styles from './scenarios.module.css'

interface PromoteDialogProps {
  readonly scenario: ScenarioState
  readonly onClose: () => void
  readonly onStarted: (id: number) => void
}

export function PromoteDialog({ scenario, onClose, onStarted }: PromoteDialogProps) {
  const { t } = useTranslation('scenarios')
  const [typed, setTyped] = useState('')
  // Nobody promotes before knowing what that changes.
  const [known, setKnown] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      copyScenario(scenario.name, { promote: true, destination: productionScenario, force: true }),
    onSuccess: onStarted,
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    mutate()
  }
  return (
    <Modal opened onClose={onClose} size="lg" title={t('promote.title', { label: scenario.label })}>
      <form className={styles.form} onSubmit={submit}>
        <p>{t('promote.hint')}</p>
        <Differences scenario={scenario.name} onKnown={() => setKnown(true)} />
        <TextInput
          label={t('promote.type', { name: scenario.name })}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        {error === null ? null : (
          <Alert color="red" role="alert">
            {asApiError(error).detail}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" color="red" loading={isPending} disabled={!known || typed !== scenario.name}>
            {t('promote.action')}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

/** Counts of records by which production and the scenario differ. For superusers of both; others go without. */
function Differences({ scenario, onKnown }: { readonly scenario: string; readonly onKnown: () => void }) {
  const { t } = useTranslation('scenarios')
  const launched = useQuery({
    queryKey: ['comparison', scenario],
    queryFn: () =>
      launchTask(scenario, 'scenario_compare', {
        a: productionScenario,
        b: scenario,
        samples: 0,
        format: 'json',
      }),
    // Once: what is read again when a task has ended would compare again, without end.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  const id = launched.data
  const { data: run } = useQuery({
    ...runQuery(scenario, id ?? 0),
    enabled: id !== undefined,
    refetchInterval: ({ state }) => (state.data !== undefined && hasEnded(state.data) ? false : 700),
  })
  const known = launched.error !== null || (run !== undefined && hasEnded(run))
  const tell = useEffectEvent(onKnown)
  useEffect(() => {
    if (known) tell()
  }, [known])
  if (launched.error !== null) return <p className={styles.soft}>{t('promote.noCompare')}</p>
  if (run === undefined || !hasEnded(run)) return <LoadingSkeleton rows={3} />
  if (run.status !== 'Done' || run.message === null)
    return <ErrorState inline error={new Error(run.message ?? run.status)} />
  return <DifferenceTable scenario={scenario} comparison={comparisonOf(run.message)} />
}

interface DifferenceTableProps {
  readonly scenario: string
  readonly comparison: Comparison
}

function DifferenceTable({ scenario, comparison: { same, differences } }: DifferenceTableProps) {
  const { t } = useTranslation('scenarios')
  const { data: entities, isPending } = useQuery(entitiesQuery(scenario))
  if (same) return <Alert color="gray">{t('promote.same')}</Alert>
  // Names that change under somebody's eyes are read twice.
  if (isPending) return <LoadingSkeleton rows={3} />
  const labels = new Map(entities?.map(({ entity, label_plural: label }) => [entity, label]))
  return (
    <Table.ScrollContainer minWidth={420} mah={300}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('promote.entity')}</Table.Th>
            <Table.Th ta="end">{t('promote.lost')}</Table.Th>
            <Table.Th ta="end">{t('promote.added')}</Table.Th>
            <Table.Th ta="end">{t('promote.changed')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {differences.map(({ entity, onlyA, onlyB, different }) => (
            <Table.Tr key={entity}>
              <Table.Td>{labels.get(entity) ?? entity}</Table.Td>
              <Table.Td ta="end">{onlyA}</Table.Td>
              <Table.Td ta="end">{onlyB}</Table.Td>
              <Table.Td ta="end">{different}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
