/** Width of dialogs with the consequences of a trial: their widest table fits. */
export const trialDialogWidth = '60rem'
