/** Id of the chart, which gets the focus back from the panel of unsaved moves. */
export const chartId = 'gantt-chart'
