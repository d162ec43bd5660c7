// The commands of the pages. Shortcuts, palette, tooltips and the sheet of shortcuts all read this registry.
import { useEffect, useMemo, useRef } from 'react'
import { createPageValue, usePageValue } from '../design/page-value.ts'

export interface Command {
  /** Unique: `artifact.comment`. */
  readonly id: string
  /** A sentence in the reader's language: "Comment". */
  readonly label: string
  /** As tinykeys writes it: `$mod+K`, `g i`, `Shift+?`. A single letter acts only outside of fields. */
  readonly keys?: string
  /** Heading in the palette and in the sheet of shortcuts. */
  readonly section: string
  readonly isAvailable?: () => boolean
  readonly run: () => void
}

const pages = createPageValue<readonly (readonly Command[])[]>([])

/** The page offers these commands as long as it is shown. */
export const useCommands = (commands: readonly Command[]): void => {
  // The newest functions run, without another registration at every render.
  const newest = useRef(commands)
  useEffect(() => {
    newest.current = commands
  })
  const key = commands.map(({ id, label, keys = '', section }) => [id, label, keys, section].join('\t')).join('\n')
  useEffect(() => {
    const find = (id: string): Command | undefined => newest.current.find(command => command.id === id)
    const registered = newest.current.map(command => ({
      ...command,
      isAvailable: () => find(command.id)?.isAvailable?.() ?? true,
      run: () => find(command.id)?.run(),
    }))
    pages.set([...pages.get(), registered])
    return () => pages.set(pages.get().filter(each => each !== registered))
  }, [key])
}

/** All available commands; the commands of the innermost page come last. */
export const currentCommands = (): readonly Command[] =>
  pages
    .get()
    .flat()
    .filter(command => command.isAvailable?.() ?? true)

export const useCurrentCommands = (): readonly Command[] => {
  const shown = usePageValue(pages)
  return useMemo(() => shown.flat(), [shown])
}
