/** Describes an invalid value: the message of the service, or the error of the typed text. */
import type { TFunction } from 'i18next'
import type { Fault } from './parse-value.ts'

export const faultText = (t: TFunction<'grid'>, fault: Fault | string): string =>
  typeof fault === 'string' ? fault : t(`fault.${fault.code}`, { ...fault.params })
