/** All tasks that the user may launch, by group, with a search. */
import { TextInput } from '@mantine/core'
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../platform/api/tasks.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { titleOf } from '../../platform/task-titles.ts'
import styles from './execute.module.css'

interface TaskCatalogueProps {
  readonly tasks: readonly Task[]
  readonly onChoose: (task: Task) => void
}

export function TaskCatalogue({ tasks, onChoose }: TaskCatalogueProps) {
  const { t } = useTranslation('execute')
  const [wanted, setWanted] = useState('')
  const needle = wanted.trim().toLowerCase()
  const found = tasks.filter(({ name, title, about }) =>
    `${name} ${title} ${about}`.toLowerCase().includes(needle),
  )
  const groups = [...Map.groupBy(found, ({ group }) => group)]
  return (
    <section className={styles.panel} aria-labelledby="tasks">
      <div className={styles.panelHead}>
        <h2 id="tasks">{t('tasks.title')}</h2>
        <TextInput
          size="xs"
          type="search"
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          placeholder={t('tasks.search')}
          aria-label={t('tasks.search')}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      </div>
      {tasks.length === 0 ? (
        <EmptyState title={t('tasks.none')}>{t('tasks.noneHint')}</EmptyState>
      ) : groups.length === 0 ? (
        <EmptyState title={t('tasks.notFound', { wanted })} />
      ) : (
        groups.map(([group, members]) => (
          <div key={group} className={styles.group}>
            <h3>{group}</h3>
            <ul>
              {members.map((task) => (
                <li key={task.name}>
                  <button type="button" className={styles.task} onClick={() => onChoose(task)}>
                    <span>
                      {titleOf(task.title)}
                      {task.destructive ? (
                        <IconAlertTriangle
                          className={styles.danger}
                          size={14}
                          aria-label={t('tasks.destructive')}
                        />
                      ) : null}
                    </span>
                    <code>{task.name}</code>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))
      )}
    </section>
  )
}
