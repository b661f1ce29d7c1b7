/** The steps of a group, which can be reordered by dragging or by keyboard. */
import { ActionIcon, Alert, Badge, Button, Checkbox, Collapse, Select, Tooltip } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconGripVertical,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScheduleStep } from '../../platform/api/schedules.ts'
import { type Task, tasksQuery } from '../../platform/api/tasks.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { announce } from '../../ui/live-region.tsx'
import { argumentsOf, shownParameters, stepValues } from '../execute/form-values.ts'
import { ParameterField } from '../execute/parameter-field.tsx'
import { titleOf } from '../../platform/task-titles.ts'
import styles from './schedules.module.css'

interface StepListProps {
  readonly steps: readonly ScheduleStep[]
  /** Disables adding steps. */
  readonly readOnly: boolean
  readonly errors: readonly string[] | undefined
  readonly onChange: (steps: readonly ScheduleStep[]) => void
}

export function StepList({ steps, readOnly, errors, onChange }: StepListProps) {
  const { t } = useTranslation('schedules')
  const scenario = useScenario()
  const { data: tasks = [] } = useQuery(tasksQuery(scenario.name))
  const [dragged, setDragged] = useState<number>()
  const [added, setAdded] = useState<string | null>(null)
  const taskOf = (step: ScheduleStep): Task | undefined => tasks.find(({ name }) => name === step.task)
  const nameOf = (step: ScheduleStep): string => stepName(step, taskOf(step))
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= steps.length || from === to) return
    const moved = steps.toSpliced(from, 1).toSpliced(to, 0, steps[from]!)
    onChange(moved)
    announce(t('steps.moved', { name: nameOf(steps[from]!), place: to + 1, count: steps.length }))
  }
  // Tasks with secret parameters cannot be steps.
  const offered = tasks.filter(({ secrets }) => secrets.length === 0)
  return (
    <section className={styles.panel}>
      <h2>{t('steps.title')}</h2>
      {steps.length === 0 ? <p className={styles.soft}>{t('steps.none')}</p> : null}
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          // Buttons offer the same action.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            // Steps have no names, and two may be equal.
            // oxlint-disable-next-line react/no-array-index-key
            key={`${step.task} ${index}`}
            className={styles.step}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => {
              if (dragged !== undefined) move(dragged, index)
              setDragged(undefined)
            }}
          >
            <StepCard
              step={step}
              number={index + 1}
              last={index === steps.length - 1}
              task={taskOf(step)}
              onDrag={() => setDragged(index)}
              onMove={(by) => move(index, index + by)}
              onChange={(changed) => onChange(steps.with(index, changed))}
              onRemove={() => onChange(steps.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      {errors === undefined ? null : (
        <Alert color="red" role="alert">
          {errors.join(' ')}
        </Alert>
      )}
      {readOnly ? null : (
        <div className={styles.adder}>
          <Select
            aria-label={t('steps.choose')}
            placeholder={t('steps.choose')}
            searchable
            data={offered.map(({ name, title }) => ({ value: name, label: `${titleOf(title)} (${name})` }))}
            value={added}
            onChange={setAdded}
          />
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={added === null}
            onClick={() => {
              if (added !== null) onChange([...steps, { task: added, arguments: {}, abort_on_failure: true }])
              setAdded(null)
            }}
          >
            {t('steps.add')}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Returns the title of the task of a step; its technical name if the user may not run it. */
const stepName = (step: ScheduleStep, task: Task | undefined): string =>
  task === undefined ? step.task : titleOf(task.title)

interface StepCardProps {
  readonly step: ScheduleStep
  readonly number: number
  readonly last: boolean
  /** Undefined if the user may not run it. */
  readonly task: Task | undefined
  readonly onDrag: () => void
  readonly onMove: (by: number) => void
  readonly onChange: (step: ScheduleStep) => void
  readonly onRemove: () => void
}

function StepCard({ step, number, last, task, onDrag, onMove, onChange, onRemove }: StepCardProps) {
  const { t } = useTranslation('schedules')
  // A step that lacks an argument is opened at once: the browser refuses to submit a form with an empty required
  // field, silently if the field is hidden.
  const [open, setOpen] = useState(
    task?.parameters.required.some(
      (name) => step.arguments[name] === undefined && task.parameters.properties[name]?.default === undefined,
    ) === true,
  )
  const given = Object.keys(step.arguments).length
  const label = (key: string): string => t(`steps.${key}`, { name: stepName(step, task), number })
  return (
    <>
      <div className={styles.stepHead}>
        <span
          className={styles.grip}
          draggable
          onDragStart={({ dataTransfer }) => {
            // Some browsers do not start a drag without data.
            dataTransfer.setData('text/plain', step.task)
            onDrag()
          }}
          aria-hidden="true"
        >
          <IconGripVertical size={16} />
        </span>
        <span className={styles.number}>{number}</span>
        <span className={styles.stepName}>
          {stepName(step, task)} <code>{step.task}</code>
          {given === 0 ? null : (
            <Badge size="xs" variant="light">
              {t('steps.arguments', { count: given })}
            </Badge>
          )}
        </span>
        <Icon
          label={label('up')}
          disabled={number === 1}
          onClick={() => onMove(-1)}
          icon={<IconArrowUp size={16} />}
        />
        <Icon
          label={label('down')}
          disabled={last}
          onClick={() => onMove(1)}
          icon={<IconArrowDown size={16} />}
        />
        <Icon
          label={label(open ? 'close' : 'open')}
          expanded={open}
          onClick={() => setOpen(!open)}
          icon={<IconChevronDown size={16} />}
        />
        <Icon label={label('remove')} onClick={onRemove} icon={<IconTrash size={16} />} />
      </div>
      <Collapse expanded={open} keepMounted={false}>
        <div className={styles.stepBody}>
          {task === undefined ? (
            <p className={styles.soft}>{t('steps.unknown')}</p>
          ) : (
            <StepArguments task={task} step={step} onChange={onChange} />
          )}
          <Checkbox
            label={t('steps.abort')}
            checked={step.abort_on_failure}
            onChange={({ currentTarget }) => onChange({ ...step, abort_on_failure: currentTarget.checked })}
          />
        </div>
      </Collapse>
    </>
  )
}

/** The form of the task, as for a launch, with the values with which the step runs. */
function StepArguments({
  task,
  step,
  onChange,
}: Pick<StepCardProps, 'step' | 'onChange'> & { readonly task: Task }) {
  const { t } = useTranslation('schedules')
  const values = stepValues(task, step.arguments)
  const parameters = shownParameters(task, values)
  if (parameters.length === 0) return <p className={styles.soft}>{t('steps.noParameters')}</p>
  return (
    <>
      {parameters.map(([name, parameter]) => (
        <ParameterField
          key={name}
          task={task}
          name={name}
          parameter={parameter}
          value={values[name]}
          error={undefined}
          onChange={(value) =>
            onChange({ ...step, arguments: argumentsOf(task, { ...values, [name]: value }) })
          }
        />
      ))}
    </>
  )
}

interface IconProps {
  readonly label: string
  readonly icon: React.ReactNode
  readonly disabled?: boolean
  readonly expanded?: boolean
  readonly onClick: () => void
}

function Icon({ label, icon, disabled = false, expanded, onClick }: IconProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        aria-label={label}
        disabled={disabled}
        {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
