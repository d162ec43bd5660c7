import './segments.css'

export interface Segment<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly count?: number | undefined
}

export interface SegmentsProps<Value extends string> {
  /** The question that the segments answer. */
  readonly label: string
  readonly segments: readonly Segment<Value>[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** Chooses one of a few views of the same list. */
export const Segments = <Value extends string>({ label, segments, value, onChange }: SegmentsProps<Value>) => (
  <div className="segments" role="group" aria-label={label}>
    {segments.map(segment => (
      <button
        key={segment.value}
        type="button"
        aria-pressed={segment.value === value}
        onClick={() => onChange(segment.value)}
      >
        {segment.label}
        {segment.count !== undefined && segment.count > 0 && <span className="segment-count"> {segment.count}</span>}
      </button>
    ))}
  </div>
)
