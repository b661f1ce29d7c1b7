/** All tools of assistants, in the order of their list. */
import { eventTools } from './event-tools.ts'
import { planTools, proposalTools } from './plan-tools.ts'
import { recordTools } from './record-tools.ts'
import type { Tool } from './tool.ts'
import { workTools } from './work-tools.ts'

export const tools: readonly Tool[] = [
  ...recordTools,
  ...planTools,
  ...proposalTools,
  ...eventTools,
  ...workTools,
]
