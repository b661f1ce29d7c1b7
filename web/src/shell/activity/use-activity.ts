/** Provides the running tasks. */
import { type Activity, activity } from '../../platform/api/task-stream.ts'
import { useSignal } from '../../platform/signal.ts'

export const useActivity = (): Activity => useSignal(activity)
