/** Id of the chart, or of the table in its place, which gets the focus back from the panel of unsaved moves. */
export const chartId = 'gantt-chart'
