/** Provides the running tasks. */
import { useSyncExternalStore } from 'react'
import { type Activity, activityStore } from '../../platform/api/task-stream.ts'

export const useActivity = (): Activity =>
  useSyncExternalStore(activityStore.subscribe, activityStore.current)
