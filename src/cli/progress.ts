const WIDTH = 30
const REDRAW_MS = 80

export interface Terminal {
  write(text: string): unknown
}

/** Draws one line that is overwritten, and cleared at the end of a phase. */
export const progressLine = (terminal: Terminal): ((label: string, done: number, total: number) => void) => {
  let drawnAt = 0
  return (label, done, total) => {
    if (done >= total) {
      terminal.write('\r\u001b[K')
      return
    }
    const now = Date.now()
    if (done > 0 && now - drawnAt < REDRAW_MS) return
    drawnAt = now
    const filled = Math.floor((done / total) * WIDTH)
    terminal.write(`\r${label.padEnd(13)} [${'#'.repeat(filled).padEnd(WIDTH, '.')}] ${done}/${total}\u001b[K`)
  }
}

/** Progress of work in phases, with a label for each phase. */
export const progressOfPhases = <Phase extends string>(
  terminal: Terminal,
  labels: Readonly<Record<Phase, string>>,
): ((phase: Phase, done: number, total: number) => void) => {
  const draw = progressLine(terminal)
  return (phase, done, total) => draw(labels[phase], done, total)
}
