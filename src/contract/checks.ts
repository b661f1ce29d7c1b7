/** Endpoint of the checks of the installation, which are those of `planctl doctor`. */
import { answers, defineEndpoints } from './endpoint.ts'
import { listOf, means, nullable, object, oneOf, text, utc } from './schemas.ts'
import { screensTag as tag } from './tags.ts'

/** Names of the checks, in the order of the findings. */
export const checkNames = [
  'installation',
  'settings',
  'folders',
  'disk',
  'files',
  'database',
  'replication',
  'readers',
  'servers',
  'schema',
  'clock',
  'archive',
  'shared',
  'backup',
  'workers',
  'certificates',
] as const

export const findingStates = ['ok', 'warning', 'failed'] as const

export const checkEndpoints = defineEndpoints({
  'GET /api/checks/': {
    id: 'check_installation',
    tag,
    summary: 'Check the installation, and list a remedy for each problem',
    description: 'Runs the checks of `planctl doctor` on the server that answers. It changes nothing.',
    access: { ofUser: true, administrator: true },
    answers: {
      200: answers(
        'The findings, in the language of the user.',
        object({
          host: means(text, 'The machine whose folders, disks and clock were checked.'),
          checked: utc,
          findings: listOf(
            object({
              check: oneOf(checkNames),
              state: oneOf(findingStates),
              message: text,
              remedy: means(nullable(text), 'What to do about the problem; null without one.'),
            }),
          ),
        }),
      ),
    },
  },
})
