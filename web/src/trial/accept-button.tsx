/** Button that stores a trial with its plan; disabled, with the reason, for users who may not store a plan. */
import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useScenario } from '../platform/use-scenario.ts'
import styles from './accept-button.module.css'

type NativeProps = Pick<ComponentProps<'button'>, 'type' | 'onClick' | 'aria-describedby'>

interface AcceptButtonProps extends ButtonProps, NativeProps {
  readonly children: ReactNode
}

export function AcceptButton({ disabled = false, ...props }: AcceptButtonProps) {
  const { t } = useTranslation('trial')
  const may = useScenario().may('execute.run_runplan')
  const id = useId()
  if (may) return <Button {...props} disabled={disabled} />
  return (
    <>
      <Button {...props} disabled aria-describedby={id} />
      <span id={id} className={styles.reason}>
        {t('accept.noRight')}
      </span>
    </>
  )
}
