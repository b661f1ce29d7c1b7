/** Settings of mail: the SMTP server and its protocol. */
import { Type } from 'typebox'

export const mailSettings = {
  EMAIL_HOST: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['smtp.example.com'],
      description: 'Server that takes mails to be sent (SMTP). Without it the service sends none.',
    }),
  ),
  EMAIL_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65535,
      examples: [587],
      description:
        'TCP port of that server. Default: 465 with EMAIL_USE_SSL, 587 with EMAIL_USE_TLS, else 25.',
    }),
  ),
  EMAIL_HOST_USER: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['planning@example.com'],
      description: 'Name with which the service signs in at the server. Without it there is no signing in.',
    }),
  ),
  EMAIL_HOST_PASSWORD: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['the password of EMAIL_HOST_USER'],
      description: 'Password for EMAIL_HOST_USER. Rather give it in the environment.',
    }),
  ),
  EMAIL_USE_TLS: Type.Boolean({
    default: false,
    description: 'Encrypt with STARTTLS, and send nothing to a server that does not offer it.',
  }),
  EMAIL_USE_SSL: Type.Boolean({
    default: false,
    description: 'Encrypt from the first byte on, as on port 465. Not together with EMAIL_USE_TLS.',
  }),
  EMAIL_CA_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['/etc/ssl/certs/our-own-ca.pem'],
      description: 'Certificates (PEM) to trust besides the usual ones, for a server with one of your own.',
    }),
  ),
  EMAIL_TIMEOUT: Type.Number({
    minimum: 0.1,
    maximum: 3600,
    default: 30,
    description: 'Seconds without an answer of the server after which sending is given up, and tried again.',
  }),
  EMAIL_MAX_SIZE: Type.Integer({
    minimum: 1024,
    default: 20 * 2 ** 20,
    description: 'Largest attachment that is sent, in bytes. Mail adds a third to it on the way.',
  }),
  DEFAULT_FROM_EMAIL: Type.Optional(
    Type.String({
      minLength: 3,
      examples: ['Planning <planning@example.com>'],
      description: 'Sender of the mails. Default: EMAIL_HOST_USER if that is an address.',
    }),
  ),
  EMAIL_SENDERS: Type.Array(Type.String({ minLength: 3 }), {
    default: [],
    description:
      'Senders that may be chosen for a mail instead of the usual one, such as "Sales <sales@example.com>".',
  }),
  EMAIL_RECIPIENTS: Type.Array(Type.String({ pattern: '^(\\*|([^@\\s,;*]+@)?[^@\\s,;*]+)$' }), {
    default: [],
    description:
      'Who gets mails with reports and notices besides users and addresses of the sender\'s own domain: addresses, domains such as "supplier.example.com", or "*" for everybody.',
  }),
} as const

type Given = Readonly<{
  EMAIL_USE_TLS: boolean
  EMAIL_USE_SSL: boolean
  EMAIL_HOST_USER?: string
  EMAIL_HOST_PASSWORD?: string
}>

/** Returns contradictions between the settings of mail, one sentence each. */
export function mailContradictions(given: Given): readonly string[] {
  const faults: string[] = []
  if (given.EMAIL_USE_TLS && given.EMAIL_USE_SSL) {
    faults.push('EMAIL_USE_TLS and EMAIL_USE_SSL exclude each other: STARTTLS (port 587) or TLS (port 465).')
  }
  if (given.EMAIL_HOST_PASSWORD !== undefined && given.EMAIL_HOST_USER === undefined) {
    faults.push('EMAIL_HOST_PASSWORD needs EMAIL_HOST_USER.')
  }
  if (given.EMAIL_HOST_USER !== undefined && given.EMAIL_HOST_PASSWORD === undefined) {
    faults.push('EMAIL_HOST_USER needs EMAIL_HOST_PASSWORD.')
  }
  return faults
}
