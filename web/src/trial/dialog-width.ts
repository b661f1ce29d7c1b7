/** Width of dialogs with the consequences of a trial: their widest table fits. */
export const trialDialogWidth = '60rem'
/** The same for dialogs that show them in a panel with a border. */
export const trialPanelWidth = '66rem'
