/** Second factors of the user: authenticator app, recovery codes, passkeys. Each change requires the password. */
import { Alert, Button, Group, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionsQuery } from '../../platform/api/account.ts'
import {
  addPasskey,
  confirmCodes,
  type Factors,
  isDeclined,
  knowsPasskeys,
  type OfferedCodes,
  offerCodes,
  type Passkey,
  removeCodes,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from '../../platform/api/factors.ts'
import { factorsQuery } from '../../platform/api/factors-query.ts'
import { useFormats } from '../../platform/formats/use-formats.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { SecretBox } from '../../ui/secret-box.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { Panel } from '../../ui/panel.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { toastDone } from '../../ui/toasts.ts'
import { PasswordStep } from './password-step.tsx'
import { browserName } from './browser-name.ts'
import { errorText } from '../../ui/error-text.ts'
import styles from './preferences.module.css'

/** The action that requires the password, and the passkey that is removed. */
type Asked =
  | { readonly action: 'offer' | 'remove' | 'renew' | 'passkey' }
  | { readonly action: 'removePasskey'; readonly passkey: Passkey }

export function FactorsPanel() {
  const { t } = useTranslation('preferences')
  const client = useQueryClient()
  const found = useQuery(factorsQuery)
  const { data } = found
  const [asked, setAsked] = useState<Asked>()
  const [offered, setOffered] = useState<OfferedCodes>()
  const [codes, setCodes] = useState<readonly string[]>()
  const changed = async (): Promise<void> => {
    await Promise.all(
      [factorsQuery, sessionsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    )
  }
  const perform = async (what: Asked, password: string, name: string): Promise<void> => {
    switch (what.action) {
      case 'offer':
        return setOffered(await offerCodes(password))
      case 'remove':
        await removeCodes(password)
        return toastDone({ message: t('factors.removed') })
      case 'renew':
        return setCodes(await renewRecoveryCodes(password))
      case 'passkey':
        await addPasskey(password, name)
        return toastDone({ message: t('factors.passkeyAdded', { name }) })
      case 'removePasskey':
        await removePasskey(what.passkey.id, password)
        return toastDone({ message: t('factors.passkeyRemoved', { name: what.passkey.name }) })
    }
  }
  const act = async (password: string, name: string): Promise<void> => {
    if (asked === undefined) return
    setCodes(undefined)
    await perform(asked, password, name)
    setAsked(undefined)
    await changed()
  }
  if (data?.local === false) {
    return (
      <Panel id="factors" title={t('factors.title')}>
        <p className={styles.soft}>{t('factors.elsewhere')}</p>
      </Panel>
    )
  }
  return (
    <Panel id="factors" title={t('factors.title')} about={t('factors.about')}>
      {codes === undefined ? null : <NewCodes codes={codes} />}
      <QueryView query={found} inline rows={2}>
        {(data) =>
          asked !== undefined ? (
            <PasswordStep
              warning={
                asked.action === 'removePasskey'
                  ? {
                      title: t('factors.removeTitle', { name: asked.passkey.name }),
                      text: t('factors.removeHint'),
                    }
                  : undefined
              }
              action={
                asked.action === 'removePasskey' ? t('factors.remove') : t(`factors.action.${asked.action}`)
              }
              danger={asked.action === 'remove' || asked.action === 'removePasskey'}
              nameLabel={asked.action === 'passkey' ? t('factors.passkeyName') : undefined}
              startName={browserName(navigator.userAgent)}
              declined={(failure) => (isDeclined(failure) ? t('factors.declined') : undefined)}
              run={act}
              onCancel={() => setAsked(undefined)}
            />
          ) : offered !== undefined ? (
            <FirstCode
              offered={offered}
              onCancel={() => setOffered(undefined)}
              onConfirmed={(made) => {
                setOffered(undefined)
                setCodes(made)
                toastDone({ message: t('factors.added') })
                void changed()
              }}
            />
          ) : (
            <FactorList factors={data} onAsk={setAsked} onChange={changed} />
          )
        }
      </QueryView>
    </Panel>
  )
}

interface FactorListProps {
  readonly factors: Factors
  readonly onAsk: (asked: Asked) => void
  readonly onChange: () => Promise<void>
}

function FactorList({ factors, onAsk, onChange }: FactorListProps) {
  const { t } = useTranslation('preferences')
  const { totp, recovery_codes: left, passkeys, required } = factors
  return (
    <>
      <ul className={styles.list}>
        <li>
          <div className={styles.what}>
            <b>{t('factors.app')}</b> {totp ? <StatusBadge tone="ok">{t('factors.on')}</StatusBadge> : null}
            <div className={styles.soft}>{t(required ? 'factors.appRequired' : 'factors.appHint')}</div>
          </div>
          <Button
            variant={totp ? 'default' : 'filled'}
            onClick={() => onAsk({ action: totp ? 'remove' : 'offer' })}
          >
            {t(totp ? 'factors.turnOff' : 'factors.setUp')}
          </Button>
        </li>
        {totp || passkeys.length > 0 ? (
          <li>
            <div className={styles.what}>
              <b>{t('factors.recovery')}</b>
              <div className={styles.soft}>{t('factors.left', { count: left })}</div>
            </div>
            <Button variant="default" onClick={() => onAsk({ action: 'renew' })}>
              {t('factors.renew')}
            </Button>
          </li>
        ) : null}
        {passkeys.map((passkey) => (
          <PasskeyItem
            key={passkey.id}
            passkey={passkey}
            onRemove={() => onAsk({ action: 'removePasskey', passkey })}
            onChange={onChange}
          />
        ))}
      </ul>
      <Group justify="flex-end">
        {knowsPasskeys() ? (
          <Button variant="default" onClick={() => onAsk({ action: 'passkey' })}>
            {t('factors.addPasskey')}
          </Button>
        ) : (
          <span className={styles.soft}>{t('factors.noPasskeys')}</span>
        )}
      </Group>
    </>
  )
}

interface PasskeyItemProps {
  readonly passkey: Passkey
  readonly onRemove: () => void
  readonly onChange: () => Promise<void>
}

function PasskeyItem({ passkey, onRemove, onChange }: PasskeyItemProps) {
  const { id, name, created, last_used: used } = passkey
  const { t } = useTranslation('preferences')
  const formats = useFormats()
  const [draft, setDraft] = useState<string>()
  const renaming = useMutation({
    mutationFn: (wanted: string) => renamePasskey(id, wanted),
    onSuccess: async () => {
      await onChange()
      setDraft(undefined)
    },
  })
  if (draft !== undefined) {
    return (
      <li>
        <form
          className={styles.rename}
          onSubmit={(event) => {
            event.preventDefault()
            renaming.mutate(draft.trim())
          }}
        >
          <LeaveGuard dirty={draft !== name && !renaming.isPending} />
          <TextInput
            label={t('factors.passkeyName')}
            required
            maxLength={100}
            value={draft}
            error={renaming.error === null ? undefined : errorText(renaming.error)}
            onChange={({ currentTarget }) => setDraft(currentTarget.value)}
            data-autofocus
          />
          <Group gap="xs">
            <Button type="submit" loading={renaming.isPending}>
              {t('save')}
            </Button>
            <Button variant="default" onClick={() => setDraft(undefined)}>
              {t('factors.cancel')}
            </Button>
          </Group>
        </form>
      </li>
    )
  }
  return (
    <li>
      <div className={styles.what}>
        <b>{name}</b>
        <div className={styles.soft}>
          {t('factors.passkeySince', { at: formats.moment(created) })} ·{' '}
          {used === null ? t('keys.unused') : t('keys.used', { at: formats.moment(used) })}
        </div>
      </div>
      <Button variant="default" aria-label={t('factors.renameOf', { name })} onClick={() => setDraft(name)}>
        {t('factors.rename')}
      </Button>
      <Button variant="default" aria-label={t('factors.removeOf', { name })} onClick={onRemove}>
        {t('factors.remove')}
      </Button>
    </li>
  )
}

interface FirstCodeProps {
  readonly offered: OfferedCodes
  readonly onConfirmed: (codes: readonly string[]) => void
  readonly onCancel: () => void
}

function FirstCode({ offered: { secret, uri }, onConfirmed, onCancel }: FirstCodeProps) {
  const { t } = useTranslation('preferences')
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => confirmCodes(code),
    onSuccess: onConfirmed,
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <LeaveGuard dirty={code !== '' && !isPending} />
      <div className={styles.scan}>
        <QrCode text={uri} label={t('factors.qr')} />
        <div className={styles.what}>
          <p>{t('factors.scan')}</p>
          <p className={styles.soft}>{t('factors.type')}</p>
          <SecretBox
            value={secret}
            shown={secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
            copy={t('factors.copySecret')}
          />
        </div>
      </div>
      <TextInput
        label={t('factors.first')}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        value={code}
        error={error === null ? undefined : errorText(error)}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('factors.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t('factors.confirm')}
        </Button>
      </Group>
    </form>
  )
}

function NewCodes({ codes }: { readonly codes: readonly string[] }) {
  const { t } = useTranslation('preferences')
  return (
    <Alert color="teal" title={t('factors.codesTitle')} role="status">
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton value={codes.join('\n')} label={t('factors.copyCodes')} />
        <span>{t('factors.codesHint')}</span>
      </Group>
    </Alert>
  )
}
