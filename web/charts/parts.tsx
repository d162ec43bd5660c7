import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { ValueColour } from '../design/values/value-colour.ts'

/** The width of an element in pixels, and its changes. */
export const useWidth = (usual: number): readonly [RefObject<HTMLDivElement | null>, number] => {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(usual)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.max(200, Math.round(element.clientWidth))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

interface ChartPartProps {
  /** "Critical: 12" */
  readonly label: string
  readonly colour: ValueColour
  readonly tql: string | undefined
  readonly onNarrow: (tql: string) => void
  readonly children: ReactNode
}

/** A part of a chart. A press shows the artifacts of the part alone. */
export const ChartPart = ({ label, colour, tql, onNarrow, children }: ChartPartProps) => {
  const { t } = useLingui()
  if (tql === undefined)
    return (
      <g role="img" aria-label={label} data-colour={colour}>
        <title>{label}</title>
        {children}
      </g>
    )
  return (
    <g
      role="button"
      tabIndex={0}
      className="chart-part"
      aria-label={t`${label}. Show only these`}
      data-colour={colour}
      onClick={() => onNarrow(tql)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        event.stopPropagation()
        onNarrow(tql)
      }}
    >
      <title>{label}</title>
      {children}
    </g>
  )
}

/** Patterns over the colours, so that parts differ without colours, too. */
export const Patterns = ({ id }: { readonly id: string }) => (
  <defs>
    <pattern id={`${id}-1`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="2" height="6" className="chart-pattern" />
    </pattern>
    <pattern id={`${id}-2`} width="6" height="6" patternUnits="userSpaceOnUse">
      <circle cx="3" cy="3" r="1.2" className="chart-pattern" />
    </pattern>
    <pattern id={`${id}-3`} width="6" height="6" patternUnits="userSpaceOnUse">
      <rect width="6" height="2" className="chart-pattern" />
    </pattern>
  </defs>
)

const PATTERNS = 4

/** The fill of the pattern of the n-th part; every fourth has none. */
export const patternOf = (id: string, index: number): string =>
  index % PATTERNS === 0 ? 'none' : `url(#${id}-${index % PATTERNS})`

const LETTER = 6.4

/** The text with an ellipsis, if it is wider than the pixels. */
export const fitting = (text: string, pixels: number): string => {
  const letters = Math.floor(pixels / LETTER)
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`
}
