/** Settings of the place of files: folders of this machine, or an object store. */
import { Type } from '../contract/type.ts'

export const storeSettings = {
  FILES_URL: Type.String({
    pattern: '^(file:|s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](/[A-Za-z0-9._~-]+)*)$',
    default: 'file:',
    examples: ['s3://planning-files/production'],
    description:
      'Where files, backups and logs of finished tasks are stored: "file:" for the folders UPLOADFILEFOLDER and LOGDIR, or s3://bucket/prefix for an S3-compatible object store. It must be the same for all servers and workers.',
  }),
  FILES_ENDPOINT: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#]+$',
      examples: ['https://objects.example.com'],
      description: 'Address of the object store. Default: that of AWS in FILES_REGION.',
    }),
  ),
  FILES_REGION: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['eu-central-1'],
      description: 'Region of the bucket. Default: that of the AWS configuration of the machine.',
    }),
  ),
  FILES_PATH_STYLE: Type.Optional(
    Type.Boolean({
      examples: [true],
      description:
        'Write the bucket into the path of requests instead of the host name. Default: yes with FILES_ENDPOINT, as most stores other than AWS require it.',
    }),
  ),
  FILES_ACCESS_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['the access key of the service'],
      description:
        'Access key for the object store. Default: the standard chain of AWS, such as environment variables, profiles and roles of the machine.',
    }),
  ),
  FILES_SECRET_KEY: Type.Optional(
    Type.String({
      minLength: 1,
      examples: ['the secret key of the service'],
      description: 'Secret key for FILES_ACCESS_KEY. Prefer the environment variable.',
    }),
  ),
  FILES_PRESIGNED: Type.Boolean({
    default: false,
    description:
      'Redirect downloads of files to the object store, with an address that is valid for five minutes. Browsers must be able to reach the store.',
  }),
} as const

export type StoreSettings = Readonly<{
  FILES_URL: string
  FILES_ENDPOINT?: string
  FILES_REGION?: string
  FILES_PATH_STYLE?: boolean
  FILES_ACCESS_KEY?: string
  FILES_SECRET_KEY?: string
  VAR: string
}>

/** Returns contradictions between the settings of the place of files, one sentence each. */
export function storeContradictions(given: Omit<StoreSettings, 'VAR'>): readonly string[] {
  const isPair = (given.FILES_ACCESS_KEY === undefined) === (given.FILES_SECRET_KEY === undefined)
  return isPair ? [] : ['FILES_ACCESS_KEY and FILES_SECRET_KEY need each other.']
}
