/** Validations of settings that a schema cannot express: each returns the fault or undefined. */
import { isIP } from 'node:net'
import { messageText } from '../errors/messages.ts'
import { scenarioNameFault } from '../model/scenario-name.ts'
import { addressProblem } from './database-address.ts'
import { isTimeZone } from './time-zones.ts'

export const checks: Readonly<Record<string, (value: unknown) => string | undefined>> = {
  DATABASE_URL: (value) => addressProblem(String(value)),
  DATABASE_DIRECT_URL: (value) => addressProblem(String(value)),
  DATABASE_READ_URL: (value) => addressProblem(String(value)),
  TIME_ZONE: (value) =>
    isTimeZone(String(value)) ? undefined : 'must be the IANA name of a time zone, such as Europe/Brussels',
  CSV_CHARSET: (value) =>
    isCharset(String(value)) ? undefined : 'must name a character encoding, such as utf-8 or windows-1252',
  BASE_URL: (value) =>
    isOrigin(String(value).replace(/\/$/, '')) && /^https?:/.test(String(value))
      ? undefined
      : 'must be an address without a path, such as https://planning.example.com; the path belongs in BASE_PATH',
  BASE_PATH: (value) =>
    /^(?:(?:\/[\w~-][\w.~-]*)+)?$/.test(String(value))
      ? undefined
      : 'must be a path that begins with a slash and ends without one, such as /planning',
  ALLOWED_HOSTS: (value) => {
    const wrong = listOf(value).find((host) => !isHost(host))
    return wrong === undefined
      ? undefined
      : `"${wrong}" must be a host name with or without a port, such as planning.example.com:8000`
  },
  CORS_ORIGINS: (value) => {
    const wrong = listOf(value).find((origin) => origin !== '*' && !isOrigin(origin))
    return wrong === undefined
      ? undefined
      : `"${wrong}" must be an origin, such as https://portal.example.com`
  },
  FRAME_ANCESTORS: (value) =>
    /[;,\r\n]/.test(String(value)) ? 'must be sources separated by blanks, without ";" or ","' : undefined,
  TRUST_PROXY: (value) => {
    const wrong = listOf(value).find((address) => isIP(address.replace(/\/\d{1,3}$/, '')) === 0)
    return wrong === undefined ? undefined : `"${wrong}" must be an IP address or a range such as 10.0.0.0/8`
  },
  // Whether the scenarios exist is not known here: "planctl doctor" says so.
  DATABASES: (value) => {
    for (const name of Object.keys(Object(value))) {
      const fault = scenarioNameFault(name)
      if (fault !== undefined)
        return messageText({ code: 'no_scenario_name', params: { name, fault } }).replace(/\.$/, '')
    }
    return undefined
  },
}

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

const isCharset = (label: string): boolean => succeeds(() => new TextDecoder(label))

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt()
    return true
  } catch {
    return false
  }
}

const isHost = (text: string): boolean =>
  URL.canParse(`http://${text}`) && new URL(`http://${text}`).host === text.toLowerCase().replace(/:80$/, '')

const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text
