/** Endpoints and fields of one entity, with a form to try requests and code snippets. */
import { SegmentedControl } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOfPath } from '../../platform/api/base-path.ts'
import type { EntityListing } from '../../platform/api/entities.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { heading } from '../../platform/meta/entity-meta.ts'
import { type SnippetLanguage, snippetLanguages, snippetOf } from './snippets.ts'
import { TryIt } from './try-it.tsx'
import styles from './api.module.css'

/** Methods with their required rights. */
const endpoints = [
  ['GET', '', 'view', 'list'],
  ['POST', '', 'add', 'create'],
  ['PATCH', '', 'change', 'changeMany'],
  ['DELETE', '', 'delete', 'deleteMany'],
  ['GET', '{key}/', 'view', 'one'],
  ['PUT', '{key}/', 'change', 'replace'],
  ['PATCH', '{key}/', 'change', 'change'],
  ['DELETE', '{key}/', 'delete', 'delete'],
] as const

export function EntityPanel({ entity }: { readonly entity: EntityListing }) {
  const { t, i18n } = useTranslation('apipage')
  const [path, setPath] = useState(`${entity.url}?limit=5`)
  const [language, setLanguage] = useState<SnippetLanguage>('curl')
  const snippet = snippetOf(language, wholeAddress(path))
  const offered = endpoints.filter(([, , right]) => entity.permissions[right])
  return (
    <Panel
      title={heading(entity.label_plural, i18n.language)}
      about={entity.about}
      actions={
        <a href={addressOfPath(`${entity.url}?format=api`)} target="_blank" rel="noreferrer">
          {t('browse')} <IconExternalLink size={13} />
        </a>
      }
    >
      <ul className={styles.endpoints}>
        {offered.map(([method, rest, , words]) => (
          <li key={method + rest}>
            <b data-method={method}>{method}</b>
            <code>
              {entity.url}
              {rest}
            </code>
            <span className={styles.soft}>{t(`endpoint.${words}`)}</span>
          </li>
        ))}
      </ul>
      <h3>{t('try')}</h3>
      <TryIt path={path} onChange={setPath} />
      <div className={styles.codeHead}>
        <h3>{t('code')}</h3>
        <SegmentedControl
          aria-label={t('code')}
          value={language}
          onChange={setLanguage}
          data={[...snippetLanguages]}
        />
        <CopyButton value={snippet} label={t('copyCode')} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.code} tabIndex={0} role="region" aria-label={t('code')}>
        {snippet}
      </pre>
    </Panel>
  )
}

function wholeAddress(path: string): string {
  try {
    return new URL(addressOfPath(path), location.origin).href
  } catch {
    return location.origin
  }
}
