/** API screen: list of entities, details of the selected one, and links to documents and keys. */
import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconBook, IconFileCode, IconKey, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import { entitiesQuery } from '../../platform/api/entities.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { heading } from '../../platform/meta/entity-meta.ts'
import { EntityPanel } from './entity-panel.tsx'
import styles from './api.module.css'

const rank = (entity: string): number => {
  const index = ['input.', 'output.'].findIndex((app) => entity.startsWith(app))
  return index === -1 ? 2 : index
}

/** The item selected by the address may be outside the visible area. */
const showChosen = (item: HTMLElement | null): void => item?.scrollIntoView({ block: 'nearest' })

export function ApiScreen() {
  const { t, i18n } = useTranslation('apipage')
  const formats = useFormats()
  const scenario = useScenario()
  const navigate = useNavigate()
  const { history } = useRouter()
  const { entity: chosen } = useSearch({ from: '/app/api' })
  const found = useQuery(entitiesQuery(scenario.name))
  const { data } = found
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  // Planning entities come before administrative ones.
  const entities = (data ?? []).toSorted((a, b) => rank(a.entity) - rank(b.entity))
  const shown = entities.filter(({ entity, label_plural: label }) =>
    [entity, label].some((text) => text.toLowerCase().includes(wanted)),
  )
  const current = entities.find(({ entity }) => entity === chosen) ?? entities[0]
  return (
    <>
      <PageHeader
        title={t('title')}
        help="how-to/use-the-api"
        aside={<span className={styles.soft}>{scenario.label}</span>}
        actions={
          <>
            <Button
              component="a"
              variant="default"
              href={addressOfPath('/api/docs/')}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconBook size={14} />}
            >
              {t('docs')}
            </Button>
            <Button
              component="a"
              variant="default"
              href={addressOfPath('/openapi.json')}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconFileCode size={14} />}
            >
              OpenAPI
            </Button>
            <Button leftSection={<IconKey size={14} />} onClick={() => history.push('/app/preferences#keys')}>
              {t('keys')}
            </Button>
          </>
        }
      />
      <QueryView query={found}>
        {() =>
          current === undefined ? (
            <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
          ) : (
            <div className={styles.page}>
              <nav className={styles.side} aria-label={t('entities')}>
                <TextInput
                  type="search"
                  aria-label={t('search')}
                  placeholder={t('search')}
                  leftSection={<IconSearch size={14} />}
                  value={words}
                  onChange={({ currentTarget }) => setWords(currentTarget.value)}
                />
                <ul>
                  {shown.map(({ entity, label_plural: label, count }) => (
                    <li key={entity}>
                      <UnstyledButton
                        className={styles.entity}
                        aria-current={entity === current.entity}
                        {...(entity === current.entity ? { ref: showChosen } : {})}
                        onClick={() => void navigate({ to: '/app/api', search: { entity }, replace: true })}
                      >
                        <span>
                          {heading(label, i18n.language)}
                          <code>{entity}</code>
                        </span>
                        {count === undefined ? null : (
                          <span className={styles.soft}>{formats.number(count)}</span>
                        )}
                      </UnstyledButton>
                    </li>
                  ))}
                </ul>
              </nav>
              <EntityPanel key={`${scenario.name} ${current.entity}`} entity={current} />
            </div>
          )
        }
      </QueryView>
    </>
  )
}
