import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useStable } from '../use-stable.ts'
import type { Row } from '../rows/rows.ts'

export const NOTHING: ReadonlySet<number> = new Set()

export interface Choice {
  readonly toggle: (row: number, isRange: boolean) => void
  readonly loaded: readonly Row[]
  /** Chooses or forgets all artifacts that are loaded. */
  readonly toggleLoaded: () => void
  /** `X`, `Shift` with the arrows and `Ctrl+A`; true: the key was one of them. With `isTyped`, letters need `Alt`. */
  readonly onKeyDown: (event: KeyboardEvent, row: number, isTyped: boolean) => boolean
}

interface ChoiceOptions {
  /** Ids of the chosen artifacts. */
  readonly chosen: ReadonlySet<number>
  readonly onChosen: (chosen: ReadonlySet<number>) => void
  readonly loaded: readonly Row[]
  readonly rowAt: (row: number) => Row | undefined
}

/** Choosing many rows: by their boxes, with `Shift` from the last one, and by keys. */
export const useChoice = ({ chosen, onChosen, loaded, rowAt }: ChoiceOptions): Choice => {
  /** A range begins at the row that was chosen last. */
  const anchor = useRef(0)
  const toggle = useStable((row: number, isRange: boolean): void => {
    const artifact = rowAt(row)
    if (!artifact) return
    const next = new Set(chosen)
    if (isRange) {
      for (let at = Math.min(anchor.current, row); at <= Math.max(anchor.current, row); at++) {
        const between = rowAt(at)
        if (between) next.add(between.id)
      }
    } else if (!next.delete(artifact.id)) next.add(artifact.id)
    anchor.current = row
    onChosen(next)
  })
  const toggleLoaded = useStable((): void => {
    const ids = loaded.map(({ id }) => id)
    onChosen(ids.length > 0 && ids.every(id => chosen.has(id)) ? NOTHING : new Set([...chosen, ...ids]))
  })
  const extend = (from: number, by: 1 | -1): void => {
    const next = new Set(chosen)
    for (const row of [from, from + by]) {
      const artifact = rowAt(row)
      if (artifact) next.add(artifact.id)
    }
    anchor.current = from + by
    onChosen(next)
  }
  const onKeyDown = (event: KeyboardEvent, row: number, isTyped: boolean): boolean => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    if (row < 0 || altKey !== (isTyped && key.toLowerCase() === 'x')) return false
    if (shiftKey && !ctrlKey && !metaKey && (key === 'ArrowDown' || key === 'ArrowUp'))
      extend(row, key === 'ArrowDown' ? 1 : -1)
    else if ((ctrlKey || metaKey) && key.toLowerCase() === 'a') toggleLoaded()
    else if (!ctrlKey && !metaKey && key.toLowerCase() === 'x') toggle(row, shiftKey)
    else return false
    event.preventDefault()
    return true
  }
  return { toggle, loaded, toggleLoaded, onKeyDown }
}

/** The box in the head of the table. */
export const ChooseAll = ({ choice, chosen }: { readonly choice: Choice; readonly chosen: ReadonlySet<number> }) => {
  const { t } = useLingui()
  const box = useRef<HTMLInputElement>(null)
  const isAll = chosen.size > 0 && choice.loaded.every(({ id }) => chosen.has(id))
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen.size > 0 && !isAll
  })
  return (
    <input
      ref={box}
      type="checkbox"
      className="grid-choice"
      aria-label={t`Choose all that are loaded`}
      checked={isAll}
      onChange={choice.toggleLoaded}
    />
  )
}
