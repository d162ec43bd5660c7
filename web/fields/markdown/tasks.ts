// Tasks in lists of a Markdown text: `- [ ] to do`.

const TASK = /^(\s*(?:>\s*)*(?:[-*+]|\d{1,9}[.)])\s+\[)([ xX])(?=\]\s)/
const FENCE = /^\s*(```|~~~)/

/** Index of the line of each task in a Markdown text; those in blocks of code are none. */
const taskLines = (lines: readonly string[]): readonly number[] => {
  let isCode = false
  return lines.flatMap((line, index) => {
    if (FENCE.test(line)) isCode = !isCode
    return !isCode && TASK.test(line) ? [index] : []
  })
}

export const countTasks = (text: string): number => taskLines(text.split('\n')).length

/** Ticks a task, or takes the tick away. */
export const toggleTask = (text: string, number: number): string => {
  const lines = text.split('\n')
  const at = taskLines(lines)[number]
  return lines
    .map((line, index) =>
      index === at ? line.replace(TASK, (_, start: string, tick: string) => start + (tick === ' ' ? 'x' : ' ')) : line,
    )
    .join('\n')
}
