/** Release screen: the orders that can be released, and the receipts of released ones. */
import { Checkbox, SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { releaseTypes } from '../../platform/api/release-types.ts'
import { useScenario } from '../../platform/use-scenario.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Proposals } from './proposals.tsx'
import { Receipts } from './receipts.tsx'
import { type ReleaseSearch, spans } from './release-search.ts'
import styles from './release.module.css'

export function ReleaseScreen() {
  const { t } = useTranslation('release')
  const scenario = useScenario()
  const navigate = useNavigate()
  const {
    type = 'PO',
    span = '7',
    approved = false,
  }: ReleaseSearch = useSearch({
    from: '/app/$scenario/release',
  })
  const show = (change: ReleaseSearch): void => {
    const next = { type, span, approved, ...change }
    const search = {
      ...(next.type === 'PO' ? {} : { type: next.type }),
      ...(next.span === '7' ? {} : { span: next.span }),
      ...(next.approved ? { approved: true as const } : {}),
    }
    // The list stays for approved orders, with the unsaved merges.
    const ignoreBlocker = next.type === type && next.span === span
    const params = { scenario: scenario.name }
    void navigate({ to: '/app/$scenario/release', params, search, ignoreBlocker })
  }
  const kinds = [...releaseTypes, 'receipts' as const]
  const days = span === 'all' ? undefined : Number(span)
  return (
    <div className="screen-fill">
      <PageHeader
        title={t('title')}
        help="how-to/release-orders"
        aside={<span className={styles.soft}>{scenario.label}</span>}
      />
      <div className={styles.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('type.label')}
          value={type}
          onChange={(value) => show({ type: kinds.find((one) => one === value) ?? 'PO' })}
          data={kinds.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
        {type === 'receipts' ? null : (
          <>
            <SegmentedControl
              size="xs"
              aria-label={t('span.label')}
              value={span}
              onChange={(value) => show({ span: spans.find((one) => one === value) ?? '7' })}
              data={spans.map((value) => ({
                value,
                label: value === 'all' ? t('span.all') : t('span.days', { count: Number(value) }),
              }))}
            />
            <Checkbox
              size="xs"
              label={t('withApproved')}
              checked={approved}
              onChange={({ currentTarget }) => show({ approved: currentTarget.checked })}
            />
          </>
        )}
      </div>
      {type === 'receipts' ? (
        <div className={styles.page}>
          <Receipts />
        </div>
      ) : (
        <Proposals
          key={`${type} ${span}`}
          filter={{ type, days, approved }}
          onShowApproved={() => show({ approved: true })}
        />
      )}
    </div>
  )
}
