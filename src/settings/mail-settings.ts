/** Settings of mail: the SMTP server and its protocol. */
import { Type } from '../contract/type.ts'

export const mailSettings = {
  EMAIL_HOST: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['smtp.example.com'],
      description: 'SMTP server for outgoing mail. Without it the service sends no mail.',
    }),
  ),
  EMAIL_PORT: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 65535,
      examples: [587],
      description:
        'TCP port of the mail server. Default: 465 with EMAIL_USE_SSL, 587 with EMAIL_USE_TLS, else 25.',
    }),
  ),
  EMAIL_HOST_USER: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['planning@example.com'],
      description: 'User name for the mail server. Without it the service does not sign in.',
    }),
  ),
  EMAIL_HOST_PASSWORD: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['the password of EMAIL_HOST_USER'],
      description: 'Password for EMAIL_HOST_USER. Prefer the environment variable.',
    }),
  ),
  EMAIL_USE_TLS: Type.Boolean({
    default: false,
    description: 'Encrypt with STARTTLS. Sending fails if the server does not offer it.',
  }),
  EMAIL_USE_SSL: Type.Boolean({
    default: false,
    description: 'Encrypt from the first byte, as on port 465. Cannot be combined with EMAIL_USE_TLS.',
  }),
  EMAIL_CA_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['/etc/ssl/certs/our-own-ca.pem'],
      description: 'Additional certificates (PEM) to trust, for a server with a private certificate.',
    }),
  ),
  EMAIL_TIMEOUT: Type.Number({
    minimum: 0.1,
    maximum: 3600,
    default: 30,
    description:
      'Seconds without a reply of the server after which an attempt to send is canceled and retried.',
  }),
  EMAIL_MAX_SIZE: Type.Integer({
    minimum: 1024,
    default: 20 * 2 ** 20,
    description: 'Maximum size of an attachment, in bytes. Encoding adds a third to it.',
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
      'Senders that users may select for a mail instead of the default, such as "Sales <sales@example.com>".',
  }),
  EMAIL_RECIPIENTS: Type.Array(Type.String({ pattern: '^(\\*|([^@\\s,;*]+@)?[^@\\s,;*]+)$' }), {
    default: [],
    description:
      'Allowed recipients of mails with reports and notices, in addition to users and addresses of the sender\'s domain: addresses, domains such as "supplier.example.com", or "*" for any address.',
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
