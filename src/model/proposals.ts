/** States and limits of proposals, for the service and the web UI. */

/** `undone`: the change set by which the proposal was applied is undone. A redo makes it `applied` again. */
export const proposalStates = [
  'draft',
  'open',
  'approved',
  'applied',
  'undone',
  'rejected',
  'withdrawn',
] as const
export type ProposalState = (typeof proposalStates)[number]

/** States in which a proposal waits to be applied; the others are final. */
export const pendingStates: readonly ProposalState[] = ['draft', 'open', 'approved']

/** Values that resolve a conflict: the previous, the current or the proposed ones. */
export const takes = ['base', 'present', 'proposed'] as const
export type Take = (typeof takes)[number]

/** Maximum number of edits in a request; proposals of merges and undos are created in the database and can be larger. */
export const maxEdits = 10_000
export const maxTitleLength = 200
export const maxTextLength = 10_000
