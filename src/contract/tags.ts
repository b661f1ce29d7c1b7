/** Tags of the OpenAPI document that endpoints of several files share. */
export const planTag = 'plan'
export const proposalsTag = 'proposals'
export const screensTag = 'screens'
export const sessionTag = 'session'
export const tasksTag = 'tasks'
export const filesTag = 'files'
export const serviceTag = 'service'
